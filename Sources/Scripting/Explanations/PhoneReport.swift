import Simulation

/// A report that a phone has written of an app's end: a crash report, as JSON (.ips) or as text
/// (.crash), a report of jetsam or of a limit, a payload of MetricKit, or lines of its log.
public struct PhoneReport: Sendable, Equatable {
  /// Something that it says of an end.
  public struct Sign: Sendable, Equatable {
    /// What it says, for people.
    public let words: String
    /// What `Explanation.about` looks at, where that is more.
    public let text: String

    init(_ words: String, text: String? = nil) {
      self.words = words
      self.text = text ?? words
    }
  }

  /// Why a file is no report that can be used, in words.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  /// What it is: "a crash report".
  public let kind: String
  public private(set) var app: String?
  /// The system as the report names it: "iPhone OS 17.2 (21C62)".
  public private(set) var system: String?
  public private(set) var signs: [Sign] = []

  private static let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  /// The major version of the system.
  public var version: Int? {
    system.flatMap { $0.split { !$0.isNumber }.first }.flatMap { Int($0) }
  }

  private init(_ kind: String, app: String? = nil, system: String? = nil, signs: [Sign]) {
    self.kind = kind
    self.app = app
    self.system = system
    self.signs = signs
  }

  /// Reads a report. O(bytes).
  public init(parsing bytes: [UInt8]) throws(Problem) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let body = text.drop { PhoneReport.space.contains($0) }
    guard !body.isEmpty else { throw Problem(description: "it is empty") }
    // Lines of a log may begin with a bracket too.
    let second = body.dropFirst().first { !PhoneReport.space.contains($0) }
    let isJSON =
      body.first == UInt8(ascii: "{")
      || body.first == UInt8(ascii: "[") && second == UInt8(ascii: "{")
    self =
      isJSON
      ? try PhoneReport(json: body) : try PhoneReport(text: String(decoding: body, as: UTF8.self))
    guard let system, !["iphone", "ios", "ipad"].contains(where: system.lowercased().hasPrefix)
    else { return }
    throw Problem(
      description: "it is a report of another system (\(system)); dormouse knows those of iOS and "
        + "iPadOS")
  }

  // MARK: JSON

  /// Reads a file that begins with JSON: of an .ips the first line says what follows.
  private init(json: ArraySlice<UInt8>) throws(Problem) {
    let line = json.prefix { $0 != 0x0A }
    let rest = json[line.endIndex...]
    guard let head = try? JSONValue(parsing: Array(line)), let type = head["bug_type"]?.words
    else {
      self = try PhoneReport(payload: try PhoneReport.parsed(json))
      return
    }
    if rest.first(where: { !PhoneReport.space.contains($0) }) == UInt8(ascii: "{") {
      let body = try PhoneReport.parsed(rest)
      self = body["processes"] == nil ? PhoneReport(crash: body) : PhoneReport(jetsam: body)
    } else {
      self = try PhoneReport(text: String(decoding: rest, as: UTF8.self))
    }
    guard !signs.isEmpty else {
      throw Problem(
        description: "it is a report of another kind (bug_type \(type)), not of an app's end; "
          + "give a crash report (309 or 109) or a payload of MetricKit")
    }
    app = ["app_name", "name"].lazy.compactMap { head[$0]?.words }.first.map { name in
      name + (head["app_version"]?.words).map { " \($0)" }.orNothing
    }
    system = head["os_version"]?.words ?? system
  }

  private static func parsed(_ bytes: ArraySlice<UInt8>) throws(Problem) -> JSONValue {
    // Each frame of a call stack is nested in the one that it was called by.
    do throws(JSONError) {
      return try JSONValue(parsing: Array(bytes), depthLimit: 2_000)
    } catch {
      let isCut = error.problem.hasPrefix("the text ends")
      throw Problem(
        description: isCut
          ? "it is cut short: the JSON ends in the middle, after \(grouped(bytes.count)) bytes; "
            + "get the whole file"
          : "it is neither a report of a phone nor whole JSON: \(error.problem) "
            + "(byte \(error.column))")
    }
  }

  /// The second object of an .ips of type 309.
  private init(crash: JSONValue) {
    let exception = crash["exception"]
    let name = [exception?["type"]?.words, (exception?["signal"]?.words).map { "(\($0))" }]
    let type = name.compactMap { $0 }.joined(separator: " ")
    let termination = crash["termination"]
    let code = (termination?["code"]).flatMap { code -> String? in
      guard case .integer(let number) = code, number > 255 else { return code.words }
      return "0x" + String(number, radix: 16) + " (\(number))"
    }
    let reason = [termination?["namespace"]?.words, code].compactMap { $0 }.joined(separator: " ")
    let details = ["reasons", "details", "indicator"].flatMap { termination?[$0]?.texts ?? [] }
    let said = ["asi", "lastExceptionReason"].flatMap { crash[$0]?.texts ?? [] }
    var signs: [Sign] = []
    let all = [type, exception?["subtype"]?.words ?? "", reason] + details + said
    let text = all.joined(separator: "\n")
    for words in [type, reason] + (details + said).map({ String($0.prefix(200)) })
    where !words.isEmpty {
      signs.append(Sign(words, text: text))
    }
    self.init("a crash report", system: crash["osVersion"]?["train"]?.words, signs: signs)
  }

  /// A report of jetsam: which processes were ended, and why.
  private init(jetsam: JSONValue) {
    let signs = (jetsam["processes"]?.elements ?? []).compactMap { process -> Sign? in
      guard let reason = process["reason"]?.words else { return nil }
      // Of all reasons only this one is about the app itself.
      let text = reason == "per-process-limit" ? reason : "jetsam"
      return Sign("\(process["name"]?.words ?? "a process"): \(reason)", text: text)
    }
    self.init("a report of jetsam", signs: signs)
  }

  // MARK: MetricKit

  private init(payload: JSONValue) throws(Problem) {
    let payloads = payload.elements ?? [payload]
    var report = PhoneReport("a payload of MetricKit", signs: [])
    var isOne = false
    for payload in payloads {
      if payload["termination"] != nil || payload["exception"] != nil {
        self = PhoneReport(crash: payload)
        return
      }
      let kinds = [
        "crashDiagnostics", "hangDiagnostics", "cpuExceptionDiagnostics",
        "diskWriteExceptionDiagnostics", "appLaunchDiagnostics", "applicationExitMetrics",
        "timeStampBegin",
      ]
      isOne = isOne || kinds.contains { payload[$0] != nil }
      report.read(metaData: payload["metaData"], app: payload["appVersion"])
      report.count(exits: payload["applicationExitMetrics"])
      for kind in kinds.prefix(4) {
        for diagnostic in payload[kind]?.elements ?? [] {
          report.read(diagnostic, kind: String(kind.dropLast()))
        }
      }
    }
    guard isOne else {
      throw Problem(
        description: "it is JSON, but neither a crash report nor a payload of MetricKit; give "
          + "an .ips file, or what jsonRepresentation() returns")
    }
    self = report
  }

  private mutating func read(metaData: JSONValue?, app version: JSONValue?) {
    if let name = metaData?["osVersion"]?.words { system = name }
    let version = version?.words ?? metaData?["appVersion"]?.words
    if let version { app = "version \(version)" }
  }

  /// Reads the counts of exits: of those in good order there is nothing to explain.
  private mutating func count(exits: JSONValue?) {
    for (part, words) in [("foregroundExitData", "front"), ("backgroundExitData", "background")] {
      for member in exits?[part]?.members ?? [] {
        guard case .integer(let count) = member.value, count > 0 else { continue }
        signs.append(Sign("\(grouped(count)) in the \(words): \(member.key)", text: member.key))
      }
    }
  }

  private mutating func read(_ diagnostic: JSONValue, kind: String) {
    let data = diagnostic["diagnosticMetaData"]
    read(metaData: data, app: nil)
    let signals = [
      4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 9: "SIGKILL", 11: "SIGSEGV",
    ]
    var said = ["terminationReason", "hangDuration", "totalCPUTime", "writesCaused"].compactMap {
      data?[$0]?.words
    }
    said += ["composedMessage", "exceptionName"].compactMap {
      data?["objectiveCexceptionReason"]?[$0]?.words
    }
    if case .integer(let number)? = data?["signal"] {
      said.append(signals[number] ?? "signal \(number)")
    }
    let words = ([kind] + said).joined(separator: ", ")
    signs.append(Sign(String(words.prefix(300)), text: words))
  }

  // MARK: Text

  /// Reads a crash report as text, or lines of a log.
  private init(text: String) throws(Problem) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    func value(_ name: String) -> String? {
      lines.lazy.filter { $0.hasPrefix(name + ":") }
        .map { trimmed($0.dropFirst(name.count + 1)) }.first { !$0.isEmpty }
    }
    let names = [
      "Exception Type", "Exception Codes", "Exception Subtype", "Termination Reason",
      "Termination Description", "Event", "Action taken", "CPU", "Wakeups",
    ]
    guard
      value("Exception Type") != nil || value("Termination Reason") != nil || value("Event") != nil
    else {
      self = try PhoneReport(log: lines)
      return
    }
    // What a reason goes on with, and what the app has said of itself, stands in lines of its own.
    let head = lines.prefix { !$0.hasPrefix("Thread 0") && !$0.hasPrefix("Binary Images") }
    let whole = head.joined(separator: "\n")
    let told =
      names.compactMap { name in value(name).map { "\(name): \($0)" } }
      + head.filter { $0.contains("RBSTerminateContext") || $0.contains("assertions beyond") }
    let process = value("Process") ?? value("Command")
    let app = process.map { name in
      (name.split(separator: "[").first.map(trimmed) ?? name)
        + (value("Version")).map { " \($0)" }.orNothing
    }
    self.init(
      "a crash report", app: app, system: value("OS Version"),
      signs: told.map { Sign(String($0.prefix(300)), text: whole) })
  }

  /// Reads lines of a log: the first of each thing that is known.
  private init(log lines: [String]) throws(Problem) {
    var known: Set<[String]> = []
    let signs = lines.filter { line in
      let names = Explanation.about(text: line).map(\.name)
      let others = names.isEmpty ? [UnmodelledExit.about(text: line)?.code].compactMap { $0 } : []
      return !(names + others).isEmpty && known.insert(names + others).inserted
    }
    if let line = lines.first(where: { $0.contains("Build fingerprint:") || $0.contains("ANR in ") }
    ) {
      throw Problem(
        description: "it is a report of Android (\(line.prefix(60))); dormouse knows those of iOS")
    }
    guard !signs.isEmpty else {
      throw Problem(
        description: "it is neither a crash report (.ips, .crash) nor a payload of MetricKit, and "
          + "no line of it has a code or a text that dormouse knows")
    }
    self.init("a log", signs: signs.map { Sign(String($0.prefix(300)), text: $0) })
  }
}

extension String? {
  fileprivate var orNothing: String { self ?? "" }
}

extension JSONValue {
  fileprivate var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate var elements: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  fileprivate subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  /// A text or a number in words; nil for all else.
  fileprivate var words: String? {
    switch self {
    case .string(let text): text
    case .integer, .number, .unsigned: compactText
    default: nil
    }
  }

  /// All texts in it.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    default: []
    }
  }
}
