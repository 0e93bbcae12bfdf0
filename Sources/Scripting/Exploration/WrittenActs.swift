import Device
import Simulation

/// What somebody does to a phone at a moment, as people write it: `open chat; network none`.
package struct WrittenActs: Sendable, Equatable {
  private struct Step: Sendable, Equatable {
    /// As it was written.
    let text: String
    let act: PhoneAct
    /// The app that it is done to; the first where it is done to the phone.
    let app: AppID
    /// The server that it is done to; nil: none, or all.
    var host: String?
  }

  private var steps: [Step] = []

  /// The forms of acts, for helps and messages.
  package static let forms = """
    open APP, home, quit APP, kill APP, prewarm APP, expire APP, fetch APP, push APP [high], \
    transfers APP, jobs APP, reload APP, task APP IDENTIFIER, call APP, answer APP, hangup APP, \
    alert APP, enter APP REGION, exit APP REGION, connect ACCESSORY, disconnect ACCESSORY, \
    send ACCESSORY, move LATITUDE LONGITUDE, network none|wifi|cellular, \
    servers down|up|SECONDS s|STATUS, \
    server HOST down|up|SECONDS s|STATUS, \
    power saving|normal, memory, heat nominal|fair|serious|critical, lock, unlock, restart, \
    wait SECONDS
    """

  /// Reads acts, which stand between semicolons.
  ///
  /// - Throws: what is wrong with them.
  package init(_ text: String, for scenario: Scenario) throws(PhoneTrouble) {
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ").map(String.init)
      guard !words.isEmpty else { continue }
      steps.append(try WrittenActs.step(WrittenActs.withNames(words, scenario), scenario))
    }
    guard !steps.isEmpty else {
      throw PhoneTrouble("no act (\(quoted(text))); acts are \(WrittenActs.forms)")
    }
  }

  /// The acts as they were written.
  package var text: String { steps.map(\.text).joined(separator: "; ") }

  /// Makes one word of an app's name that has spaces: the longest name that follows the verb.
  private static func withNames(_ words: [String], _ scenario: Scenario) -> [String] {
    let names = scenario.apps.map(\.name)
    for end in words.indices.dropFirst(2).reversed() {
      let name = words[1...end].joined(separator: " ")
      if names.contains(name) { return [words[0], name] + words[(end + 1)...] }
    }
    return words
  }

  private static func step(_ words: [String], _ scenario: Scenario) throws(PhoneTrouble) -> Step {
    let text = words.joined(separator: " ")
    func app() throws(PhoneTrouble) -> AppID {
      let names = scenario.apps.map(\.name)
      guard words.count > 1 else {
        throw PhoneTrouble("no app (\(quoted(text))); write \(words[0]) and an app's name")
      }
      guard let index = names.firstIndex(of: words[1]) else {
        throw PhoneTrouble(
          "no such app (\(quoted(words[1]))); \(advice(for: words[1], among: names, what: "app"))")
      }
      return AppID(index)
    }
    func wrong() -> PhoneTrouble {
      let verbs = forms.split(separator: ", ").compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
      // A verb that is known is followed by something wrong.
      if !verbs.contains(words[0]), let verb = nearest(to: words[0], among: verbs) {
        let meant = ([verb] + words.dropFirst()).joined(separator: " ")
        return PhoneTrouble("no such act (\(quoted(text))); did you mean \(quoted(meant))?")
      }
      return PhoneTrouble("no such act (\(quoted(text))); acts are \(forms)")
    }
    let ofApps: [String: PhoneAct] = [
      "open": .open, "quit": .forceQuit, "kill": .killForMemory, "prewarm": .prewarm,
      "expire": .expire, "fetch": .fetch, "push": .push([]), "transfers": .transfers,
      "jobs": .jobs, "reload": .reload, "call": .call([]), "answer": .answerCall,
      "hangup": .endCall, "alert": .alert("news"),
    ]
    if words[0] == "push", words.count == 3 {
      let app = try app()
      guard let priority = MessagePriority(rawValue: words[2]) else { throw wrong() }
      return Step(text: text, act: .push([], priority), app: app)
    }
    if let act = ofApps[words[0]] {
      let app = try app()
      guard words.count == 2 else { throw wrong() }
      return Step(text: text, act: act, app: app)
    }
    if words[0] == "task" {
      let app = try app()
      guard words.count == 3 else { throw wrong() }
      return Step(text: text, act: .task(words[2]), app: app)
    }
    if ["enter", "exit"].contains(words[0]) {
      let app = try app()
      guard words.count == 3 else { throw wrong() }
      return Step(text: text, act: .cross(words[2], inside: words[0] == "enter"), app: app)
    }
    if words[0] == "server" {
      guard words.count > 2, let act = actOfPhone(["servers"] + words.dropFirst(2)) else {
        throw wrong()
      }
      let hosts = scenario.servers.map(\.host)
      guard hosts.contains(words[1]) else {
        throw PhoneTrouble(
          "no such server (\(quoted(words[1]))); "
            + advice(for: words[1], among: hosts, what: "server"))
      }
      return Step(text: text, act: act, app: AppID(0), host: words[1])
    }
    guard let act = actOfPhone(words) else { throw wrong() }
    return Step(text: text, act: act, app: AppID(0))
  }

  private static func actOfPhone(_ words: [String]) -> PhoneAct? {
    switch (words[0], words.count) {
    case ("home", 1): .home
    case ("lock", 1): .lock
    case ("unlock", 1): .unlock
    case ("restart", 1): .reboot
    case ("memory", 1): .memoryWarning
    case ("heat", 2): ThermalState(rawValue: words[1]).map { .heat($0) }
    case ("network", 2): NetworkKind(rawValue: words[1]).map { .network($0) }
    case ("power", 2) where ["saving", "normal"].contains(words[1]):
      .lowPowerMode(words[1] == "saving")
    case ("wait", 2): seconds(words[1]).map { .wait($0) }
    case ("connect", 2): .connect(words[1])
    case ("disconnect", 2): .disconnect(words[1])
    case ("send", 2): .sendValue(words[1])
    case ("move", 3): position(words[1], words[2])
    case ("servers", 2):
      switch words[1] {
      case "down": .servers(.down)
      case "up": .servers(.usual)
      default:
        Int(words[1]).flatMap { (100...599).contains($0) ? .servers(.status($0)) : nil }
      }
    case ("servers", 3) where words[2] == "s":
      seconds(words[1]).map { .servers(.slow(by: .seconds($0))) }
    default: nil
    }
  }

  private static func position(_ latitude: String, _ longitude: String) -> PhoneAct? {
    guard let latitude = Double(latitude), let longitude = Double(longitude),
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    return .moveTo(latitude: latitude, longitude: longitude)
  }

  private static func seconds(_ text: String) -> Int? {
    Int(text).flatMap { (0...86_400).contains($0) ? $0 : nil }
  }

  /// Brings a device to a moment of its run, which must not have passed, and does them before
  /// anything else that is due then. Up to there the run is what it is without them.
  ///
  /// - Parameters:
  ///   - run: lets the device run until all of a moment has happened.
  /// - Throws: what is in the way of one.
  package func perform(
    on device: Device, at moment: Instant, _ run: (Instant) -> Void
  ) throws(PhoneTrouble) {
    if moment > device.now { run(moment - .nanoseconds(1)) }
    device.advance(to: moment)
    try perform(on: device, run)
  }

  /// Does them to a phone that stands at their moment.
  ///
  /// - Parameters:
  ///   - run: lets the device run until all of a moment has happened.
  /// - Throws: what is in the way of one.
  package func perform(on device: Device, _ run: (Instant) -> Void) throws(PhoneTrouble) {
    let phone = DrivenPhone(driving: device)
    for step in steps {
      do throws(PhoneTrouble) {
        try WrittenActs.perform(step.act, of: step.app, host: step.host, on: phone)
      } catch {
        throw PhoneTrouble(
          "\(quoted(step.text)) cannot be done then: \(WrittenActs.withoutVerb(error.message))")
      }
      // What follows at once comes before the next act.
      run(device.now)
    }
  }

  /// A message without the name of the tests' verb at its head: nobody has written that here.
  private static func withoutVerb(_ message: String) -> Substring {
    let verb = message.prefix { $0.isLetter }
    let rest = message.dropFirst(verb.count)
    return !verb.isEmpty && rest.hasPrefix(": ") ? rest.dropFirst(2) : message[...]
  }

  /// Does one act; what follows from it happens when time goes on.
  ///
  /// - Parameters:
  ///   - host: the server that it is done to; nil: none, or all.
  /// - Throws: what is in the way.
  static func perform(
    _ act: PhoneAct, of app: AppID, host: String? = nil, on phone: DrivenPhone
  ) throws(PhoneTrouble) {
    let device = phone.device
    switch act {
    case .wait(let seconds):
      guard device.now + .seconds(seconds) <= device.end else {
        throw PhoneTrouble(
          "it goes past the end of the run (\(device.clock.text(device.end))); wait less")
      }
      device.advance(to: device.now + .seconds(seconds))
    case .servers(let condition) where host != nil:
      device.set(condition, ofServer: host ?? "")
    case .home:
      guard device.foreground != nil else { throw PhoneTrouble("no app is in front") }
      device.leave()
    default: try act.attempt(on: phone, app)
    }
  }
}

extension PhoneAct {
  /// The act as people write it; nil where it has no such form.
  ///
  /// - Parameters:
  ///   - app: the name of the app that it is done to.
  func words(app: String) -> String? {
    switch self {
    case .wait(let seconds): "wait \(seconds)"
    case .open: "open \(app)"
    case .home: "home"
    case .forceQuit: "quit \(app)"
    case .killForMemory: "kill \(app)"
    case .prewarm: "prewarm \(app)"
    case .expire: "expire \(app)"
    case .fetch: "fetch \(app)"
    case .transfers: "transfers \(app)"
    case .jobs: "jobs \(app)"
    case .reload: "reload \(app)"
    case .task(let identifier): "task \(app) \(identifier)"
    case .push(let fields, let priority):
      fields.isEmpty ? "push \(app)" + (priority.map { " \($0.rawValue)" } ?? "") : nil
    case .network(let kind): "network \(kind.rawValue)"
    case .servers(.usual): "servers up"
    case .servers(.down): "servers down"
    case .servers(.slow(let time)): "servers \(Int(time.seconds)) s"
    case .servers(.status(let code)): "servers \(code)"
    case .lowPowerMode(let isOn): "power \(isOn ? "saving" : "normal")"
    case .lock: "lock"
    case .unlock: "unlock"
    case .reboot: "restart"
    case .call(let fields): fields.isEmpty ? "call \(app)" : nil
    case .answerCall: "answer \(app)"
    case .endCall: "hangup \(app)"
    case .move(let place): "move \(PhoneAct.latitude(of: place)) \(PhoneAct.longitude)"
    case .moveTo(let latitude, let longitude): "move \(latitude) \(longitude)"
    case .cross(let region, let inside): "\(inside ? "enter" : "exit") \(app) \(region)"
    case .connect(let accessory): "connect \(accessory)"
    case .disconnect(let accessory): "disconnect \(accessory)"
    case .sendValue(let accessory): "send \(accessory)"
    case .alert: "alert \(app)"
    case .memoryWarning: "memory"
    case .heat(let state): "heat \(state.rawValue)"
    }
  }

  /// Whether it is done to the phone, and not to an app.
  var isOfPhone: Bool {
    switch self {
    case .wait, .home, .network, .servers, .lowPowerMode, .lock, .unlock, .reboot, .move, .moveTo,
      .memoryWarning, .heat:
      true
    default: false
    }
  }
}
