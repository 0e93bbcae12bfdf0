import Device
import Scripting
import Simulation
import Testing

/// Expects something of an app. Where it is not so, an issue is recorded: one for each finding
/// behind it, at the line of the app's script that is to blame, with what to do about it; without a
/// finding, at the line of the expectation.
///
/// Nothing is expected of a phone that stands still, since that was reported already.
///
/// - Returns: whether the expectation is met.
@discardableResult
public func expect(
  _ app: Phone.App, _ expectation: AppExpectation, _ comment: Comment? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Bool {
  guard app.phone.isSound, app.index != nil else { return false }
  let shortcomings = expectation.judge(app)
  let family = app.phone.driven.platform.family
  for (number, shortcoming) in shortcomings.enumerated() {
    var text = "expected \(app.name) to \(expectation.text)\nseen     \(shortcoming.seen)"
    let place = shortcoming.finding.flatMap { app.place(of: $0) }
    if let finding = shortcoming.finding {
      text += ", at \(app.phone.clock.text(finding.firstAt))"
      if finding.count > 1 { text += ", the first of \(finding.count) times" }
      text += "\nexpected at \(sourceLocation)\nwhat to do: \(finding.rule.advice(on: family))"
      text += " (\(finding.rule.rawValue))"
    } else {
      for rule in FindingRule.allCases where app.findings.contains(where: { $0.rule == rule }) {
        text += "\nwhat to do: \(rule.advice(on: family)) (\(rule.rawValue))"
      }
    }
    if let comment { text += "\n\(comment)" }
    // Once is enough.
    if number == shortcomings.count - 1 { text += app.phone.trace(until: 12) }
    Issue.record(Comment(rawValue: text), sourceLocation: place ?? sourceLocation)
  }
  return shortcomings.isEmpty
}

/// Expects something of every app of a phone.
///
/// - Returns: whether the expectation is met.
@discardableResult
public func expect(
  _ phone: Phone, _ expectation: AppExpectation, _ comment: Comment? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Bool {
  var isSo = phone.isSound
  for app in phone.apps {
    isSo = expect(app, expectation, comment, sourceLocation: sourceLocation) && isSo
  }
  return isSo
}

extension Phone {
  /// The phone's apps, in the order in which they were installed.
  public var apps: [App] {
    driven.scenario.apps.indices.map {
      App(phone: self, name: driven.scenario.apps[$0].name, index: AppID($0))
    }
  }

  /// The clock by which messages tell the time.
  var clock: DayClock { DayClock(startsAt: driven.scenario.startsAt) }
}

extension Phone.App {
  /// Whether a comment in the app's script allows a finding.
  func allows(_ finding: Finding) -> Bool {
    phone.allowances.allowance(of: finding.rule, at: finding.location) != nil
  }

  /// Returns the finding's line in a script on the disk; nil if it names none, or the file is not
  /// there.
  fileprivate func place(of finding: Finding) -> Testing.SourceLocation? {
    guard let location = finding.location, location.line > 0 else { return nil }
    let path = ScriptPath.resolve(location.file, in: phone.folder)
    guard (try? phone.files.contents(of: path)) != nil else { return nil }
    return Testing.SourceLocation(
      fileID: "\(name)/\(ScriptPath.file(of: path))", filePath: path, line: location.line, column: 1
    )
  }
}
