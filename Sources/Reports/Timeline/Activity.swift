import Device

/// What an app does at a moment, as a timeline shows it: of several, the first that holds.
public enum Activity: Int, CaseIterable, Sendable {
  /// The user sees it.
  case front
  /// It handles a background fetch.
  case fetching
  /// Other work or a mode keeps it running: a refresh, a push, audio, an update of its location.
  case service
  /// It runs in background time that is reserved for it.
  case granted
  /// It runs behind another app, and nobody pays for it.
  case background
  case suspended
  case notRunning

  /// For legends and tables.
  public var words: String {
    switch self {
    case .front: "in front"
    case .fetching: "fetching"
    case .service: "other services"
    case .granted: "background, with time"
    case .background: "background, without time"
    case .suspended: "suspended"
    case .notRunning: "not running"
    }
  }

  /// One of the kind in a JSON object.
  public var key: String { String(describing: self) }
}

/// What lasts in an app beside its activity.
public enum SpanKind: Int, CaseIterable, Sendable {
  case task
  /// A fetch or other work that the device started, or a push that it handles.
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

/// What happens to an app at one moment.
public enum MarkKind: Int, CaseIterable, Sendable {
  /// Its process was ended for a fault of its own.
  case kill
  case finding
  /// A task's expiration handler was called.
  case expiry
  case forceQuit
  /// Its process ended in good order, or memory was needed.
  case exit
  /// A decision gave it time or a slot.
  case grant
  /// A decision did not.
  case refusal
  case push
  /// It logged something.
  case log
  /// Any other record.
  case note

  public var words: String {
    switch self {
    case .kill: "killed"
    case .finding: "finding"
    case .expiry: "time over"
    case .forceQuit: "force-quit"
    case .exit: "ended"
    case .grant: "granted"
    case .refusal: "refused or passed over"
    case .push: "silent push"
    case .log: "log"
    case .note: "event"
    }
  }
}

/// A quantity of the device that goes up and down.
public enum Level: Int, CaseIterable, Sendable {
  /// Seconds that the pool can give.
  case pool
  /// Work that holds a slot: fetches, refreshes, pushes, reports of transfers.
  case slots
  /// Processing tasks that hold theirs.
  case processingSlots
  /// The battery's charge as the scenario sets it, 0 to 1.
  case battery

  /// It counts what has begun, of which there is nothing at first; what the pool and the battery
  /// hold then only who made the run knows.
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
