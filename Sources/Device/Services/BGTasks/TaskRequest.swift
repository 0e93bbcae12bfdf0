import Simulation

/// A request to `BGTaskScheduler`: to be launched or resumed once, when it suits the device.
public struct TaskRequest: Sendable, Equatable {
  /// `refresh` or `processing`.
  public let kind: WorkKind
  public let identifier: String
  /// Not before this moment, which may lie in the past; nil: any time.
  public let earliest: Instant?
  /// The requirements, of processing only.
  public let requirements: WorkRequirements

  /// `BGAppRefreshTaskRequest`.
  public static func refresh(_ identifier: String, earliest: Instant? = nil) -> TaskRequest {
    TaskRequest(kind: .refresh, identifier: identifier, earliest: earliest, requirements: [])
  }

  /// `BGProcessingTaskRequest`.
  public static func processing(
    _ identifier: String, earliest: Instant? = nil, requiresNetwork: Bool = false,
    requiresPower: Bool = false
  ) -> TaskRequest {
    var requirements: WorkRequirements = []
    if requiresNetwork { requirements.insert(.network) }
    if requiresPower { requirements.insert(.externalPower) }
    return TaskRequest(
      kind: .processing, identifier: identifier, earliest: earliest, requirements: requirements)
  }
}

/// The requests that an app may make, as it is declared and as the user's switches stand.
struct TaskPermissions {
  let identifiers: [String]
  let modes: BackgroundModes
  let isRefreshOn: Bool

  func allow(_ kind: WorkKind) -> Bool { modes.contains(kind == .refresh ? .fetch : .processing) }
}

/// A request that was taken and has not come to its launch.
struct PendingRequest {
  let request: TaskRequest
  let submitted: Instant
  /// Which of the app's submissions it is, from 1.
  let number: Int
  let location: SourceLocation
  /// Another is to follow it: it was made while a task of the same identifier ran, or is for a
  /// refresh and was not made in the course of other work that the device gave the app, which comes
  /// again.
  let isInChain: Bool

  /// From when on it may come to its launch.
  var due: Instant { max(submitted, request.earliest ?? submitted) }
}

/// The pending requests of one app, over all its process lives.
///
/// Pure: it knows requests and permissions, but no clock and no device.
struct TaskRequests {
  static let mostRefreshes = 1
  static let mostProcessing = 10

  /// In the order in which they were submitted.
  private(set) var pending: [PendingRequest] = []

  /// Takes a request; one of the same identifier gives way to it. What is pending is counted
  /// without that one.
  ///
  /// - Returns: why it is not taken, and then nothing has changed; nil: it is.
  mutating func submit(
    _ new: PendingRequest, _ permissions: TaskPermissions
  ) -> TaskRequestError? {
    let request = new.request
    guard permissions.identifiers.permit(request.identifier), permissions.allow(request.kind)
    else { return .notPermitted }
    guard permissions.isRefreshOn else { return .unavailable }
    var others = pending
    others.removeAll { $0.request.identifier == request.identifier }
    let most = request.kind == .refresh ? TaskRequests.mostRefreshes : TaskRequests.mostProcessing
    guard others.count(where: { $0.request.kind == request.kind }) < most else {
      return .tooManyPendingTaskRequests
    }
    pending = others + [new]
    return nil
  }

  /// Takes a request out: it is cancelled, or comes to its launch. Nil: there is none.
  mutating func remove(_ identifier: String) -> PendingRequest? {
    guard let place = pending.firstIndex(where: { $0.request.identifier == identifier }) else {
      return nil
    }
    return pending.remove(at: place)
  }

  /// The request that comes next of a kind: the one that the fewest things keep from it, and of
  /// equals the one due first. With the number of those things. O(requests), at most ten.
  func next(
    _ kind: WorkKind, obstacles: (PendingRequest) -> [Ineligibility]
  ) -> (request: PendingRequest, obstacles: [Ineligibility])? {
    var best: (place: Int, obstacles: [Ineligibility])?
    for place in pending.indices where pending[place].request.kind == kind {
      let kept = obstacles(pending[place])
      if let best,
        (best.obstacles.count, pending[best.place].due) <= (kept.count, pending[place].due)
      {
        continue
      }
      best = (place, kept)
    }
    return best.map { (pending[$0.place], $0.obstacles) }
  }
}
