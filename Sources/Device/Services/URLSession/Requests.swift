import Simulation

/// Who gets a request's answer.
public enum RequestReceiver: Sendable {
  /// A block, run once on the session's queue.
  case block(BlockID)
  /// A callback that awaits it.
  case fiber(FiberID)
}

/// The requests of one process life.
struct Requests {
  /// An object: it is looked up and changed in place, where a copy would take longer than the rest of
  /// what becomes of a request.
  final class Request {
    let id: RequestID
    let url: String
    /// Position in the scenario's servers; nil for a host without one.
    let server: Int?
    let receiver: RequestReceiver
    /// The network that it goes over.
    let network: NetworkKind
    /// Begun in granted background time.
    let isGranted: Bool
    let bodyBytes: Double
    /// Bytes a second that its server gives.
    let mostBytesPerSecond: Double
    /// The line that began it.
    let location: SourceLocation?
    /// The bytes still to flow, from when it last began to.
    var load: Load
    /// Before the first byte flows, from then on.
    var setup: TimeSpan
    /// The flow; nil while it stands still, and once it has ended.
    var flow: FlowID?
    /// When it fails for taking too long; later if it stands still.
    var deadline: Instant
    /// The event of the deadline; without network, of the answer.
    var token = EventToken.none
    /// The answer that it will get if nothing comes between.
    let planned: URLAnswer
    /// The answer; nil while in flight.
    var answer: URLAnswer?
    /// Why its app had no network, if that has made it fail.
    var cut: NetworkCut?
    let began: Instant
    /// Suspension has cut it off, which was reported.
    var isCutOff = false
    /// Items on the server when it answered.
    var published = 0

    init(
      id: RequestID, url: String, server: Int?, receiver: RequestReceiver, network: NetworkKind,
      isGranted: Bool, bodyBytes: Double, mostBytesPerSecond: Double, location: SourceLocation?,
      load: Load, setup: TimeSpan, began: Instant, deadline: Instant, planned: URLAnswer
    ) {
      self.id = id
      self.url = url
      self.server = server
      self.receiver = receiver
      self.network = network
      self.isGranted = isGranted
      self.bodyBytes = bodyBytes
      self.mostBytesPerSecond = mostBytesPerSecond
      self.location = location
      self.load = load
      self.setup = setup
      self.began = began
      self.deadline = deadline
      self.planned = planned
    }
  }

  /// In order of start; those whose answer the app has not taken.
  private var open = OrderedMap<RequestID, Request>()
  private var count: Int32 = 0
  var queue = HandlerQueue()

  /// O(n).
  var inFlight: [Request] {
    open.isEmpty ? [] : open.elements.filter { $0.answer == nil }
  }
  var openCount: Int { open.count }

  mutating func nextID() -> RequestID {
    count += 1
    return RequestID(number: count)
  }

  mutating func add(_ request: Request) {
    open.append(request, for: request.id)
  }

  subscript(id: RequestID) -> Request? { open[id] }

  mutating func remove(_ id: RequestID) -> Request? { open.remove(id) }
}

/// The serial queue on which a session calls its completion handlers, in the order of the answers.
struct HandlerQueue {
  private var handlers: [Callback] = []

  /// The handler that runs, or is about to.
  var first: Callback { handlers[0] }

  /// Returns whether it is the first, so that it can be called.
  mutating func append(_ handler: Callback) -> Bool {
    handlers.append(handler)
    return handlers.count == 1
  }

  /// The first has returned. Returns whether there is another. O(n).
  mutating func removeFirst() -> Bool {
    guard !handlers.isEmpty else { return false }  // it has ended the process
    handlers.removeFirst()
    return !handlers.isEmpty
  }
}
