import Device

/// An app's activity at a moment, as a timeline shows it: of several, the first that holds.
public enum Activity: Int, CaseIterable, Sendable {
  /// The app is in front of the user.
  case front
  /// The app handles a background fetch.
  case fetching
  /// Other work or a mode keeps the app running: a refresh, a push, a job, audio, an update of its
  /// location.
  case service
  /// The app runs in background time that is reserved for it.
  case granted
  /// The app runs behind another, without anything that pays for it.
  case background
  case suspended
  case notRunning

  /// The words for legends and tables.
  public var words: String {
    switch self {
    case .front: "in front"
    case .fetching: "fetching"
    case .service: "other work"
    case .granted: "background, with time"
    case .background: "background, without time"
    case .suspended: "suspended"
    case .notRunning: "not running"
    }
  }

  /// The key of one such activity in a JSON object.
  public var key: String { String(describing: self) }
}

/// A kind of span, which lasts in an app beside its activity.
public enum SpanKind: Int, CaseIterable, Sendable {
  case task
  /// A fetch or other work that the device started, or a push that the app handles.
  case work
  case audio
  case request
  case lock

  public var words: String {
    switch self {
    case .task: "background task"
    case .work: "work"
    case .audio: "audio"
    case .request: "network request"
    case .lock: "lock"
    }
  }
}

/// A kind of mark: what happens to an app at one moment.
public enum MarkKind: Int, CaseIterable, Sendable {
  /// The app's process was ended for a fault of its own.
  case kill
  case finding
  /// A task's expiration handler was called.
  case expiry
  case forceQuit
  /// The app's process ended in good order, or because memory was needed.
  case exit
  /// A decision gave the app time or a slot.
  case grant
  /// A decision did not give the app time or a slot.
  case refusal
  /// A silent push: it arrives, is dropped, is given to the app, is answered.
  case push
  /// A notification that the user sees.
  case alert
  /// A push of a call.
  case call
  /// The app logged something.
  case log
  /// Any other record of the app.
  case note

  public var words: String {
    switch self {
    case .kill: "killed"
    case .finding: "finding"
    case .expiry: "time over"
    case .forceQuit: "force-quit"
    case .exit: "exit"
    case .grant: "granted"
    case .refusal: "refused or passed over"
    case .push: "silent push"
    case .alert: "alert"
    case .call: "VoIP push"
    case .log: "log"
    case .note: "event"
    }
  }
}

/// A quantity of the device that goes up and down.
public enum Level: Int, CaseIterable, Sendable {
  /// The seconds that the pool can give.
  case pool
  /// The work that holds a slot: fetches, refreshes, pushes, reports of transfers.
  case slots
  /// The processing tasks that hold a slot.
  case processingSlots
  /// The battery's charge as the scenario sets it, 0 to 1.
  case battery

  /// Whether the level counts what has begun and is zero at first; the first level of the pool and
  /// the battery is known only to the program that made the run.
  var countsFromNothing: Bool { self == .slots || self == .processingSlots }

  public var words: String {
    switch self {
    case .pool: "pool"
    case .slots: "slots taken"
    case .processingSlots: "processing slots taken"
    case .battery: "battery, as set"
    }
  }
}
