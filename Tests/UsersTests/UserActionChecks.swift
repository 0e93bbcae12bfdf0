import Device
import Simulation
import Testing

@testable import Users

/// Checks what every user model promises: actions in order and within the run, nothing left that is
/// not in front, nothing opened that is.
func expectPlausible(
  _ actions: [UserAction], duration: TimeSpan,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  var front: AppID?
  /// The app that was in front when the phone was locked.
  var left: AppID?
  var latest = Instant.start
  for action in actions {
    #expect(action.at >= latest, sourceLocation: sourceLocation)
    #expect(action.at < .start + duration, sourceLocation: sourceLocation)
    latest = action.at
    switch action.kind {
    case .open(let app):
      #expect(
        front != app, "opened at \(action.at), already in front", sourceLocation: sourceLocation)
      front = app
    case .close:
      #expect(
        front != nil, "closed at \(action.at), nothing in front", sourceLocation: sourceLocation)
      front = nil
    case .forceQuit(let app):
      if front == app { front = nil }
    case .lock:
      left = front ?? left
      front = nil
    case .unlock: front = front ?? left
    }
  }
}

/// Actions as a table shows them: `0.5 open 1`, `2 close`, `3 quit 0`.
func shown(_ actions: [UserAction]) -> [String] {
  actions.map { action in
    let seconds = action.at.seconds
    let time = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return switch action.kind {
    case .open(let app): "\(time) open \(app.index)"
    case .close: "\(time) close"
    case .forceQuit(let app): "\(time) quit \(app.index)"
    case .lock: "\(time) lock"
    case .unlock: "\(time) unlock"
    }
  }
}

/// The message of the error that a body throws; nil without one.
func message(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}
