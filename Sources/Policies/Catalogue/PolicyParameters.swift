import Device
import Simulation

/// A number that a policy lets its user set.
public struct PolicyParameter: Sendable {
  /// The evidence for a standard value.
  public enum Basis: Sendable, Equatable {
    /// Published by those who know; the source.
    case documented(String)
    /// Read in the logs of devices; the source.
    case logged(String)
    /// Not known outside; our own choice.
    case assumed
  }

  public let name: String
  /// The unit; empty for a plain number.
  public let unit: String
  /// The value unless it is set.
  public let standard: Double
  public let range: ClosedRange<Double>
  /// Whether only whole numbers are valid.
  public internal(set) var isWhole = false
  /// The summary for help, one line.
  public let summary: String
  public internal(set) var basis = Basis.assumed

  /// Returns a switch: 1 is on, 0 is off.
  static func flag(
    _ name: String, standard: Bool = true, summary: String, basis: Basis = .assumed
  ) -> PolicyParameter {
    PolicyParameter(
      name: name, unit: "", standard: standard ? 1 : 0, range: 0...1, isWhole: true,
      summary: summary, basis: basis)
  }

  /// The valid values in words, for messages.
  var needed: String {
    if isWhole, range == 0...1 { return "1 for on or 0 for off" }
    return "a \(isWhole ? "whole number" : "number") from \(plain(range.lowerBound)) to "
      + plain(range.upperBound)
  }

  /// Returns the value that a string stands for; nil when it is not valid.
  func value(of text: String) -> Double? {
    guard let value = Double(text), range.contains(value) else { return nil }
    return isWhole && value != value.rounded() ? nil : value
  }
}

/// The values of all parameters of one policy.
public struct PolicyParameters: Sendable, CustomStringConvertible {
  private struct Value {
    let name: String
    var value: Double
    var isSet = false
  }
  private let policy: String
  /// The values in the order in which the policy declares them.
  private var values: [Value]
  /// The apps' values, by `AppID`; empty for the standard.
  private var appValues: [Value] = []
  private let appStandard: Double?

  /// Creates the standard values.
  init(of entry: PolicyEntry) {
    policy = entry.name
    values = entry.parameters.map { Value(name: $0.name, value: $0.standard) }
    appStandard = entry.appParameter?.standard
  }

  /// Creates the standard values except those that are set. Throws `unknownParameter` or
  /// `badValue`.
  ///
  /// A name that the policy does not declare is an app's, if it has a parameter for each app.
  init(of entry: PolicyEntry, setting settings: [(name: String, value: String)], apps: [String])
    throws(PolicyError)
  {
    self.init(of: entry)
    if let standard = appStandard {
      appValues = apps.map { Value(name: $0, value: standard) }
    }
    for (name, text) in settings {
      if let index = entry.parameters.firstIndex(where: { $0.name == name }) {
        values[index].value = try Self.value(text, of: entry.parameters[index], name, policy)
        values[index].isSet = true
      } else if let index = appValues.firstIndex(where: { $0.name == name }),
        let parameter = entry.appParameter
      {
        appValues[index].value = try Self.value(text, of: parameter, name, policy)
        appValues[index].isSet = true
      } else {
        throw .unknownParameter(
          name, policy: policy, known: entry.parameters.map(\.name) + appValues.map(\.name))
      }
    }
  }

  private static func value(
    _ text: String, of parameter: PolicyParameter, _ name: String, _ policy: String
  ) throws(PolicyError) -> Double {
    guard let value = parameter.value(of: text) else {
      throw .badValue(text, parameter: name, policy: policy, needed: parameter.needed)
    }
    return value
  }

  /// Returns what is wrong where values that must not fall from one parameter to the next do fall;
  /// nil: nothing.
  func firstDescent(of names: [String]) -> String? {
    zip(names, names.dropFirst()).first { self[$0] > self[$1] }.map { lower, upper in
      "\(lower) is above \(upper) (\(plain(self[lower])) and \(plain(self[upper]))); "
        + "give \(upper) at least as much"
    }
  }

  /// The value of a parameter that the policy declares.
  subscript(name: String) -> Double {
    guard let value = values.first(where: { $0.name == name }) else {
      fatalError("PolicyParameters: \(policy) does not declare \(name)")
    }
    return value.value
  }

  /// Returns whether a switch is on.
  func isOn(_ name: String) -> Bool { self[name] >= 0.5 }

  /// An app's value of the parameter that each app has.
  subscript(app: AppID) -> Double {
    guard let appStandard else {
      fatalError("PolicyParameters: \(policy) has no parameter for each app")
    }
    let index = Int(app.index)
    return appValues.indices.contains(index) ? appValues[index].value : appStandard
  }

  /// The apps' values as a function that a policy can keep.
  var byApp: @Sendable (AppID) -> Double {
    guard let appStandard else {
      fatalError("PolicyParameters: \(policy) has no parameter for each app")
    }
    let values = appValues.map(\.value)
    return { values.indices.contains(Int($0.index)) ? values[Int($0.index)] : appStandard }
  }

  /// Whether any app's value was set.
  var setsApps: Bool { appValues.contains(where: \.isSet) }

  /// The settings as they are written behind the policy's name, `{startCharge=2.0}`; empty where
  /// nothing was set.
  public var description: String {
    let set = (values + appValues).filter(\.isSet).map {
      "\(SettingList.written($0.name))=\($0.value)"
    }
    return set.isEmpty ? "" : "{\(set.joined(separator: ","))}"
  }
}

/// Returns a number as one would write it: `600`, not `600.0`.
func plain(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
