import Simulation

/// What suspension cuts off, and what becomes of it.
extension Device {
  /// Reports what the app has begun and is not done with, at the lines that began it; what was told
  /// at an earlier suspension is not told again.
  func reportCutOffWork(of app: Application) {
    var cut: [(what: String, at: SourceLocation?)] = []
    for request in app.process.requests.inFlight where !request.isCutOff {
      app.process.requests[request.id]?.isCutOff = true
      cut.append(("a request to \(request.url)", request.location))
    }
    for busy in app.process.beside.busy.elements where !busy.isCutOff {
      app.process.beside.busy[busy.fiber]?.isCutOff = true
      cut.append(("work on a global queue", app.behavior?.location(of: busy.fiber)))
    }
    cut += app.process.unfinished.take { app.behavior?.location(of: $0) }
    // A task that was refused and its work are one mistake.
    guard !reportRefusedTask(of: app, work: !cut.isEmpty) else { return }
    var told = Set<SourceLocation?>()
    for work in cut where told.insert(work.at).inserted {
      report(.workCutOff, "\(work.what) was cut off by suspension", of: app, at: work.at)
    }
  }

  /// The app was refused a task, went on as if it had one, and now stops in the middle.
  private func reportRefusedTask(of app: Application, work: Bool) -> Bool {
    guard work, let refused = app.process.refusedBegin else { return false }
    report(
      .refusedTaskUsed,
      "beginBackgroundTask returned invalid, but work went on and is cut off by suspension",
      of: app, at: refused.location)
    return true
  }

  // MARK: Requests

  /// Requests in flight stand still while the app is suspended.
  func freezeRequests(of app: Application) {
    for request in app.process.requests.inFlight {
      queue.cancel(request.token)
      transferEnds(request)
    }
  }

  /// The app runs again: its requests go on where they stood, or have lost their connection.
  func resumeRequests(of app: Application, after pause: TimeSpan) {
    for request in app.process.requests.inFlight {
      guard pause <= limits.socketGrace else {
        answer(request, with: .failure(.networkConnectionLost), of: app)
        continue
      }
      let due = request.due + pause
      app.process.requests[request.id]?.due = due
      app.process.requests[request.id]?.token = queue.schedule(
        .requestFinish(app.id, request.id, life: app.life), at: due,
        rank: DeviceEvent.Rank.callback)
      transferBegins(request)
    }
  }
}
