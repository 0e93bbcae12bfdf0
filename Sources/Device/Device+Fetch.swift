import Simulation

/// Background fetch (semantics.md, section 4).
extension Device {
  // MARK: Eligibility

  func setFetchInterval(_ interval: TimeSpan?, of app: Application) {
    // Never zero: an app is not eligible again at the instant its fetch begins.
    let interval = interval.map { max($0, limits.minimumFetchInterval, .nanoseconds(1)) }
    app.fetching.isIntervalSet = true
    guard interval != app.fetching.interval else { return }
    app.fetching.interval = interval
    app.fetching.intervalSet = now
    if let interval {
      app.fetching.firstSet = app.fetching.firstSet ?? now
      app.fetching.shortestInterval = min(app.fetching.shortestInterval ?? .max, interval)
    }
    updateEligibility(of: app)
  }

  /// F1, but for the interval.
  private func mayFetch(_ app: Application) -> Bool {
    app.configuration.modes.contains(.fetch) && app.backgroundRefreshAvailable
      && app.fetching.interval != nil && !app.isForceQuit && !app.state.isForeground
      && foreground != app.id && app.process.fetch == nil && allowsDiscretionaryWork
  }

  /// Keeps the list of waiting apps in step with whatever has changed (F1).
  func updateEligibility(of app: Application) {
    guard mayFetch(app), let interval = app.fetching.interval else {
      loseEligibility(app)
      return
    }
    let due = (app.fetching.lastBegan ?? app.fetching.intervalSet) + interval
    guard due <= now else {
      loseEligibility(app)
      queue.cancel(app.fetching.due)
      app.fetching.due = queue.schedule(
        .fetchDue(app.id), at: due, rank: DeviceEvent.Rank.limit)
      return
    }
    guard app.fetching.eligibleSince == nil else { return }
    app.fetching.eligibleSince = now
    waiting.append(app.id)
    trace.record("fetch.eligible", at: now, app: app.name)
    requestReview()
  }

  private func loseEligibility(_ app: Application) {
    guard let since = app.fetching.eligibleSince else { return }
    app.statistics.longestWait = max(app.statistics.longestWait, now - since)
    app.fetching.eligibleSince = nil
    waiting.removeAll { $0 == app.id }
  }

  // MARK: The fetch

  /// Gives an eligible app a slot: it is resumed or launched into the background (F3).
  func startFetch(of app: Application) {
    if let since = app.fetching.eligibleSince {
      app.statistics.slotWait.add((now - since).seconds)
    }
    loseEligibility(app)
    slots.start(at: now)
    statistics.fetchesStarted += 1
    app.fetching.lastBegan = now
    app.fetching.before = app.usage.received
    app.fetchCount += 1
    let id = FetchID(number: app.fetchCount)
    trace.record("fetch.start", at: now, app: app.name) {
      $0.add("launched", app.state == .notRunning)
    }
    switch app.state {
    case .notRunning:
      noteWakeUp()
      launch(app, into: .background, reason: .fetch)
    case .suspended:
      resumeInBackground(app, because: "fetch")
    case .inactive, .active, .background: break
    }
    let limit = now + limits.fetch
    let token = queue.schedule(
      .limit(.fetch, app.id, life: app.life), at: limit, rank: DeviceEvent.Rank.limit)
    app.process.fetch = RunningFetch(id: id, began: now, limit: limit, token: token)
    app.main.itemsBeforeSuspension = nil
    adjustReservation(of: app)
    enqueue(.callback(.performFetch(id)), of: app)
  }

  /// The completion handler was called (F4, F5, F7); false if it was called before.
  func completeFetch(
    _ id: FetchID, _ result: FetchResult, of app: Application, at location: SourceLocation
  ) -> Bool {
    guard let fetch = app.process.fetch, fetch.id == id else {
      report(
        .completionCalledTwice,
        "this request has been answered; you can't call -sendResponse: twice", of: app,
        at: location)
      return false
    }
    if now > fetch.limit {
      report(
        .completionCalledLate,
        "fetch completion handler called \(now - fetch.began) after the fetch began",
        of: app, at: location)
    }
    reportNearLimit(fetch, of: app, at: location)
    endFetch(of: app, result: result)
    considerSuspension(of: app)
    return true
  }

  /// The fetch was all but too long: on a slower network it would have been.
  private func reportNearLimit(
    _ fetch: RunningFetch, of app: Application, at location: SourceLocation
  ) {
    let took = now - fetch.began
    guard !fetch.isDetached, took <= limits.fetch, took.seconds > 0.9 * limits.fetch.seconds
    else { return }
    report(
      .fetchNearLimit, "the fetch took \(took.toTenths) of the \(limits.fetch) that it may",
      of: app,
      at: location)
  }

  /// Ends the running fetch, if any; no result when its time is over or its process ends.
  func endFetch(of app: Application, result: FetchResult?) {
    guard let fetch = app.process.fetch else { return }
    app.process.fetch = nil
    let took = now - fetch.began
    if let result {
      app.statistics.fetchesByResult[result.rawValue] += 1
      trace.record("fetch.complete", at: now, app: app.name) {
        $0.add("result", result.name)
        $0.add("tookNs", took.nanoseconds)
      }
    } else {
      app.statistics.fetchesUnanswered += 1
    }
    app.fetching.lastResult = result
    app.fetching.brought = app.usage.received - app.fetching.before
    let isGood = result == .newData || result == .noData
    app.fetching.failuresInARow = isGood ? 0 : app.fetching.failuresInARow + 1
    if !fetch.isDetached { freeSlot(of: fetch, app) }
    adjustReservation(of: app)
    policy.observe(.fetch(app: app.id, at: now, result: result, took: took))
    notePolicyFault(in: "observe")
    updateEligibility(of: app)
    requestReview()
  }

  private func freeSlot(of fetch: RunningFetch, _ app: Application) {
    queue.cancel(fetch.token)
    slots.finish()
    app.statistics.slotTime += measured(since: fetch.began)
  }

  /// The user opened the app: the fetch goes on without limit, slot and pool (F7).
  func detachFetch(of app: Application) {
    guard let fetch = app.process.fetch, !fetch.isDetached else { return }
    freeSlot(of: fetch, app)
    app.process.fetch?.isDetached = true
    requestReview()
  }

  func fetchIsTooLong(_ app: Application) {
    trace.record("fetch.timeout", at: now, app: app.name)
    var message = "completion handler was never called"
    if app.behavior?.implements("performFetch") == false {
      message += ": the app has no performFetch"
      reportMissingFetch(of: app)
    } else {
      report(.completionNeverCalled, message, of: app, at: app.behavior?.performFetchLocation)
    }
    terminate(app, .backgroundFetchTimeout, detail: message)
  }
}
