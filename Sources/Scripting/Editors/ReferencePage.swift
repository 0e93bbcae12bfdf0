/// docs/reference.md: every name of each kind of script, with types and meanings, from the lines
/// that editors get too.
public enum ReferencePage {
  /// The page, with a newline at its end. The same for the same build.
  public static var text: String {
    """
    # Every name

    What scripts can say beside Lua's own names, kind by kind: signature and meaning. This page is
    printed by `dormouse meta --markdown`, from the very lines that `dormouse meta FOLDER` writes for
    editors and `dormouse check` reads scripts by; a test holds them to the bridge itself. `?` marks
    what may be left out or be nil. The rules behind the names are in [scripting.md](scripting.md),
    [testing.md](testing.md), [policies.md](policies.md) and [experiments.md](experiments.md), and so
    are the keys of tables.

    """
      + section("Apps", ScriptAPI.apps)
      + section("Apps for Android", ScriptAPI.androidOwn)
      + section("Scenarios", ScriptAPI(declarationSignatures).without("expect"))
      + section("Experiments", ScriptAPI(experimentSignatures))
      + section("Policies", ScriptAPI(policySignatures))
      + section("Tests", ScriptAPI(testSignatures))
  }

  private static func section(_ title: String, _ api: ScriptAPI) -> String {
    var text = "\n## \(title)\n"
    if !api.globals.isEmpty { text += table(api.globals, called: "") }
    for described in api.classes {
      text += "\n### \(described.name)\n" + table(described.members, called: ":")
    }
    return text
  }

  private static func table(_ members: [ScriptAPI.Member], called sign: String) -> String {
    "\n| name | meaning |\n|---|---|\n"
      + members.map { "| `\(signature($0, sign))` | \($0.meaning)\(note($0)) |\n" }.joined()
  }

  /// Returns a note on a field that can be set, where most are only read.
  private static func note(_ member: ScriptAPI.Member) -> String {
    member.isSettable ? "; it can be set" : ""
  }

  private static func signature(_ member: ScriptAPI.Member, _ sign: String) -> String {
    let types = member.types.joined(separator: ", ")
    guard let parameters = member.parameters else {
      return escaped("\(sign.isEmpty ? "" : ".")\(member.name): \(types)")
    }
    let list = parameters.map { "\($0.name)\($0.isOptional ? "?" : ""): \($0.type)" }
      .joined(separator: ", ")
    return escaped("\(sign)\(member.name)(\(list))\(types.isEmpty ? "" : ": \(types)")")
  }

  /// A bar ends a column.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
