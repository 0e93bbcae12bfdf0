import Experiments
import Simulation

/// The arguments of one command, split into operands and options.
struct Arguments: Equatable {
  private(set) var operands: [String] = []
  private(set) var wantsHelp = false
  private var values: [String: [String]] = [:]
  private let command: String
  private let options: [String]

  /// Parses arguments. Options may stand anywhere, as `--name value`, `--name=value` or, if they
  /// have a short name, `-n value`; what follows `--` is an operand.
  init(parsing arguments: [String], for command: Command) throws(CommandError) {
    self.command = command.name
    options = command.options.map(\.name)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      if argument == "--help" || argument == "-h" {
        wantsHelp = true
      } else if argument.hasPrefix("-"), argument != "-" {
        try parse(option: argument, &rest, command)
      } else {
        operands.append(argument)
      }
    }
    if operands.contains("") {
      throw .usage(
        "dormouse \(self.command): an argument is empty (\"\"); write \(command.usage)")
    }
  }

  private mutating func parse(
    option argument: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(CommandError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = String(parts[0])
    let option = command.options.first {
      written == "--\($0.name)" || written == $0.short.map { "-\($0)" }
    }
    guard let option else {
      throw .usage(
        "dormouse \(self.command): there is no such option (\(shown(written))); "
          + advice(
            for: written, among: command.options.map { "--\($0.name)" } + ["--help"],
            otherwise: "'dormouse \(self.command) --help' lists them"))
    }
    let name = option.name
    var value = ""
    if let wanted = option.value {
      guard let given = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
        throw .usage("dormouse \(self.command): --\(name) needs a value; write --\(name) \(wanted)")
      }
      guard !given.isEmpty else {
        throw .usage(
          "dormouse \(self.command): --\(name) is empty (\"\"); write --\(name) \(wanted)")
      }
      value = given
    } else if parts.count > 1 {
      throw .usage(
        "dormouse \(self.command): --\(name) takes no value (\(shown(String(parts[1])))); leave it out"
      )
    }
    if values[name] != nil, !option.repeats {
      throw .usage("dormouse \(self.command): --\(name) is given twice; give it once")
    }
    values[name, default: []].append(value)
  }

  /// Returns whether an option is given.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// Returns the value of an option; nil where it is not given.
  func value(_ option: String) -> String? { values[option]?.last }

  /// Returns the values of an option that may be repeated, in order.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// Replaces the values of an option.
  mutating func set(_ option: String, to values: [String]) { self.values[option] = values }

  // MARK: Values with a meaning; each refuses what it cannot read wholly.

  func moment(_ option: String) throws(CommandError) -> WrittenMoment? {
    try read(option, WrittenMoment.forms) { WrittenMoment($0) }
  }

  /// Returns the moments that an option names, in order.
  func moments(_ option: String) throws(CommandError) -> [WrittenMoment] {
    var moments: [WrittenMoment] = []
    for text in all(option) {
      var one = self
      one.set(option, to: [text])
      if let moment = try one.moment(option) { moments.append(moment) }
    }
    return moments
  }

  /// Refuses a moment before the start of a run.
  func check(
    _ option: String, _ moment: WrittenMoment?, on clock: DayClock
  ) throws(CommandError) {
    guard let moment, moment.instant(clock) < .start else { return }
    let remedy =
      moment.text.hasPrefix("day")
      ? "give a later time" : "write 'day 2 \(shown(moment.text))' for the next day"
    throw .usage(
      "--\(option): it is before the start (\(shown(moment.text))); the run starts at "
        + "\(clock.startText) on day 1: \(remedy)")
  }

  /// Returns a remark on a moment after the end of a run, where nothing can be; nil: it is not
  /// after it.
  func remark(
    _ option: String, _ moment: WrittenMoment?, end: Instant, on clock: DayClock
  ) -> String? {
    guard let moment, moment.instant(clock) > end else { return nil }
    return "--\(option): it is after the end (\(shown(moment.text))); the run ends at "
      + clock.text(end)
  }

  func count(_ option: String) throws(CommandError) -> Int? {
    try read(option, "a whole number") { isDigits($0) ? Int($0) : nil }
  }

  /// Returns the option's number, at least 1; nil: the option is not given.
  func number(_ option: String, upTo limit: Int) throws(CommandError) -> Int? {
    try read(option, "a whole number from 1 to \(limit)") {
      isDigits($0) ? Int($0).flatMap { 1 <= $0 && $0 <= limit ? $0 : nil } : nil
    }
  }

  /// The most threads that a command may be told to use.
  private static let mostJobs = 1_024

  /// Returns the threads that `--jobs` allows; nil: it is not given.
  func jobs() throws(CommandError) -> Int? { try number("jobs", upTo: Self.mostJobs) }

  /// Returns the form of output that `--format` names.
  ///
  /// - Parameters:
  ///   - standard: the form where it is not given.
  func format<Format: RawRepresentable<String> & CaseIterable>(
    else standard: Format
  ) throws(CommandError) -> Format {
    guard let written = value("format") else { return standard }
    if let format = Format(rawValue: written) { return format }
    let known = Format.allCases.map(\.rawValue)
    let remedy =
      options.contains(written)
      ? "write --\(written) FILE"
      : advice(for: written, among: known, otherwise: "formats are \(inWords(known))")
    throw .usage("--format: there is no such format (\(shown(written))); \(remedy)")
  }

  /// `text, tap and junit`.
  private func inWords(_ names: [String]) -> String {
    names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }

  func shard(_ option: String) throws(CommandError) -> Shard? {
    try read(option, "I/N, as in 1/4 for the first of four") { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, parts.allSatisfy(isDigits), let index = Int(parts[0]),
        let count = Int(parts[1])
      else { return nil }
      return Shard(index, of: count)
    }
  }

  func seed(_ option: String) throws(CommandError) -> UInt64? {
    try read(option, "a whole number from 0 to \(UInt64.max)") {
      isDigits($0) ? UInt64($0) : nil
    }
  }

  /// Returns the name and value of each repetition of `K=V`, in order; no name twice.
  func settings(_ option: String) throws(CommandError) -> [(name: String, value: String)] {
    var settings: [(name: String, value: String)] = []
    for text in all(option) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .usage("--\(option): expected name=value (\(shown(text)))")
      }
      guard !settings.contains(where: { $0.name == parts[0] }) else {
        throw .usage("--\(option): \(parts[0]) is set twice; set it once")
      }
      settings.append((String(parts[0]), String(parts[1])))
    }
    return settings
  }

  private func read<Value>(
    _ option: String, _ expected: String, _ read: (String) -> Value?
  ) throws(CommandError) -> Value? {
    guard let text = value(option) else { return nil }
    guard let value = read(text) else {
      throw .usage("--\(option): expected \(expected) (\(shown(text)))")
    }
    return value
  }
}

private func isDigits(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}
