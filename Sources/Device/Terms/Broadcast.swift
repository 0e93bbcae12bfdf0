/// What Android tells apps, whether they run or not: `Intent.ACTION_...`.
public enum Broadcast: String, CaseIterable, Sendable {
  /// The device was restarted, and has been unlocked since. For apps with the permission
  /// RECEIVE_BOOT_COMPLETED.
  case bootCompleted = "android.intent.action.BOOT_COMPLETED"
}
