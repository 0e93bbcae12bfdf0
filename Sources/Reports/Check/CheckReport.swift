import Device
import Simulation

/// The results of a check of scripts, to be shown.
public struct CheckReport: Sendable {
  /// Something that is wrong with a script, or may be.
  public struct Item: Sendable {
    /// How grave it is.
    public enum Grade: String, CaseIterable, Sendable {
      /// The script cannot be used.
      case error
      case fault
      case risk
      case note
    }

    public let grade: Grade
    /// The rule of a finding; nil for what reading the script shows.
    public let rule: FindingRule?
    /// The line; line 0 for a whole file.
    public let place: SourceLocation?
    public let message: String
    /// The words on the circumstances in which it came to light.
    public var phrase: String?
    /// Why the app is killed after it, with the code.
    public var ending: String?
    /// The apps of a scenario that have it, the first by name.
    public var apps: [String] = []
    /// The family of the system of the phone on which it came to light; nil: of any.
    public var family: SystemFamily?
    /// The reason for which it is allowed; nil: it is not.
    public var allowance: String?

    public init(
      _ grade: Grade, rule: FindingRule? = nil, at place: SourceLocation?, _ message: String
    ) {
      self.grade = grade
      self.rule = rule
      self.place = place
      self.message = message
    }

    /// Makes the item of a line of an error message, `file:line: what is wrong`.
    public init(errorLine text: String) {
      if let match = text.wholeMatch(of: /(.+?):(\d{1,9}): (.*)/), let line = Int(match.2) {
        self.init(
          .error, at: SourceLocation(file: String(match.1), line: line), String(match.3))
      } else {
        self.init(.error, at: nil, text)
      }
    }

    var isAllowed: Bool { allowance != nil }

    /// The message with its rule and the apps that have it.
    var title: String {
      let more = apps.count - 1
      let others = more > 0 ? " and \(more == 1 ? "another" : "\(grouped(more)) others")" : ""
      return message + (rule.map { " (\($0.rawValue))" } ?? "")
        + (apps.first.map { ": \($0)\(others)" } ?? "")
    }

    /// Sentences on where it was seen, when work is lost and what to do.
    var explanation: [String] {
      var lines: [String] = []
      if let phrase {
        lines.append("seen \(phrase)" + (ending.map { "; the app is killed by \($0)" } ?? ""))
      }
      if let circumstances = rule?.circumstances {
        lines.append("work is lost where \(circumstances)")
      }
      if let rule { lines.append("what to do: \(rule.advice(on: family))") }
      return lines
    }
  }

  /// A parameter of a scenario, as `--set` takes it.
  public struct Parameter: Sendable {
    public let name: String
    /// Its value unless it is set.
    public let standard: String
    /// What it is, and the values that it takes.
    public let about: String

    public init(name: String, standard: String, about: String) {
      self.name = name
      self.standard = standard
      self.about = about
    }
  }

  /// A script, with all that was found in it and in what it names.
  public struct File: Sendable {
    public let path: String
    /// What it is, as "app" or "scenario with 2 apps"; nil where it cannot be used.
    public let kind: String?
    public var items: [Item]
    /// The parameters that a scenario declares.
    public let parameters: [Parameter]
    /// Whether it was tried as part of another file, with whose results its own are.
    public let isTriedElsewhere: Bool

    public init(
      path: String, kind: String?, items: [Item], parameters: [Parameter] = [],
      isTriedElsewhere: Bool = false
    ) {
      self.path = path
      self.kind = kind
      self.items = items
      self.parameters = parameters
      self.isTriedElsewhere = isTriedElsewhere
    }

    func count(_ grade: Item.Grade) -> Int {
      items.count { $0.grade == grade && !$0.isAllowed }
    }

    /// The numbers of what was found, in words: "1 fault, 2 risks".
    var counts: String {
      let found = Item.Grade.allCases.filter { count($0) > 0 }.map {
        "\(grouped(count($0))) \($0.rawValue)\(count($0) == 1 ? "" : "s")"
      }
      let none = count(.error) == 0 && count(.fault) == 0
      let allowed = items.count { $0.isAllowed }
      return (none ? [found.isEmpty ? "no errors" : "no faults"] : []).joined()
        + (none && !found.isEmpty ? ", " : "") + found.joined(separator: ", ")
        + (allowed > 0
          ? "; \(grouped(allowed)) \(allowed == 1 ? "finding is" : "findings are") allowed" : "")
    }
  }

  public let files: [File]

  public init(_ files: [File]) {
    self.files = files
  }

  /// All that was found, each with the path of its file; what is allowed last.
  var items: [(path: String, item: Item)] {
    files.flatMap { file in file.items.map { (file.path, $0) } }
  }

  // MARK: Text

  /// Returns a file's results for people, as soon as it is done. Errors are left out: they are
  /// messages of the command.
  public static func text(of file: File, width: Int) -> String {
    guard let kind = file.kind else { return "" }
    let counts = file.isTriedElsewhere ? "" : ", \(file.counts)"
    var lines = ["\(printable(file.path)): \(kind)\(counts)"]
    for grade in Item.Grade.allCases where grade != .error {
      for item in file.items where item.grade == grade && !item.isAllowed {
        let place = item.place.map { "\($0): " } ?? ""
        lines += wrapped(
          printable("\(grade.rawValue): \(place)\(item.title)"), to: width, after: "  ", indent: 8)
        for sentence in item.explanation {
          lines += wrapped(printable(sentence), to: width, after: "    ", indent: 6)
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Xcode

  /// Lines that Xcode, editors and build servers read: `file:line: error: what is wrong`.
  public var xcode: String {
    items.filter { !$0.item.isAllowed }.map { path, item in
      let word =
        switch item.grade {
        case .error, .fault: "error"
        case .risk: "warning"
        case .note: "note"
        }
      let file = item.place?.file ?? path
      let text = ([item.title] + item.explanation).joined(separator: "; ")
      return printable("\(file):\(max(1, item.place?.line ?? 1)): \(word): \(text)") + "\n"
    }.joined()
  }
}
