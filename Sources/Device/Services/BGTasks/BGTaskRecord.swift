import Simulation

/// What a trace tells of requests and tasks of `BGTaskScheduler`.
enum BGTaskRecord {
  case submitted(TaskRequest, TaskRequestError?)
  case cancelled(identifier: String, Cancellation)
  case launched(identifier: String)
  case expired(identifier: String)
  case completed(identifier: String, success: Bool)

  /// Why a request is cancelled.
  enum Cancellation: String {
    /// The app has cancelled it.
    case app
    case forceQuit
    /// The user has not opened the app for long.
    case unopened
  }

  var kind: TraceKind {
    switch self {
    case .submitted: .bgTaskSubmit
    case .cancelled: .bgTaskCancel
    case .launched: .bgTaskLaunch
    case .expired: .bgTaskExpire
    case .completed: .bgTaskComplete
    }
  }

  func write(to fields: inout TraceFields) {
    switch self {
    case .submitted(let request, let error):
      fields.add("identifier", request.identifier)
      fields.add("work", request.kind.rawValue)
      if let earliest = request.earliest { fields.add("earliestNs", earliest.nanoseconds) }
      if !request.requirements.isEmpty { fields.add("requires", request.requirements.names) }
      fields.add("error", error?.name)
    case .cancelled(let identifier, let cause):
      fields.add("identifier", identifier)
      fields.add("reason", cause.rawValue)
    case .launched(let identifier), .expired(let identifier):
      fields.add("identifier", identifier)
    case .completed(let identifier, let success):
      fields.add("identifier", identifier)
      fields.add("success", success)
    }
  }
}
