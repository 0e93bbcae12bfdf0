import Device
import Foundation
import Lua
import Policies
import Runs
import Scripting
import Simulation
import Testing

/// Names by which tests call what other modules declare; `import Device` is not needed for them.
extension Phone {
  /// A version of the system: `.iOS18`, or `Phone.OS.all` for tests with arguments.
  public typealias OS = Platform
  /// A length of virtual time: `.seconds(5)`, `.minutes(1)`, `.hours(24)`.
  public typealias Span = TimeSpan
  /// The background modes of an app: `[.fetch, .processing]`.
  public typealias Modes = BackgroundModes
  /// The network of a phone: `.none`, `.wifi` or `.cellular`.
  public typealias Network = NetworkKind
  /// How hot a phone is: `.nominal`, `.fair`, `.serious` or `.critical`.
  public typealias Heat = ThermalState
  /// How urgent a message to an app for Android is: `.normal` or `.high`.
  public typealias Priority = MessagePriority
  /// A reason why a process has ended: `.backgroundTaskAssertionTimeout`.
  public typealias Exit = ExitReason
  /// A kind of mistake: `.taskNeverEnded`; `dormouse explain` describes each.
  public typealias Rule = FindingRule
}

extension Platform: CustomTestStringConvertible {
  /// The version as tests show it: "iOS 18".
  public var testDescription: String { name }
}

extension Phone {
  /// The policy that shares background time and work among the apps of a phone.
  public struct Policy: Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomTestStringConvertible
  {
    /// The policy as `--policy` names it, `ios-like{startCharge=2}`, or a `.lua` file beside the
    /// apps. Where it is empty, background tasks get what they ask for, and work begins when the
    /// test says so.
    public let name: String

    /// Names a policy or its file; the phone's first verb records an issue if there is none.
    public init(_ name: String) {
      self.name = name
    }

    /// Names a policy by a literal: `policy: "ios-like"`.
    public init(stringLiteral name: String) {
      self.init(name)
    }

    /// The policy that gives background tasks the time that they ask for, as far as the pool has
    /// it; fetches, tasks and pushes begin when the test says so, and never by themselves.
    public static let whatIsAsked = Policy("")

    /// The names of all built-in policies that give time, for tests with arguments.
    public static let all = PolicyCatalogue.entries.map(\.name).filter { $0 != "nothing" }
      .map { Policy($0) }

    /// The name of the policy.
    public var testDescription: String { name.isEmpty ? "what is asked" : name }

    func made(
      for scenario: Scenario, _ files: any ScriptFiles, _ folder: String
    ) throws(ScriptError) -> any SchedulingPolicy {
      if name.isEmpty { return DrivenPhone.whatIsAsked }
      let path = name.hasSuffix(".lua") ? ScriptPath.resolve(name, in: folder) : name
      return try PolicySource(for: scenario, files: files).policy(path, for: scenario)
    }
  }

  /// A folder in which the Lua files of apps lie.
  public struct ScriptFolder: Sendable, ExpressibleByStringLiteral {
    private let path: String

    /// Names a folder; a relative path begins at the folder of the test.
    public init(_ path: String) {
      self.path = path
    }

    /// Names a folder by a literal: `Phone(scripts: "Apps")`.
    public init(stringLiteral path: String) {
      self.init(path)
    }

    /// The folder of the file in which the phone is made.
    public static let besideTheTest = ScriptFolder("")

    /// Returns the resources of a bundle, as `.resources(of: .module)`: for tests that run where
    /// their sources are not, as on a phone.
    public static func resources(of bundle: Bundle) -> ScriptFolder {
      ScriptFolder(bundle.resourcePath ?? bundle.bundlePath)
    }

    func path(besides testFile: String) -> String {
      ScriptPath.resolve(path, in: ScriptPath.folder(of: testFile))
    }
  }

  /// A plain value that an app's script gets as an option, or that a push carries.
  public indirect enum Value: Sendable, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
  {
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([Value])
    /// A table with its keys in this order.
    case table([(String, Value)])

    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, Value)...) { self = .table(elements) }

    var asLua: LuaValue {
      switch self {
      case .boolean(let value): .boolean(value)
      case .integer(let value): .integer(value)
      case .number(let value): .number(value)
      case .text(let text): .text(text)
      case .list(let values): .list(values.map(\.asLua))
      case .table(let entries):
        .table(entries.map { LuaEntry(key: .text($0.0), value: $0.1.asLua) })
      }
    }

    var asPushed: PushValue {
      switch self {
      case .boolean(let value): .boolean(value)
      case .integer(let value): .integer(value)
      case .number(let value): .number(value)
      case .text(let text): .text(text)
      case .list(let values): .list(values.map(\.asPushed))
      case .table(let entries): .table(entries.map { PushField($0.0, $0.1.asPushed) })
      }
    }
  }
}
