import Device
import Lua
import Simulation

/// Snapshots as policies in Lua see them: plain tables, made anew for each call, times in seconds.
///
/// Changing one changes nothing else. The names of the fields are documented in docs/policies.md.
extension LuaFrame {
  private func set(_ key: String, _ span: TimeSpan, of table: Int) {
    push(span.seconds)
    setField(key, of: table)
  }

  private func set(_ key: String, _ instant: Instant?, of table: Int) {
    guard let instant else { return }
    push(instant.seconds)
    setField(key, of: table)
  }

  private func set(_ key: String, _ number: Int, of table: Int) {
    push(number)
    setField(key, of: table)
  }

  private func set(_ key: String, _ number: Double, of table: Int) {
    push(number)
    setField(key, of: table)
  }

  private func set(_ key: String, _ flag: Bool, of table: Int) {
    push(flag)
    setField(key, of: table)
  }

  private func set(_ key: String, _ text: String, of table: Int) {
    push(text)
    setField(key, of: table)
  }

  /// Pushes `device`.
  ///
  /// - Parameters:
  ///   - name: gives an app's, for a policy that looks ahead; nil for others.
  func push(_ device: DeviceSnapshot, lookingAhead name: ((AppID) -> String)?) {
    let table = pushTable(fields: 20)
    set("now", device.now, of: table)
    set("hour", device.hour, of: table)
    set("minute", device.minute, of: table)
    set("weekday", device.weekday, of: table)
    push(device.power.level)
    setField("battery", of: table)
    set("charging", device.power.isCharging, of: table)
    set("lowPowerMode", device.power.isLowPowerMode, of: table)
    set("network", device.network.rawValue, of: table)
    set("freeSlots", device.freeSlots, of: table)
    set("appCount", device.appCount, of: table)
    set("inUse", device.isInUse, of: table)
    set("screenOn", device.screenOn, of: table)
    set("radioTail", device.radioTail, of: table)
    set("fetchCost", device.fetchCost.joules, of: table)
    if device.startsLeft < .max { set("startsLeft", device.startsLeft, of: table) }
    set("energy", device.energy.joules, of: table)
    set("backgroundEnergy", device.backgroundEnergy.joules, of: table)
    let pool = pushTable(fields: 4)
    set("available", device.pool.available, of: pool)
    set("capacity", device.pool.capacity, of: pool)
    set("nextRefill", device.pool.nextRefill, of: pool)
    set("refill", device.pool.refill, of: pool)
    setField("pool", of: table)
    guard let name else { return }
    push(device.coming, name: name)
    setField("coming", of: table)
  }

  private func push(_ coming: [ComingWork], name: (AppID) -> String) {
    let list = pushTable(elements: coming.count)
    for (index, work) in coming.enumerated() {
      let table = pushTable(fields: 5)
      set("app", name(work.app), of: table)
      set("kind", work.kind.rawValue, of: table)
      set("from", work.from, of: table)
      set("latest", work.latest, of: table)
      push(names: work.obstacles.map(\.name))
      setField("obstacles", of: table)
      setElement(index + 1, of: list)
    }
  }

  private func push(_ options: [AppOption]) {
    let table = pushTable(fields: options.count)
    for option in options {
      switch option.value {
      case .boolean(let value): set(option.name, value, of: table)
      case .integer(let value): set(option.name, value, of: table)
      case .number(let value): set(option.name, value, of: table)
      case .text(let value): set(option.name, value, of: table)
      }
    }
  }

  /// Pushes a table with an app's fields and room for some more; its place.
  private func push(_ app: AppSnapshot, more: Int = 0) -> Int {
    let table = pushTable(fields: 21 + more)
    set("id", app.name, of: table)
    set("place", Int(app.id.index) + 1, of: table)
    set("state", app.state.rawValue, of: table)
    push(names: BackgroundModes.byName.filter { app.modes.contains($0.mode) }.map(\.name))
    setField("modes", of: table)
    set("lastUse", app.lastUsed, of: table)
    set("screenOnSinceUse", app.screenOnSinceUse, of: table)
    set("lastOpen", app.lastOpened, of: table)
    set("lastFetch", app.lastFetchBegan, of: table)
    if let result = app.lastFetchResult { set("lastResult", result.name, of: table) }
    set("bytes", app.bytes, of: table)
    set("newItems", app.newItems, of: table)
    set("lastFetchBytes", app.lastFetchBytes, of: table)
    set("lastFetchItems", app.lastFetchItems, of: table)
    set("failuresInARow", app.failuresInARow, of: table)
    set("usedToday", app.usedToday, of: table)
    set("used", app.used, of: table)
    set("waitingSince", app.waitingSince, of: table)
    set("inAppSwitcher", app.isInAppSwitcher, of: table)
    set("backgroundRefresh", app.backgroundRefresh, of: table)
    push(app.options)
    setField("options", of: table)
    let hours = pushTable(elements: app.opensByHour.count)
    for (hour, opens) in app.opensByHour.enumerated() {
      push(opens)
      setElement(hour + 1, of: hours)
    }
    setField("opensByHour", of: table)
    return table
  }

  /// Pushes a list of texts.
  private func push(names: [String]) {
    let list = pushTable(elements: names.count)
    for (index, name) in names.enumerated() {
      push(name)
      setElement(index + 1, of: list)
    }
  }

  /// Pushes `request`.
  func push(_ request: BackgroundTimeRequest) {
    let table = pushTable(fields: 4)
    _ = push(request.app)
    setField("app", of: table)
    set("occasion", request.occasion.rawValue, of: table)
    set("allowance", request.allowance, of: table)
    set("openTasks", request.openTasks, of: table)
  }

  /// Pushes the list `candidates`.
  func push(_ candidates: WorkCandidates) {
    let list = pushTable(elements: candidates.count)
    for (index, candidate) in candidates.enumerated() {
      let table = push(candidate.app, more: 7)
      set("kind", candidate.kind.rawValue, of: table)
      set("earliest", candidate.earliest, of: table)
      set("latest", candidate.latest, of: table)
      push(names: candidate.requirements.names)
      setField("requirements", of: table)
      set("eligibleSince", candidate.eligibleSince, of: table)
      set("minimumInterval", candidate.minimumInterval, of: table)
      set("allowance", candidate.allowance, of: table)
      setElement(index + 1, of: list)
    }
  }

  /// Pushes the list `holders`.
  func push(_ holders: [BackgroundHolder]) {
    let list = pushTable(elements: holders.count)
    for (index, holder) in holders.enumerated() {
      let table = push(holder.app, more: 3)
      set("deadline", holder.deadline, of: table)
      set("openTasks", holder.openTasks, of: table)
      set("fetching", !holder.work.isEmpty, of: table)
      setElement(index + 1, of: list)
    }
  }

  /// Pushes `outcome`; `name` gives an app's.
  func push(_ outcome: PolicyOutcome, name: (AppID) -> String) {
    let table = pushTable(fields: 6)
    switch outcome {
    case .backgroundTime(let app, let at, let granted, let used, let expired):
      set("kind", "backgroundTime", of: table)
      set("app", name(app), of: table)
      set("at", at, of: table)
      set("granted", granted, of: table)
      set("used", used, of: table)
      set("expired", expired, of: table)
    case .work(let kind, let app, let at, let result, let took):
      set("kind", kind.rawValue, of: table)
      set("app", name(app), of: table)
      set("at", at, of: table)
      if let result { set("result", result.name, of: table) }
      set("took", took, of: table)
    case .opened(let app, let at):
      set("kind", "opened", of: table)
      set("app", name(app), of: table)
      set("at", at, of: table)
    }
  }
}
