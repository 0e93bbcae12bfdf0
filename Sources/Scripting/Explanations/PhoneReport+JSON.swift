import Simulation

/// Reports that are JSON: an .ips, and a payload of MetricKit.
extension PhoneReport {
  /// Reads a file that begins with JSON: of an .ips the first line says what follows.
  init(json: ArraySlice<UInt8>) throws(Problem) {
    let line = json.prefix { $0 != 0x0A }
    let rest = json[line.endIndex...]
    let first = try? JSONValue(parsing: Array(line))
    if first?["ns"] != nil, first?["kind"] != nil {
      throw Problem("it is a trace of dormouse, which 'dormouse trace' shows")
    }
    guard let head = first, let type = head["bug_type"]?.words else {
      self = try PhoneReport(payload: try PhoneReport.parsed(json))
      return
    }
    let name = ["app_name", "name"].lazy.compactMap { head[$0]?.words }.first.map { name in
      name + (head["app_version"]?.words).map { " \($0)" }.orNothing
    }
    switch rest.first(where: { !PhoneReport.space.contains($0) }) {
    case UInt8(ascii: "{"):
      let body = try PhoneReport.parsed(rest)
      self = body["processes"] == nil ? PhoneReport(crash: body) : PhoneReport(jetsam: body)
    case nil:
      throw Problem(
        "it is only the first line of an .ips file\(name.map { " of \($0)" }.orNothing); what ended "
          + "the app stands below that line: get the whole file")
    default: self = try PhoneReport(text: rest)
    }
    guard !signs.isEmpty else {
      throw Problem(
        "it is a report of another kind (bug_type \(type.prefix(20))), not of an app's end; "
          + "give a crash report (309 or 109) or a payload of MetricKit")
    }
    app = name
    system = head["os_version"]?.words ?? system
  }

  private static func parsed(_ bytes: ArraySlice<UInt8>) throws(Problem) -> JSONValue {
    // Each frame of a call stack is nested in the one that it was called by.
    do throws(JSONError) {
      return try JSONValue(parsing: Array(bytes), depthLimit: 2_000)
    } catch {
      let isCut = error.problem.hasPrefix("the text ends")
      throw Problem(
        isCut
          ? "it is cut short: the JSON ends in the middle, after \(grouped(bytes.endIndex)) bytes; "
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
    for words in [type, reason] + details + said where !words.isEmpty {
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
        "it is JSON, but neither a crash report nor a payload of MetricKit; give "
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
    signs.append(Sign(words))
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
