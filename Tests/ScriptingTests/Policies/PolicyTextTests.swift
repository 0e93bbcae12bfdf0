import Testing

@testable import Scripting

@Suite("a policy as it is written")
struct PolicyTextTests {
  @Test(
    "what is set stands in braces behind a name, or behind a file's .lua",
    arguments: [
      ("fair-share", "fair-share", false, 0), ("lottery{a=1,b=2}", "lottery", false, 2),
      ("dir/p.lua", "dir/p.lua", true, 0), ("dir/p.lua{a=1}", "dir/p.lua", true, 1),
      ("a{b}.lua", "a{b}.lua", true, 0), ("a{b}.lua{c=1, d = 2}", "a{b}.lua", true, 2),
      ("p.lua{}", "p.lua", true, 0), ("p.lua{a=x.lua}", "p.lua", true, 1),
    ])
  func parts(text: String, subject: String, isFile: Bool, count: Int) throws {
    let policy = PolicyText(text)
    #expect(policy.subject == subject && policy.isFile == isFile && policy.text == text)
    #expect(try policy.settings.count == count)
  }

  @Test("more can be set")
  func setting() {
    let more = [LoadedExperiment.Setting.Value(name: "c", text: "3")]
    #expect(PolicyText("p.lua").setting(more).text == "p.lua{c=3}")
    #expect(PolicyText("p.lua{}").setting(more).text == "p.lua{c=3}")
    #expect(PolicyText("p{a=1}").setting(more).text == "p{a=1,c=3}")
    #expect(PolicyText("p{a=1}").setting([]).text == "p{a=1}")
  }
}
