import Simulation

/// Reports that are text: a .crash, and lines of a log.
extension PhoneReport {
  /// What a crash report says of an end stands in its beginning.
  private static let headLength = 64 << 10

  /// Reads a crash report as text, or lines of a log.
  init(text: ArraySlice<UInt8>) throws(Problem) {
    let beginning = String(decoding: text.prefix(PhoneReport.headLength), as: UTF8.self)
    let lines = PhoneReport.joined(beginning.split(whereSeparator: \.isNewline))
    func value(_ name: String) -> String? {
      lines.lazy.filter { $0.hasPrefix(name + ":") }
        .map { trimmed($0.dropFirst(name.count + 1)) }.first { !$0.isEmpty }
    }
    guard ["Exception Type", "Termination Reason", "Event"].contains(where: { value($0) != nil })
    else {
      let isHead = ["Incident Identifier", "CrashReporter Key"].contains { value($0) != nil }
      self = try PhoneReport(log: Array(text), isHead: isHead)
      return
    }
    // What the app has said of itself stands in lines of its own.
    let head = lines.prefix { !$0.hasPrefix("Thread 0") && !$0.hasPrefix("Binary Images") }
    let names = [
      "Exception Type", "Exception Codes", "Exception Subtype", "Termination Reason",
      "Termination Description", "Event", "Action taken", "CPU", "Wakeups",
    ]
    var told: [String] = []
    for line in head {
      let isNamed = names.contains { line.hasPrefix($0 + ":") && value($0) != nil }
      let isSaid = line.contains("RBSTerminateContext") || line.contains("assertions beyond")
      let words = line.split { $0.isWhitespace }.joined(separator: " ")
      if isNamed || isSaid, !told.contains(words) { told.append(words) }
    }
    let whole = head.joined(separator: "\n")
    let process = value("Process") ?? value("Command")
    let app = process.map { name in
      (name.split(separator: "[").first.map(trimmed) ?? name)
        + (value("Version").map { " \($0)" } ?? "")
    }
    self.init(
      "a crash report", app: app, system: value("OS Version"),
      signs: told.map { Sign($0, text: whole) })
    isPart = head.count == lines.count
  }

  /// Returns lines with what they go on with: a value that is long continues in lines that begin
  /// with a space.
  private static func joined(_ lines: [Substring]) -> [String] {
    var joined: [String] = []
    var goesOn = false
    for line in lines {
      if goesOn, line.first?.isWhitespace == true {
        joined[joined.count - 1] += " " + trimmed(line)
      } else {
        joined.append(String(line))
        goesOn = line.hasPrefix("Termination ")
      }
    }
    return joined
  }

  // MARK: Logs

  /// What a line of a log that says something has in it, and one of Android.
  private static let triggers = PhraseFinder(Explanation.triggers + android)
  private static let android = [
    "build fingerprint:", "anr in ", "fatal exception:", "androidruntime", "at android.",
    "java.lang.",
  ]

  /// Reads lines of a log: the first of each thing that is known.
  ///
  /// - Parameters:
  ///   - isHead: it begins as a crash report does.
  private init(log bytes: [UInt8], isHead: Bool) throws(Problem) {
    var signs: [Sign] = []
    var known: Set<[String]> = []
    var position = 0
    while let hit = PhoneReport.triggers.end(in: bytes, from: position) {
      let range = PhoneReport.line(around: hit, in: bytes, from: position)
      position = range.upperBound
      let line = trimmed(String(decoding: bytes[range], as: UTF8.self))
      if PhoneReport.android.contains(where: line.lowercased().contains) {
        throw Problem(
          "it is a report of Android (\(line.prefix(60))); dormouse knows those of iOS and iPadOS")
      }
      let names = Explanation.about(text: line).map(\.name)
      let others = names.isEmpty ? [UnmodelledExit.about(text: line)?.code].compactMap { $0 } : []
      guard !(names + others).isEmpty, known.insert(names + others).inserted else { continue }
      signs.append(Sign(line))
    }
    guard !signs.isEmpty else {
      throw Problem(
        isHead
          ? "it is cut short: the beginning of a crash report, without an Exception Type or a "
            + "Termination Reason; get the whole file"
          : "it is neither a crash report (.ips, .crash) nor a payload of MetricKit, and no line "
            + "of it has a code or a text that dormouse knows")
    }
    self.init("a log", signs: signs)
  }

  /// Returns the line around an index, but of a very long one only what is near.
  private static func line(around index: Int, in bytes: [UInt8], from first: Int) -> Range<Int> {
    let (newline, reach) = (UInt8(ascii: "\n"), 2_000)
    var start = index
    while start > max(first, index - reach), bytes[start - 1] != newline { start -= 1 }
    if start == index - reach { start = index - 200 }
    var end = index
    while end < min(bytes.count, index + reach), bytes[end] != newline { end += 1 }
    return start..<end
  }
}
