import Device

/// What a finding or an exit means, with a way of writing an app that leads to it and one that does
/// not.
public struct Explanation: Sendable {
  /// What is explained.
  public enum Subject: Sendable, Equatable {
    case finding(FindingRule)
    case exit(ExitReason)
  }

  public let subject: Subject
  /// What happens and why it matters, in a paragraph.
  public let meaning: String
  public let example: Example

  init(_ subject: Subject, _ meaning: String, _ example: Example) {
    self.subject = subject
    self.meaning = meaning
    self.example = example
  }

  /// Of every finding and every exit, in the order in which reports list them.
  public static let all: [Explanation] =
    FindingRule.allCases.map(\.explanation) + ExitReason.allCases.map(\.explanation)

  /// As reports and traces name it.
  public var name: String {
    switch subject {
    case .finding(let rule): rule.rawValue
    case .exit(let reason): reason.rawValue
    }
  }

  /// What crash logs show for an exit; nil for findings, and where they show no code.
  public var code: String? {
    switch subject {
    case .finding: nil
    case .exit(let reason): reason.code
    }
  }

  /// One line.
  public var summary: String {
    switch subject {
    case .finding(let rule): rule.summary
    case .exit(let reason): reason.summary
    }
  }

  /// What to do about a finding, in one line; nil for exits.
  public var advice: String? {
    switch subject {
    case .finding(let rule): rule.advice
    case .exit: nil
    }
  }

  /// An app, wrong and right, and what is done with it.
  public struct Example: Sendable {
    /// One of the two.
    public struct Side: Sendable {
      /// The app's Lua text, without a newline at its end.
      public let script: String
      /// What it is installed with, as keys of `app { ... }`; empty: nothing.
      public let keys: String
      /// Verbs of a test, a line each (docs/testing.md).
      public let steps: String
    }

    public let wrong: Side
    public let right: Side
    /// Keys of the phone.
    let device: String
    /// Lua that comes before the app is installed: servers, and other apps.
    let world: String
    /// The script of another app on the phone, `other.lua`.
    public let other: String?

    static let leaving = """
      app:open()
      phone:advance(10)
      app:home()
      phone:advance(minutes(2))
      """

    /// - Parameters:
    ///   - keys: of `app { ... }`.
    ///   - rightKeys: nil: as the wrong one's.
    ///   - rightSteps: nil: as the wrong one's.
    init(
      device: String = #"os = "iOS 18""#, world: String = "", keys: String = "",
      rightKeys: String? = nil, steps: String = Example.leaving, rightSteps: String? = nil,
      other: String? = nil, wrong: String, right: String
    ) {
      self.device = device
      self.world = world
      self.other = other
      self.wrong = Side(script: wrong, keys: keys, steps: steps)
      self.right = Side(script: right, keys: rightKeys ?? keys, steps: rightSteps ?? steps)
    }
  }
}

extension ExitReason {
  /// One line.
  var summary: String {
    switch self {
    case .watchdog: "the main thread did not answer within a limit"
    case .backgroundTaskAssertionTimeout: "a background task was open when its time was over"
    case .tooManyBackgroundTasks: "too many background tasks were open at once"
    case .backgroundFetchTimeout: "a fetch was not completed in time"
    case .backgroundTaskSchedulerTimeout: "a task of BGTaskScheduler was not completed in time"
    case .remoteNotificationTimeout: "a silent push was not completed in time"
    case .suspendedWithLockedFile: "a shared file was locked at suspension"
    case .cpuLimit: "it took most of a processor in the background"
    case .memoryLimit: "its memory went above its cap"
    case .memoryPressure: "the device was short of memory and chose this app"
    case .uncaughtException: "an error that no code of the app caught"
    case .forceQuit: "the user swiped it away"
    case .normal: "it ended in good order, as by a restart of the phone"
    }
  }
}
