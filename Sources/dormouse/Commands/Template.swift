import Scripting
import Simulation

/// The scripts that `dormouse new` writes: those of scripts/templates, under names of the user's.
enum Template: String, CaseIterable {
  case app
  case scenario
  case policy
  case experiment
  case test

  /// Returns the files to write for a path without its ending, the named one first.
  func files(_ stem: String, kind: AppKind = .fetch) -> [(path: String, text: String)] {
    switch self {
    case .app: [("\(stem).lua", Template.text(kind.template))]
    case .policy: [("\(stem).lua", Template.text("policy"))]
    case .scenario:
      [
        ("\(stem).lua", Template.text("scenario", naming: "app", as: "\(stem)-app")),
        ("\(stem)-app.lua", Template.text("app")),
      ]
    case .experiment:
      [
        ("\(stem).lua", Template.text("experiment", naming: "scenario", as: "\(stem)-scenario"))
      ] + Template.scenario.files("\(stem)-scenario")
    case .test:
      [
        ("\(stem)-test.lua", Template.text("test", naming: "app", as: "\(stem)-app")),
        ("\(stem)-app.lua", Template.text("app")),
      ]
    }
  }

  /// Returns what the author of the written files may do now.
  func next(_ stem: String, kind: AppKind = .fetch) -> String {
    let file = shellQuoted("\(stem).lua")
    return switch self {
    case .app:
      "name it in a scenario: app { id = \"\(Template.name(stem))\", "
        + "script = \("\(stem).lua".debugDescription)\(kind.keys) }"
    case .scenario: "dormouse run \(file)"
    case .experiment: "dormouse compare \(file)"
    case .policy: "dormouse run SCENARIO --policy \(file)"
    case .test: "dormouse test \(shellQuoted("\(stem)-test.lua"))"
    }
  }

  private static func name(_ stem: String) -> String {
    stem.split(separator: "/").last.map(String.init) ?? stem
  }

  /// Returns the text of a template, where it names another with that one's new name.
  private static func text(
    _ template: String, naming other: String? = nil, as stem: String = ""
  ) -> String {
    let text = BuiltInScripts().text(of: "templates/\(template).lua")
    return other.map { text.replacing("\"\($0).lua\"", with: "\"\(name(stem)).lua\"") } ?? text
  }
}
