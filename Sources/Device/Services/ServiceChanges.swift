import Simulation

/// Why a process ends where it was to be suspended.
struct ForcedExit {
  let reason: ExitReason
  let finding: FindingRule
  let detail: String
  /// The queue that is to blame.
  let location: SourceLocation?
}

/// A change in the life of a process.
enum ProcessChange {
  /// didFinishLaunching has returned; methods of the delegate that were probably meant are named.
  case launched(misspelt: Set<String>)
  /// Its state has changed, or that of its service in the foreground.
  case moved
  /// The user opens the app; nothing has changed yet.
  case opened
  /// The user has opened the app.
  case cameToFront
  /// The user has swiped the app away.
  case forceQuit
  case enteredBackground
  case enteredForeground
  /// It is about to be suspended.
  case suspending
  case resumed(after: TimeSpan)
  /// Its process is at an end.
  case ended
}

/// A change around all apps.
enum WorldChange {
  case network(NetworkKind)
  case power(PowerStatus)
  /// The user picks the phone up, to open an app, or lays it down.
  case inUse(Bool)
  /// The device is at another place.
  case moved(Position)
  /// It has become hotter, or cooler.
  case thermal(ThermalState)
  /// Whether work that can wait may run at all has changed (section 6).
  case discretionaryWork(isAllowed: Bool)
}
