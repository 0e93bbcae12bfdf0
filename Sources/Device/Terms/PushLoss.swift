/// Why a push never reaches its app.
enum PushLoss: String {
  /// The app has never run, and so has no push token.
  case neverOpened
  /// A newer one came before it could be delivered.
  case replaced
  /// The user has swiped the app away (P6).
  case forceQuit
  /// Background refresh is off for the device or the app.
  case backgroundRefreshOff
  /// The app does not declare the mode remote-notification.
  case noRemoteNotificationMode
  /// As many as may wait for a device of Android's were waiting: all of them are lost.
  case tooManyStored
}
