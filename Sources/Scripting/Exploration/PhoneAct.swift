import Device
import Simulation

/// Something that happens to a phone with one app: what the user, the system, the network and the
/// servers do to it, or nothing for a while.
package enum PhoneAct: Sendable, Equatable {
  /// So many seconds pass.
  case wait(Int)
  case open
  case home
  case forceQuit
  case killForMemory
  case prewarm
  /// The app's time in the background is over.
  case expire
  case fetch
  case transfers
  /// The app's jobs of Android's JobScheduler that may run begin.
  case jobs
  /// The app's widget is reloaded.
  case reload
  case task(String)
  /// A silent push; on Android with a priority, where one is said.
  case push([PushField], MessagePriority? = nil)
  case call([PushField])
  case answerCall
  case endCall
  case network(NetworkKind)
  case servers(ServerCondition)
  case lowPowerMode(Bool)
  case lock
  case unlock
  case reboot
  /// To a place, of which each is some three kilometres north of the one before it.
  case move(Int)
  case moveTo(latitude: Double, longitude: Double)
  /// Into a region of the app's, or out of it; without a name, of the first with which that can be.
  case cross(String, inside: Bool)
  /// An accessory of the app's comes into reach, goes out of it, or sends a value; without a name,
  /// the first with which that can be.
  case connect(String)
  case disconnect(String)
  case sendValue(String)
  /// Somebody sends the app an alert.
  case alert(String)
  /// The apps that run are warned of a shortage of memory.
  case memoryWarning
  case heat(ThermalState)

  /// A group of acts, of which a run has all or none.
  package enum Kind: Int, CaseIterable, Sendable {
    case use, time, work, end, network, servers, power, lock, calls, travel, accessories, alerts
    case strain
  }

  package var kind: Kind {
    switch self {
    case .wait: .time
    case .open, .home: .use
    case .fetch, .transfers, .jobs, .reload, .task, .push: .work
    case .forceQuit, .killForMemory, .prewarm, .expire: .end
    case .network: .network
    case .servers: .servers
    case .lowPowerMode: .power
    case .lock, .unlock, .reboot: .lock
    case .call, .answerCall, .endCall: .calls
    case .move, .moveTo, .cross: .travel
    case .connect, .disconnect, .sendValue: .accessories
    case .alert: .alerts
    case .memoryWarning, .heat: .strain
    }
  }

  /// Whether work that is cut off by it is no mistake: its time was over, or nobody had unlocked
  /// the phone.
  var mayCutWork: Bool {
    switch self {
    case .expire, .prewarm, .lock, .reboot: true
    default: false
    }
  }

  // MARK: On a phone

  /// Does it, and lets all that follows at this moment happen.
  ///
  /// - Returns: what was done, with its names; nil where it could not be done then, and nothing has
  ///   happened.
  func performed(on phone: DrivenPhone, _ app: AppID) -> PhoneAct? {
    named(on: phone.device, app).first { act in
      do throws(PhoneTrouble) {
        try act.attempt(on: phone, app)
        return true
      } catch {
        return false
      }
    }
  }

  /// The acts that it may stand for, by what the app has at this moment.
  func named(on device: Device, _ app: AppID) -> [PhoneAct] {
    switch self {
    case .cross("", let inside):
      device.monitoredRegions(of: app).map { .cross($0, inside: inside) }
    case .connect(""): device.accessoriesOutOfReach.map { .connect($0) }
    case .disconnect(""): device.connectedAccessories(of: app).map { .disconnect($0) }
    case .sendValue(""): device.connectedAccessories(of: app).map { .sendValue($0) }
    default: [self]
    }
  }

  /// Does it.
  ///
  /// - Throws: what is in the way.
  func attempt(on phone: DrivenPhone, _ app: AppID) throws(PhoneTrouble) {
    let device = phone.device
    switch self {
    case .wait: break
    case .open: try phone.open(app)
    case .home: try phone.leave(app)
    case .forceQuit: try phone.forceQuit(app)
    case .killForMemory: try phone.endForMemory(app)
    case .prewarm: try phone.prewarm(app)
    case .expire: try phone.expire(app)
    case .fetch: try phone.grantFetch(app)
    case .transfers: try phone.grantTransfers(app)
    case .jobs: try phone.grantJobs(app)
    case .reload: try phone.grantReload(app)
    case .task(let identifier): try phone.launchTask(identifier, of: app)
    case .push(let fields, let priority): try phone.push(fields, priority: priority, to: app)
    case .call(let fields): try phone.voipPush(fields, to: app)
    case .answerCall: try phone.answerCall(app)
    case .endCall: try phone.endCall(app)
    case .network(let kind): device.change(network: kind)
    case .servers(let condition):
      for server in phone.scenario.servers { device.set(condition, ofServer: server.host) }
    case .lowPowerMode(let isOn): device.change(lowPowerMode: isOn)
    case .lock: device.lock()
    case .unlock: phone.unlock()
    case .reboot: device.reboot()
    case .move(let place):
      device.move(
        to: Position(latitude: PhoneAct.latitude(of: place), longitude: PhoneAct.longitude))
    case .moveTo(let latitude, let longitude):
      device.move(to: Position(latitude: latitude, longitude: longitude))
    case .cross(let region, let inside): try phone.cross(region, of: app, inside: inside)
    case .connect(let accessory): try phone.move(accessory: accessory, isAway: false)
    case .disconnect(let accessory): try phone.move(accessory: accessory, isAway: true)
    case .sendValue(let accessory): try phone.sendValue(of: accessory)
    case .alert(let title): try phone.alert(NotificationContent(title: title), [], to: app)
    case .memoryWarning: device.warnOfMemory()
    case .heat(let state): device.change(thermalState: state)
    }
  }

  static let longitude = 13.4

  static func latitude(of place: Int) -> Double { Double(5_250 + 3 * place) / 100 }

  // MARK: In words

  /// The lines of a test in Lua that do it, with `phone` and `app`, and `servers` where there are
  /// any.
  package var lines: [String] {
    switch self {
    case .wait(let seconds): ["phone:advance(\(PhoneAct.span(seconds)))"]
    case .open: ["app:open()"]
    case .home: ["app:home()"]
    case .forceQuit: ["app:forceQuit()"]
    case .killForMemory: ["app:killForMemory()"]
    case .prewarm: ["app:prewarm()"]
    case .expire: ["app:expire()"]
    case .fetch: ["app:grantFetch()"]
    case .transfers: ["app:grantTransfers()"]
    case .jobs: ["app:grantJobs()"]
    case .reload: ["app:grantReload()"]
    case .task(let identifier): ["app:launchTask(\(LuaText.literal(identifier)))"]
    case .push(let fields, nil): ["app:push(\(LuaText.arguments(fields)))"]
    case .push(let fields, let priority?):
      ["app:push(\(fields.isEmpty ? "{}" : LuaText.arguments(fields)), \"\(priority.rawValue)\")"]
    case .call(let fields): ["app:voipPush(\(LuaText.arguments(fields)))"]
    case .answerCall: ["app:answerCall()"]
    case .endCall: ["app:endCall()"]
    case .network(let kind): ["phone:network(\"\(kind.rawValue)\")"]
    case .servers(let condition):
      ["for _, server in ipairs(servers) do \(PhoneAct.words(condition)) end"]
    case .lowPowerMode(let isOn): ["phone:lowPowerMode(\(isOn))"]
    case .lock: ["phone:lock()"]
    case .unlock: ["phone:unlock()"]
    case .reboot: ["phone:reboot()"]
    case .move(let place):
      [PhoneAct.move(toLatitude: PhoneAct.latitude(of: place), PhoneAct.longitude)]
    case .moveTo(let latitude, let longitude): [PhoneAct.move(toLatitude: latitude, longitude)]
    case .cross(let region, let inside):
      ["app:\(inside ? "enter" : "exit")Region(\(LuaText.literal(region)))"]
    case .connect(let accessory): ["phone:connect(\(LuaText.literal(accessory)))"]
    case .disconnect(let accessory): ["phone:disconnect(\(LuaText.literal(accessory)))"]
    case .sendValue(let accessory): ["phone:sendValue(\(LuaText.literal(accessory)))"]
    case .alert(let title): ["app:alert(\(LuaText.literal(title)))"]
    case .memoryWarning: ["phone:memoryWarning()"]
    case .heat(let state): ["phone:thermalState(\"\(state.rawValue)\")"]
    }
  }

  private static func move(toLatitude latitude: Double, _ longitude: Double) -> String {
    "phone:moveTo { latitude = \(latitude), longitude = \(longitude) }"
  }

  private static func words(_ condition: ServerCondition) -> String {
    switch condition {
    case .usual: "server:up()"
    case .down: "server:down()"
    case .slow(let time): "server:slow(\(span(Int(time.seconds))))"
    case .status(let code): "server:status(\(code))"
    }
  }

  /// Seconds as a script writes them: `minutes(5)`.
  static func span(_ seconds: Int) -> String {
    for (name, length) in [("days", 86_400), ("hours", 3_600), ("minutes", 60)]
    where seconds >= length && seconds.isMultiple(of: length) {
      return "\(name)(\(seconds / length))"
    }
    return "\(seconds)"
  }

  // MARK: Simpler ones

  /// Acts that a person would find simpler, the simplest first, which may show the same.
  var simpler: [PhoneAct] {
    switch self {
    case .wait(let seconds):
      PhoneAct.waits.filter { PhoneAct.weight($0) < PhoneAct.weight(seconds) && $0 < seconds }
        .map { .wait($0) }
    case .servers(.slow(let time)) where time > .seconds(40):
      [.servers(.down), .servers(.slow(by: .seconds(40)))]
    case .servers(let condition) where condition != .down && condition != .usual: [.servers(.down)]
    case .push(let fields, let priority) where !fields.isEmpty || priority != nil:
      [.push([])] + (fields.isEmpty || priority == nil ? [] : [.push([], priority)])
    case .call(let fields) where !fields.isEmpty: [.call([])]
    // Another app that is opened takes the place of the one in front.
    case .open, .lock, .forceQuit: [.home]
    case .killForMemory, .reboot: [.home, .forceQuit]
    case .move(let place) where place > 0: [.move(0)]
    default: []
    }
  }

  /// Lengths of time that people name, in seconds.
  static let waits = [
    1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1_200, 1_800, 3_600, 7_200,
    14_400, 28_800, 43_200, 86_400,
  ]

  /// Less for what is shorter; a length that is none of those above weighs more than any.
  private static func weight(_ seconds: Int) -> Int {
    waits.firstIndex(of: seconds) ?? waits.count
  }
}
