import Device

extension Explanation {
  /// Returns what a text of a phone is about, such as a line of its log or the reason of a crash
  /// report; empty: it has nothing that is known.
  ///
  /// - Parameters:
  ///   - version: the major version of the system that wrote it, where that is known: codes have
  ///     changed with it.
  public static func about(text: String, version: Int? = nil) -> [Explanation] {
    // Some editors and consoles write a curly apostrophe.
    let lower = text.lowercased().replacing("\u{2019}", with: "'")
    let known = KnownText.all.first { $0.words.allSatisfy(lower.contains) }
    if let known { return known.subjects.map { Explanation($0) } }
    let codes = Set(codes(in: lower))
    let platform = version.flatMap { version in Platform.all.last { $0.version <= version } }
    return exits.filter { exit in
      guard let platform else { return !codes.isDisjoint(with: exit.codes) }
      return platform.code(of: exit.reason).map { codes.contains($0.lowercased()) } ?? false
    }.map(\.explanation)
  }

  /// The exits with the codes of all versions, in lower case.
  private static let exits = ExitReason.allCases.map { reason in
    let explanation = Explanation(reason)
    return (
      explanation: explanation, reason: reason, codes: explanation.codes.map { $0.lowercased() }
    )
  }

  /// Phrases in lower case: each text that something is known of has one of them.
  static let triggers =
    KnownText.all.map(\.trigger) + UnmodelledExit.texts
    + (exits.flatMap(\.codes) + UnmodelledExit.all.map(\.code)).flatMap { code in
      guard let decimal = ExitReason.decimal(of: code) else { return [code] }
      return [String(code.dropFirst(2)), String(decimal)]
    }

  /// Returns the codes of a text, numbers of both notations as hexadecimal.
  static func codes(in text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.map { word in
      let number =
        word.hasPrefix("0x") ? UInt64(word.dropFirst(2), radix: 16) : UInt64(word, radix: 10)
      return number.map { "0x" + String($0, radix: 16) } ?? String(word)
    }
  }
}

/// A text that phones write into their logs and crash reports.
///
/// Each was seen in public threads about apps; those of two exits tell them apart by more words.
private struct KnownText {
  /// What it has in lower case, in any order.
  let words: [String]
  let subjects: [Explanation.Subject]

  /// The longest part of the first of them, since an apostrophe is written in two ways.
  var trigger: String {
    let parts: [Substring] = words[0].split(separator: "'")
    return String(parts.max { $0.utf8.count < $1.utf8.count } ?? "")
  }

  private init(_ words: String..., exit: ExitReason) {
    self.words = words
    subjects = [.exit(exit)]
  }

  private init(_ words: String..., finding: FindingRule) {
    self.words = words
    subjects = [.finding(finding)]
  }

  /// The more special before the more general.
  static let all: [KnownText] =
    [
      KnownText("active assertions beyond permitted time", exit: .backgroundTaskAssertionTimeout),
      KnownText("can't end", "background", "task", finding: .taskEndedTwice),
      KnownText("no background task exists with identifier", finding: .taskEndedTwice),
      KnownText("was created over 30 seconds ago", finding: .taskHeldTooLong),
      KnownText("not ended after expiration handlers", finding: .taskNotEndedInHandler),
      KnownText(
        "foregroundservicedidnotstartintimeexception", finding: .foregroundServiceNotStarted),
      KnownText("foregroundservicedidnotstopintimeexception", finding: .foregroundServiceTimedOut),
      KnownText("missingforegroundservicetypeexception", finding: .foregroundServiceTypeMissing),
      KnownText(
        "foregroundservicestartnotallowedexception", finding: .foregroundServiceNotAllowed),
      KnownText("watchdog transgression", exit: .watchdog),
      KnownText("failed to launch", exit: .watchdog),
      KnownText("failed to resume in time", exit: .watchdog),
      KnownText("failed to suspend in time", exit: .watchdog),
      KnownText("failed to terminate", exit: .watchdog),
      KnownText("never posted an incoming call", exit: .incomingCallNotReported),
      KnownText("launch handlers must be registered before", exit: .uncaughtException),
      KnownText("launch handler for task", "already been registered", exit: .uncaughtException),
      KnownText("no launch handler registered for task", finding: .identifierNeverRegistered),
      KnownText("bgtaskschedulererrordomain", finding: .submitErrorIgnored),
      KnownText("completion handler was never called", finding: .completionNeverCalled),
      KnownText("background urlsession with identifier", "exists", finding: .sessionCreatedTwice),
      KnownText("errsecinteractionnotallowed", finding: .dataProtected),
      KnownText("-25308", finding: .dataProtected),
      KnownText("unbalanced call to dispatch_group_leave", finding: .groupUnbalanced),
      KnownText("queue already owned by current thread", finding: .queueWaitsForItself),
      KnownText("cpu usage", "process killed", exit: .cpuLimit),
      KnownText("exceeding limit of 80% cpu", exit: .cpuLimit),
      KnownText("cpuexceptiondiagnostic", exit: .cpuLimit),
      KnownText("wakeups", finding: .wakeUpsTooOften),
      KnownText("exc_resource", "memory", exit: .memoryLimit),
      KnownText("hangdiagnostic", finding: .hang),
      KnownText("vm-pageshortage", exit: .memoryPressure),
      KnownText("uncaught exception", exit: .uncaughtException),
      KnownText("nsexception", exit: .uncaughtException),
      KnownText("sigabrt", exit: .uncaughtException),
      KnownText("abort trap", exit: .uncaughtException),
      // What dormouse itself says of a finding.
      KnownText("was never ended", finding: .taskNeverEnded),
      KnownText("beginbackgroundtask returned invalid", finding: .refusedTaskUsed),
      KnownText("settaskcompleted was called, but work went on", finding: .workAfterTaskCompleted),
      KnownText("contenthandler was called, but work went on", finding: .workAfterContentHandler),
      KnownText("cut off by suspension", finding: .workCutOff),
      KnownText("firings while the app was suspended", finding: .timerMissedFirings),
      KnownText("wake-ups within", finding: .wakeUpsTooOften),
    ]
    + ExitReason.allCases.filter { $0 != .forceQuit && $0 != .normal }.compactMap { exit in
      exit.metricKitCounter.map { KnownText($0.lowercased(), exit: exit) }
    }
}

extension UnmodelledExit {
  /// What reports say of an app that was resumed too often.
  static let texts = ["wakes in 300 sec"]

  /// Returns the exit that a text of a phone is about; nil: it names none of them.
  public static func about(text: String) -> UnmodelledExit? {
    let lower = text.lowercased()
    if texts.contains(where: lower.contains) { return all.first { $0.code == "0xbad22222" } }
    let codes = Explanation.codes(in: lower)
    return all.first { codes.contains($0.code) }
  }
}
