import Testing

@Suite("dormouse policies")
struct PoliciesCommandTests {
  @Test("lists every policy with one line, and explains each")
  func list() throws {
    let place = try Workplace()
    let list = try place.run("policies")
    #expect(list.status == 0)
    let names = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(
      names.starts(with: [
        "first-come", "round-robin", "fair-share", "earliest-deadline", "priority",
      ]))
    #expect(Set(names).count == names.count && names.contains("nothing"))
    for name in names {
      let text = try place.run("policies", String(name))
      #expect(text.status == 0)
      #expect(text.output.hasPrefix("\(name)\n  rule        "))
      #expect(text.output.contains("\n  source      "))
      #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
      // As one would write them.
      #expect(!text.output.contains(/[0-9]\.0\b/))
    }
  }
}
