import Device
import Simulation

extension CheckReport {
  // MARK: JSON

  /// The results as one JSON object, without a newline at its end.
  public var json: String {
    let files: [JSONValue] = files.map { file in
      [
        "path": file.path, "kind": file.kind,
        "parameters": JSONValue.array(
          file.parameters.map {
            ["name": $0.name, "default": $0.standard, "about": $0.about] as JSONValue
          }),
        "findings": JSONValue.array(file.items.map(CheckReport.json)),
      ]
    }
    let value: JSONValue = ["files": JSONValue.array(files)]
    return value.text
  }

  private static func json(_ item: Item) -> JSONValue {
    [
      "kind": item.grade.rawValue, "rule": item.rule?.rawValue, "file": item.place?.file,
      "line": item.place?.line, "message": item.message, "seen": item.phrase,
      "exit": item.ending, "lostWhere": item.rule?.circumstances,
      "advice": item.rule?.advice(on: item.family),
      "apps": JSONValue.array(item.apps.map { .string($0) }), "allowed": item.allowance,
    ]
  }

  // MARK: SARIF

  /// The results in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS).
  public func sarif(version: String) -> String {
    let rules = FindingRule.allCases.filter { rule in
      items.contains { $0.item.rule == rule }
    }
    let driver: JSONValue = [
      "name": "dormouse", "version": version,
      "rules": JSONValue.array(rules.map(sarifRule)),
    ]
    let results = items.map { path, item in CheckReport.sarifResult(item, in: path) }
    let run: JSONValue = [
      "tool": ["driver": driver] as JSONValue, "results": JSONValue.array(results),
    ]
    let value: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": JSONValue.array([run]),
    ]
    return value.text
  }

  private func sarifRule(_ rule: FindingRule) -> JSONValue {
    let families = Set(items.filter { $0.item.rule == rule }.map(\.item.family))
    // A rule is told once, to apps of both families too.
    let family = families.count == 1 ? families.first ?? nil : nil
    return [
      "id": rule.rawValue, "shortDescription": ["text": rule.summary] as JSONValue,
      "help": ["text": rule.advice(on: family)] as JSONValue,
      "defaultConfiguration": ["level": CheckReport.level(Item.Grade(rule.kind))] as JSONValue,
    ]
  }

  private static func sarifResult(_ item: Item, in path: String) -> JSONValue {
    var location: [JSONValue.Member] = [
      .init("artifactLocation", ["uri": uri(item.place?.file ?? path)])
    ]
    if let line = item.place?.line, line > 0 {
      location.append(.init("region", ["startLine": line]))
    }
    var members: [JSONValue.Member] = []
    if let rule = item.rule { members.append(.init("ruleId", .string(rule.rawValue))) }
    let text = ([item.title] + item.explanation).joined(separator: "; ")
    let place: JSONValue = ["physicalLocation": JSONValue.object(location)]
    members += [
      .init("level", .string(level(item.grade))), .init("message", ["text": text]),
      .init("locations", .array([place])),
    ]
    if let allowance = item.allowance {
      let suppression: JSONValue = ["kind": "inSource", "justification": allowance]
      members.append(.init("suppressions", .array([suppression])))
    }
    return .object(members)
  }

  private static func level(_ grade: Item.Grade) -> String {
    switch grade {
    case .error, .fault: "error"
    case .risk: "warning"
    case .note: "note"
    }
  }

  /// Returns a path as a relative or absolute reference of RFC 3986.
  private static func uri(_ path: String) -> String {
    let plain = Set("-._~/".utf8)
    let text = path.utf8.map { byte -> String in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        plain.contains(byte)
        || (byte < 128 && (Character(scalar).isLetter || Character(scalar).isNumber))
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(scalar) : "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
    return path.hasPrefix("/") ? "file://\(text)" : text
  }

  // MARK: JUnit

  /// The results as the XML of JUnit: a case for each file, which fails by each item that counts; what
  /// else was found is its output.
  ///
  /// - Parameters:
  ///   - counts: whether an item is a failure.
  public func junit(_ counts: (Item) -> Bool) -> String {
    let failing = files.count { $0.items.contains { counts($0) && !$0.isAllowed } }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites tests=\"\(files.count)\" failures=\"\(failing)\">\n"
    text +=
      "  <testsuite name=\"dormouse check\" tests=\"\(files.count)\" failures=\"\(failing)\">\n"
    for file in files {
      let found = file.items.filter { counts($0) && !$0.isAllowed }
      let head = "    <testcase classname=\"check\" name=\(xmlAttribute(file.path))"
      let others = file.items.filter { !counts($0) && !$0.isAllowed }
      if found.isEmpty, others.isEmpty {
        text += head + "/>\n"
        continue
      }
      text += head + ">\n"
      for item in found {
        text +=
          "      <failure type=\"\(item.grade.rawValue)\" message=\(xmlAttribute(item.title))>"
          + xmlText(CheckReport.lines(item).joined(separator: "\n")) + "</failure>\n"
      }
      if !others.isEmpty {
        let lines = others.flatMap { item -> [String] in
          let lines = CheckReport.lines(item)
          return ["\(item.grade.rawValue): \(lines[0])"] + lines.dropFirst().map { "  \($0)" }
        }
        text += "      <system-out>" + xmlText(lines.joined(separator: "\n")) + "</system-out>\n"
      }
      text += "    </testcase>\n"
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// An item with its line first, then what explains it.
  private static func lines(_ item: Item) -> [String] {
    ["\(item.place.map { "\($0): " } ?? "")\(item.title)"] + item.explanation
  }
}

extension CheckReport.Item.Grade {
  public init(_ kind: FindingRule.Kind) {
    switch kind {
    case .fault: self = .fault
    case .risk: self = .risk
    case .note: self = .note
    }
  }
}
