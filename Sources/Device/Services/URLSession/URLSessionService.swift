import Simulation

/// Requests to the scenario's servers (section 6).
final class URLSessionService: Service {
  private enum Deadline: UInt8 {
    /// The answer of a request comes; its number is the request's.
    case answer
    /// A request has taken too long; its number is the request's.
    case timeout
    /// The session's queue calls the next completion handler.
    case handler
  }

  /// The requests of each app's present process.
  private let lives: PerApp<Requests>
  private var wifiBytes = 0.0
  private var cellularBytes = 0.0

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    lives = PerApp(Requests(), count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What it is to others

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .suspending: freeze(process)
    case .resumed(let pause): resume(process, after: pause)
    case .ended:
      if process.suspendedAt == nil {
        for request in lives[process].inFlight { stop(request, of: process) }
      }
      lives[process] = Requests()
    case .launched, .moved, .opened, .cameToFront, .forceQuit, .enteredBackground,
      .enteredForeground:
      break
    }
  }

  override func world(_ change: WorldChange) {
    switch change {
    case .network(let network): if network == .none { dropConnections() }
    case .power, .inUse, .moved, .thermal, .discretionaryWork: break
    }
  }

  override func networkIsCut(of process: Process) {
    dropConnections(of: process, by: device.standby.networkCut(of: process))
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .answer:
      guard let request = lives[process][RequestID(number: event.number)] else { return }
      answer(request, with: request.planned, of: process)
    case .timeout: abort(RequestID(number: event.number), .timedOut, of: process)
    case .handler: callHandler(of: process)
    case nil: unknown(event.what)
    }
  }

  override func cutOff(of process: Process) -> [CutOff] {
    var work: [CutOff] = []
    for request in lives[process].inFlight where !request.isCutOff {
      request.isCutOff = true
      work.append(cut(request))
    }
    return work
  }

  private func cut(_ request: Requests.Request) -> CutOff {
    var work = CutOff("a request to \(request.url)", at: request.location)
    work.isRequest = true
    work.began = request.began
    return work
  }

  override func underWay(of process: Process) -> [CutOff] {
    lives[process].inFlight.map(cut)
  }

  override func addFigures(to figures: inout DeviceStatistics) {
    figures.wifiBytes += wifiBytes
    figures.cellularBytes += cellularBytes
  }

  override func beginMeasuring() {
    wifiBytes = 0
    cellularBytes = 0
  }

  // MARK: Requests

  fileprivate func start(
    _ request: URLRequest, of process: Process, for receiver: RequestReceiver,
    at location: SourceLocation?
  ) -> RequestID {
    process.workedAt = now
    process.requestedAt = now
    process.weigh(Limits.callbacksARequest)
    let id = lives[process].nextID()
    let server = device.servers.find(request, of: process)
    process.record(.requestStarted(Int(id.number), url: request.url), at: location)
    device.servers.meet(server, by: request, of: process, at: location)
    let cut = device.standby.networkCut(of: process)
    // What cannot be loaded fails before it meets a network.
    let network = request.isSupported && cut == nil ? device.world.network : .none
    let link = device.servers.link(over: network)
    let exchange = link.map { _ in
      server.map { device.servers.exchange(request, with: $0, for: process) } ?? .unknown
    }
    let begun = Requests.Request(
      id: id, url: request.url, server: server, receiver: receiver, network: network,
      isGranted: device.budget.isGranted(process), bodyBytes: request.bodyBytes,
      mostBytesPerSecond: device.servers.rate(of: server), location: location,
      load: exchange?.load ?? Load(),
      setup: (link?.latency ?? .zero) + (exchange?.latency ?? .zero),
      began: now, deadline: now + (request.timeout ?? limits.requestTimeout),
      planned: exchange?.answer
        ?? .failure(request.isSupported ? .notConnectedToInternet : .unsupportedURL))
    begun.cut = cut
    lives[process].add(begun)
    move(begun, of: process)
    return id
  }

  fileprivate func openRequests(of process: Process) -> Int { lives[process].openCount }

  /// A request goes its way, from the start or from where it stood still.
  private func move(_ request: Requests.Request, of process: Process) {
    let callback = DeviceEvent.Rank.callback
    guard request.network != .none else {
      request.token = arm(
        Deadline.answer, request.id.number, of: process, at: now, rank: callback)
      return
    }
    request.flow = device.links.begin(
      request.load, atMost: request.mostBytesPerSecond, after: request.setup,
      over: request.network, isGranted: request.isGranted,
      then: event(Deadline.answer, request.id.number, of: process))
    request.token = arm(
      Deadline.timeout, request.id.number, of: process, at: request.deadline, rank: callback)
  }

  /// It moves no further; what is left of it stays.
  private func stop(_ request: Requests.Request, of process: Process) {
    device.agenda.cancel(request.token)
    guard let flow = request.flow else { return }
    request.flow = nil
    guard let way = device.links.end(flow) else { return }
    request.setup = way.setup
    request.load = request.load - way.moved
  }

  /// The answer has come: a handler gets it on the session's queue (Q13), a Task on its thread.
  private func answer(
    _ request: Requests.Request, with answer: URLAnswer, of process: Process
  ) {
    stop(request, of: process)
    request.answer = answer
    count(request, answer, of: process)
    if let server = request.server, answer.statusCode == 200 {
      request.published = device.servers.published(by: server)
    }
    process.record(
      .requestFinished(
        Int(request.id.number), status: answer.statusCode ?? 0, bytes: answer.bytes,
        error: answer.error?.name, because: answer.error.flatMap { _ in request.cut?.rawValue }))
    switch request.receiver {
    case .block(let block):
      if lives[process].queue.append(.completion(block, request.id)) {
        callNextHandler(of: process)
      }
    case .fiber(let fiber): process.wake(fiber, after: .zero)
    }
  }

  // MARK: The session's queue (Q13)

  private func callNextHandler(of process: Process) {
    arm(
      Deadline.handler, of: process, at: process.nextBeside(), rank: DeviceEvent.Rank.callback)
  }

  private func callHandler(of process: Process) {
    process.runBeside(lives[process].queue.first, for: BesideOwner(service: number, number: 0))
  }

  override func returned(_ number: Int, of process: Process) {
    if lives[process].queue.removeFirst() { callNextHandler(of: process) }
  }

  // MARK: Answers

  private func count(_ request: Requests.Request, _ answer: URLAnswer, of process: Process) {
    guard answer.statusCode != nil else { return }
    let bytes = request.bodyBytes + Double(answer.bytes)
    device.servers.transferred(bytes, by: process)
    switch request.network {
    case .none: break
    case .wifi: wifiBytes += bytes
    case .cellular: cellularBytes += bytes
    }
  }

  fileprivate func cancel(_ id: RequestID, of process: Process) {
    abort(id, .cancelled, of: process)
  }

  private func abort(_ id: RequestID, _ error: URLError, of process: Process) {
    guard let request = lives[process][id], request.answer == nil else { return }
    answer(request, with: .failure(error), of: process)
  }

  /// The network is gone: what was in flight fails.
  private func dropConnections() {
    for process in device.memory.living { dropConnections(of: process, by: nil) }
  }

  private func dropConnections(of process: Process, by cut: NetworkCut?) {
    for request in lives[process].inFlight {
      request.cut = request.cut ?? cut
      abort(request.id, .networkConnectionLost, of: process)
    }
  }

  fileprivate func takeAnswer(to id: RequestID, of process: Process) -> URLAnswer? {
    guard let request = lives[process][id], var answer = request.answer else { return nil }
    _ = lives[process].remove(id)
    if let server = request.server, answer.statusCode == 200 {
      answer.newItems = device.servers.deliver(request.published, from: server, to: process)
    }
    return answer
  }

  // MARK: Suspension

  /// Requests in flight stand still while the app is suspended.
  private func freeze(_ process: Process) {
    for request in lives[process].inFlight { stop(request, of: process) }
  }

  /// The app runs again: its requests go on where they stood, or have lost their connection.
  private func resume(_ process: Process, after pause: TimeSpan) {
    for request in lives[process].inFlight {
      guard pause <= limits.socketGrace else {
        answer(request, with: .failure(.networkConnectionLost), of: process)
        continue
      }
      request.deadline = request.deadline + pause
      move(request, of: process)
    }
  }
}

extension Application {
  private var session: URLSessionService { device.services.find(URLSessionService.self) }

  /// Requests of this process whose answers it has not taken; at most `Limits.openRequests` are
  /// meant to be.
  public var openRequests: Int { session.openRequests(of: process) }

  /// Starts a request; its answer comes by the receiver.
  public func startRequest(
    _ request: URLRequest, for receiver: RequestReceiver, at location: SourceLocation? = nil
  ) -> RequestID {
    session.start(request, of: process, for: receiver, at: location)
  }

  /// Cancels a request in flight: its receiver gets `URLError.cancelled`.
  public func cancelRequest(_ request: RequestID) {
    process.cancelledAt = now
    session.cancel(request, of: process)
  }

  /// Takes the answer of a finished request, once: from now on the app has received its items.
  public func takeAnswer(to request: RequestID) -> URLAnswer? {
    session.takeAnswer(to: request, of: process)
  }
}
