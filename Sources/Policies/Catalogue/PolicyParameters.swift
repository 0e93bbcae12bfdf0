import Device
import Simulation

/// A number that a policy lets its user set.
public struct PolicyParameter: Sendable {
  /// What its standard value rests on.
  public enum Basis: Sendable, Equatable {
    /// Published by those who know; where.
    case documented(String)
    /// Read in what devices write; where.
    case logged(String)
    /// The true number is not public; this is our own choice.
    case assumed
  }

  public let name: String
  /// Empty for a plain number.
  public let unit: String
  /// Its value unless set.
  public let standard: Double
  public let range: ClosedRange<Double>
  /// Only whole numbers are values.
  public let isWhole: Bool
  /// One line, for help.
  public let summary: String
  public let basis: Basis

  init(
    name: String, unit: String, standard: Double, range: ClosedRange<Double>,
    isWhole: Bool = false, summary: String, basis: Basis = .assumed
  ) {
    self.name = name
    self.unit = unit
    self.standard = standard
    self.range = range
    self.isWhole = isWhole
    self.summary = summary
    self.basis = basis
  }

  /// A switch: 1 is on, 0 is off.
  static func flag(
    _ name: String, standard: Bool = true, summary: String, basis: Basis = .assumed
  ) -> PolicyParameter {
    PolicyParameter(
      name: name, unit: "", standard: standard ? 1 : 0, range: 0...1, isWhole: true,
      summary: summary, basis: basis)
  }

  /// What a value must be, for messages.
  var needed: String {
    if isWhole, range == 0...1 { return "1 for on or 0 for off" }
    return "a \(isWhole ? "whole number" : "number") from \(plain(range.lowerBound)) to "
      + plain(range.upperBound)
  }

  /// The value of a text; nil when it can be none.
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
  /// In the order in which the policy declares them.
  private var values: [Value]
  /// What each app has, by `AppID`; empty for the standard.
  private var appValues: [Value] = []
  private let appStandard: Double?

  /// The standard values.
  init(of entry: PolicyEntry) {
    policy = entry.name
    values = entry.parameters.map { Value(name: $0.name, value: $0.standard) }
    appStandard = entry.appParameter?.standard
  }

  /// The standard values but for those set. Throws `unknownParameter` or `badValue`.
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

  /// What is wrong where values that must not fall from one parameter to the next do; nil: nothing.
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

  /// Whether a switch is on.
  func isOn(_ name: String) -> Bool { self[name] >= 0.5 }

  /// An app's value of the parameter that each app has.
  subscript(app: AppID) -> Double {
    guard let appStandard else {
      fatalError("PolicyParameters: \(policy) has no parameter for each app")
    }
    let index = Int(app.index)
    return appValues.indices.contains(index) ? appValues[index].value : appStandard
  }

  /// The same, for a policy to keep.
  var byApp: @Sendable (AppID) -> Double {
    guard let appStandard else {
      fatalError("PolicyParameters: \(policy) has no parameter for each app")
    }
    let values = appValues.map(\.value)
    return { values.indices.contains(Int($0.index)) ? values[Int($0.index)] : appStandard }
  }

  /// Whether any app's value was set.
  var setsApps: Bool { appValues.contains(where: \.isSet) }

  /// What was set, as it is written behind the policy's name: `{startCharge=2.0}`, or nothing.
  public var description: String {
    let set = (values + appValues).filter(\.isSet).map {
      "\(SettingList.written($0.name))=\($0.value)"
    }
    return set.isEmpty ? "" : "{\(set.joined(separator: ","))}"
  }
}

/// A number as one would write it: `600`, not `600.0`.
func plain(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
