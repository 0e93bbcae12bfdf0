import Device

/// The meaning of a finding or an exit, with an app that leads to it and one that does not.
public struct Explanation: Sendable {
  /// The thing that is explained.
  public enum Subject: Sendable, Equatable {
    case finding(FindingRule)
    case exit(ExitReason)
  }

  public let subject: Subject
  /// A paragraph that tells what happens and why it matters.
  public let meaning: String
  /// The two apps and their test.
  public let example: Example
  /// The finding whose example an exit shares; nil for what has an example of its own.
  public let finding: FindingRule?

  private init(
    _ subject: Subject, meaning: String? = nil, example: Example, of finding: FindingRule? = nil
  ) {
    self.subject = subject
    self.meaning = meaning ?? example.meaning
    self.example = example
    self.finding = finding
  }

  init(_ subject: Subject) {
    switch subject {
    case .finding(let rule): self.init(rule)
    case .exit(let reason): self.init(reason)
    }
  }

  public init(_ rule: FindingRule) {
    self.init(.finding(rule), example: Example(rule.rawValue))
  }

  public init(_ reason: ExitReason) {
    if let finding = reason.cause, let meaning = reason.meaning {
      self.init(
        .exit(reason), meaning: meaning, example: Example(finding.rawValue), of: finding)
    } else {
      self.init(.exit(reason), example: Example(reason.rawValue))
    }
  }

  /// Every finding and every exit, explained, in the order in which reports list them.
  public static let all: [Explanation] =
    FindingRule.allCases.map { Explanation($0) } + ExitReason.allCases.map { Explanation($0) }

  /// Returns all that have a name, in upper or lower case, or a code on any version, in either
  /// notation and with or without Android's `REASON_`. Several exits may have one code, and a finding and an exit one name.
  public static func named(_ name: String) -> [Explanation] {
    let code = UInt32(name).map { "0x" + String($0, radix: 16) } ?? name.lowercased()
    return all.filter { explanation in
      ([explanation.name] + explanation.codes).contains {
        [code, "reason_\(code)"].contains($0.lowercased())
      }
    }
  }

  /// The name that reports and traces give it.
  public var name: String {
    switch subject {
    case .finding(let rule): rule.rawValue
    case .exit(let reason): reason.rawValue
    }
  }

  /// The code that the newest version of iOS shows for an exit; nil for findings, and where it shows
  /// none.
  public var code: String? { codes(on: Platform.all).first }

  /// The codes that any version shows for an exit, iOS's before Android's, the newest version's
  /// first.
  public var codes: [String] { codes(on: Platform.all) + codes(on: Platform.android) }

  private func codes(on platforms: [Platform]) -> [String] {
    guard case .exit(let reason) = subject else { return [] }
    return platforms.reversed().reduce(into: []) { codes, platform in
      if let code = platform.code(of: reason), !codes.contains(code) { codes.append(code) }
    }
  }

  /// The meaning in one line.
  public var summary: String {
    switch subject {
    case .finding(let rule): rule.summary
    case .exit(let reason): reason.summary
    }
  }

  /// A sentence on how grave a finding is, with the circumstances of a risk; nil for exits.
  public var gravity: String? {
    guard case .finding(let rule) = subject else { return nil }
    switch rule.kind {
    case .fault: return "A fault: the phone ends the app, or work is lost."
    case .risk: return "A risk: work is lost where \(rule.circumstances ?? "")."
    case .note: return "A note: nothing is lost by it."
    }
  }

  /// What to do about it, in one line.
  public var advice: String {
    switch subject {
    case .finding(let rule): rule.advice
    case .exit(let reason): reason.advice
    }
  }

  public var isExit: Bool {
    if case .exit = subject { true } else { false }
  }
}
