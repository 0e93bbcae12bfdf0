import Device
import Simulation

/// How an app is declared whose script stands alone: what its text makes likely.
///
/// The modes are those that it has methods for, or whose classes it names; the identifiers, those
/// that it registers, or every text that may be one where that cannot be seen; the widget, the first
/// that it configures; the servers, every text that reads as a host.
struct AssumedApp {
  private(set) var modes: BackgroundModes = []
  private(set) var identifiers: [String] = []
  private(set) var hosts: [String] = []
  /// The kind of its widget; nil: it has none.
  private(set) var widget: String?
  /// The types of services that it names, on Android; any, where it names none.
  private(set) var serviceTypes: ServiceTypes = []
  /// Whether it has the permission to be told of restarts, as for jobs that outlive them.
  private(set) var receivesBoot = false
  /// Whether it watches regions, and whether it uses accessories.
  private(set) var watchesRegions = false
  private(set) var usesAccessories = false
  /// Whether its text heeds that memory runs short, and that the phone is hot.
  private(set) var heedsMemory = false
  private(set) var heedsHeat = false
  /// Whether it has a method for messages of FCM's.
  private(set) var receivesMessages = false
  /// Whether it is a notification service extension, and no app.
  private(set) var isNotificationService = false
  /// What silent pushes, or messages, and VoIP pushes carry, and notifications for an extension.
  let pushes: AssumedPushes
  let calls: AssumedPushes
  let alerts: AssumedPushes

  private static let mostTexts = 100

  /// O(n).
  init(_ source: [UInt8]) {
    var names: Set<String> = []
    var texts: [String] = []
    let tokens = LuaToken.tokens(of: source)
    receivesMessages = tokens.contains { $0.kind == .name("onMessageReceived") }
    pushes =
      receivesMessages
      ? AssumedPushes(tokens, method: "onMessageReceived", position: 0, in: "data")
      : AssumedPushes(tokens, method: "didReceiveRemoteNotification")
    calls = AssumedPushes(tokens, method: "didReceiveIncomingPush", in: "dictionaryPayload")
    alerts = AssumedPushes(tokens, of: [.init(text: "userInfo", isMember: true)])
    for token in tokens {
      switch token.kind {
      case .name(let name): names.insert(name)
      case .string(let text) where texts.count < AssumedApp.mostTexts && !texts.contains(text):
        texts.append(text)
      default: break
      }
    }
    for (name, mode) in [
      ("performFetch", BackgroundModes.fetch), ("BGAppRefreshTaskRequest", .fetch),
      ("BGProcessingTaskRequest", .processing),
      ("didReceiveRemoteNotification", .remoteNotification), ("AVAudioSession", .audio),
      ("CLLocationManager", .location), ("CBCentralManager", .bluetooth),
      ("PKPushRegistry", .voip), ("CXProvider", .voip),
    ] where names.contains(name) {
      modes.insert(mode)
    }
    for (_, name, type, _) in ServiceTypes.byName
    where names.contains("FOREGROUND_SERVICE_TYPE_\(name)") {
      serviceTypes.insert(type)
    }
    if serviceTypes.isEmpty, names.contains("startForeground") { serviceTypes = .specialUse }
    receivesBoot = names.contains("ACTION_BOOT_COMPLETED") || names.contains("persisted")
    isNotificationService = names.contains("didReceive") && !names.contains("didFinishLaunching")
    watchesRegions = names.contains("CLCircularRegion")
    usesAccessories = names.contains("CBCentralManager")
    heedsMemory = !names.isDisjoint(with: ["didReceiveMemoryWarning", "onTrimMemory"])
    heedsHeat = !names.isDisjoint(with: ["thermalState", "thermalStateDidChange"])
    if names.contains("BGTaskScheduler") {
      let registered = AssumedApp.arguments(of: "register", in: tokens)
      let isKnown = registered.allSatisfy { !$0.isEmpty } && !registered.isEmpty
      let found = isKnown ? registered.flatMap { $0 } : texts.filter(AssumedApp.isIdentifier)
      for identifier in found where !identifiers.contains(identifier) {
        identifiers.append(identifier)
      }
    }
    widget = AssumedApp.arguments(of: "StaticConfiguration", in: tokens).first?.first
    for host in texts.compactMap(AssumedApp.host)
    where !hosts.contains(host) && !identifiers.contains(host) {
      hosts.append(host)
    }
  }

  /// What each call of a function may have as its first argument: a text, or those that the variable
  /// or field that stands there is given anywhere; none: that cannot be seen.
  private static func arguments(of function: String, in tokens: [LuaToken]) -> [[String]] {
    tokens.indices.dropLast(2).filter {
      tokens[$0].kind == .name(function) && tokens[$0 + 1].kind == .symbol(UInt8(ascii: "("))
    }.map { call in
      var place = call + 2
      while place + 2 < tokens.count, tokens[place + 1].kind == .symbol(UInt8(ascii: ".")) {
        place += 2
      }
      switch tokens[place].kind {
      case .string(let text): return [text]
      case .name: return values(of: tokens[place].kind, in: tokens)
      default: return []
      }
    }
  }

  private static func values(of name: LuaToken.Kind, in tokens: [LuaToken]) -> [String] {
    tokens.indices.dropLast(2).compactMap { place in
      guard tokens[place].kind == name, tokens[place + 1].kind == .symbol(UInt8(ascii: "=")),
        case .string(let text) = tokens[place + 2].kind
      else { return nil }
      return text
    }
  }

  /// Whether a text reads as an identifier of a task.
  private static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_*".contains($0)) }
  }

  /// The host of a URL, or a text that is one; nil: it is neither.
  private static func host(in text: String) -> String? {
    let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    let host = rest.prefix { $0 != "/" && $0 != ":" && $0 != "?" }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isHost = labels.allSatisfy { label in
      !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
    guard isHost, labels.count > 1, labels.last?.allSatisfy(\.isLetter) == true else { return nil }
    return String(host)
  }
}
