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
    func text(of policy: String, setting names: [String]) -> String {
      var policy = PolicyText(policy)
      for name in names { policy.set(name, to: "3") }
      return policy.text
    }
    #expect(text(of: "p.lua", setting: ["c"]) == "p.lua{c=3}")
    #expect(text(of: "p.lua{}", setting: ["c"]) == "p.lua{c=3}")
    #expect(text(of: "p{a=1}", setting: ["c", "d"]) == "p{a=1,c=3,d=3}")
  }
}
