import Simulation

/// Why a request is not taken, by the codes of `BGTaskScheduler.Error`.
public enum TaskRequestError: Int, Error, CaseIterable, Sendable {
  /// The user has switched background refresh off.
  case unavailable = 1
  /// One refresh, or ten processing requests, are pending.
  case tooManyPendingTaskRequests = 2
  /// The app declares neither the identifier nor the mode that it needs.
  case notPermitted = 3
  /// A continued task cannot run at once: too many do, or the app is not in front.
  case immediateRunIneligible = 4

  public var name: String {
    switch self {
    case .unavailable: "unavailable"
    case .tooManyPendingTaskRequests: "tooManyPendingTaskRequests"
    case .notPermitted: "notPermitted"
    case .immediateRunIneligible: "immediateRunIneligible"
    }
  }

  /// In words, for the app.
  public var localizedDescription: String {
    switch self {
    case .unavailable: "Background refresh is switched off for this app or for the device."
    case .tooManyPendingTaskRequests: "Too many requests of this kind are pending."
    case .notPermitted:
      "The identifier is not declared or not the bundle's, or the mode for its kind is missing."
    case .immediateRunIneligible: "The device cannot run this task now."
    }
  }
}

/// Why a request is cancelled, as traces name it.
enum RequestCancellation: String {
  /// The app has cancelled it.
  case app
  case forceQuit
  /// The user has not opened the app for long.
  case unopened
}
