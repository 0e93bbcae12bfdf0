import Simulation

/// Requests to the scenario's servers (section 6).
extension Device {
  func startRequest(
    _ request: URLRequest, of app: Application, for receiver: RequestReceiver,
    at location: SourceLocation?
  ) -> RequestID {
    weigh(Limits.callbacksARequest, on: app)
    let id = app.process.requests.nextID()
    let host = request.host
    let server = scenario.servers.firstIndex { $0.host == host }
    trace.record("request.start", at: now, app: app.name) {
      $0.add("id", Int(id.number))
      $0.add("url", request.url)
    }
    if let server { follow(server, app) } else { reportUnknown(host, of: app, at: location) }
    var outcome = plan(request, server: server, of: app)
    let timeout = request.timeout ?? limits.requestTimeout
    if outcome.takes > timeout {
      outcome = (timeout, .failure(.timedOut))
    }
    let token = queue.schedule(
      .requestFinish(app.id, id, life: app.life), at: now + outcome.takes,
      rank: DeviceEvent.Rank.callback)
    let begun = Requests.Request(
      id: id, url: request.url, server: server, receiver: receiver, network: network,
      isGranted: isGranted(app), bodyBytes: request.bodyBytes, location: location,
      due: now + outcome.takes, token: token, planned: outcome.answer)
    app.process.requests.add(begun)
    transferBegins(begun)
    return id
  }

  /// How long a request takes and what it brings, as the world stands now. Latency and failure are
  /// drawn from a stream of this app and this server: other apps and the policy do not shift them.
  private func plan(
    _ request: URLRequest, server index: Int?, of app: Application
  ) -> (takes: TimeSpan, answer: URLAnswer) {
    let link: DeviceConfiguration.Link
    switch network {
    case .none: return (.zero, .failure(.notConnectedToInternet))
    case .wifi: link = scenario.device.wifi
    case .cellular: link = scenario.device.cellular
    }
    guard let index else { return (link.latency, .failure(.cannotFindHost)) }
    let server = scenario.servers[index]
    var stream =
      app.subscriptions[index].stream
      ?? RandomStream(seed: scenario.seed, name: "server/\(server.host)/\(app.name)")
    let latency = stream.logNormal(
      median: server.latencyMedian.seconds, p95: server.latencyP95.seconds)
    let fails = stream.bernoulli(server.failureProbability)
    app.subscriptions[index].stream = stream
    let received = app.subscriptions[index].received
    let items = max(0, publishers[index].count(at: now) - received)
    let bytes = server.answerBytes + Double(items) * server.itemBytes
    let rate = min(link.bytesPerSecond, server.bytesPerSecond)
    let transfer = (request.bodyBytes + (fails ? 0 : bytes)) / rate
    let takes = link.latency + .seconds(latency) + .seconds(transfer)
    let answer = URLAnswer(
      statusCode: fails ? 500 : 200, bytes: fails ? 0 : Int(bytes), newItems: 0, error: nil)
    return (takes, answer)
  }

  func requestFinishes(_ id: RequestID, of app: Application) {
    guard let request = app.process.requests[id] else { return }
    answer(request, with: request.planned, of: app)
  }

  /// The answer has come: it is delivered on the main thread, or at resumption (P3).
  func answer(
    _ request: Requests.Request, with answer: URLAnswer, of app: Application
  ) {
    var request = request
    request.answer = answer
    if app.process.suspendedAt == nil { transferEnds(request) }
    noteBytes(of: request, answer, app)
    if let server = request.server, answer.statusCode == 200 {
      request.published = publishers[server].count(at: now)
    }
    app.process.requests[request.id] = request
    trace.record("request.finish", at: now, app: app.name) {
      $0.add("id", Int(request.id.number))
      $0.add("status", answer.statusCode ?? 0)
      $0.add("bytes", answer.bytes)
      $0.add("error", answer.error?.name)
    }
    switch request.receiver {
    case .block(let block): due(.callback(.completion(block, request.id)), of: app)
    case .fiber(let fiber): wake(fiber, of: app, after: .zero)
    }
  }

  private func noteBytes(
    of request: Requests.Request, _ answer: URLAnswer, _ app: Application
  ) {
    guard answer.statusCode != nil else { return }
    let bytes = request.bodyBytes + Double(answer.bytes)
    app.usage.received.bytes += bytes
    switch request.network {
    case .none: break
    case .wifi: statistics.wifiBytes += bytes
    case .cellular: statistics.cellularBytes += bytes
    }
  }

  func cancelRequest(_ id: RequestID, of app: Application) {
    abort(id, .cancelled, of: app)
  }

  private func abort(_ id: RequestID, _ error: URLError, of app: Application) {
    guard let request = app.process.requests[id], request.answer == nil else { return }
    queue.cancel(request.token)
    answer(request, with: .failure(error), of: app)
  }

  /// The network is gone: what was in flight fails.
  func dropConnections() {
    for app in apps {
      for request in app.process.requests.inFlight {
        abort(request.id, .networkConnectionLost, of: app)
      }
    }
  }

  private func reportUnknown(_ host: String, of app: Application, at location: SourceLocation?) {
    let meant = nearest(to: host, among: scenario.servers.map(\.host))
    report(
      .hostWithoutServer,
      "no server of the scenario has the host \(quoted(host))"
        + (meant.map { "; is \(quoted($0)) meant?" } ?? ""),
      of: app, at: location)
  }

  func takeAnswer(to id: RequestID, of app: Application) -> URLAnswer? {
    guard let request = app.process.requests[id], var answer = request.answer else { return nil }
    _ = app.process.requests.remove(id)
    if let server = request.server, answer.statusCode == 200 {
      let received = app.subscriptions[server].received
      answer.newItems = max(0, request.published - received)
      app.usage.received.items += answer.newItems
      receive(request.published, from: server, app)
    }
    return answer
  }
}
