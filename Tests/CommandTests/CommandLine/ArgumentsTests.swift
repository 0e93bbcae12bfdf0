import Testing

@testable import dormouse

@Suite("Arguments")
struct ArgumentsTests {
  private let command = Command(
    name: "test", summary: "", usage: "A B", operands: 0...9,
    options: [
      .init(name: "flag", summary: ""),
      .init(name: "value", value: "V", summary: ""),
      .init(name: "many", value: "M", repeats: true, summary: ""),
    ]
  ) { _, _ in
  }

  @Test("options may stand anywhere, with their value behind a space or an equals sign")
  func order() throws {
    let arguments = try Arguments(
      parsing: ["a", "--value", "1", "b", "--flag", "--many=x=y", "--many", "y", "c"], for: command)
    #expect(arguments.operands == ["a", "b", "c"])
    #expect(arguments.value("value") == "1")
    #expect(arguments.has("flag"))
    #expect(arguments.all("many") == ["x=y", "y"])
    #expect(!arguments.wantsHelp)
  }

  @Test("a lone hyphen is an operand, and so is everything behind two")
  func hyphens() throws {
    let arguments = try Arguments(parsing: ["-", "--", "--flag", "--help"], for: command)
    #expect(arguments.operands == ["-", "--flag", "--help"])
    #expect(!arguments.has("flag"))
  }

  @Test(
    "nothing is empty by intention",
    arguments: [
      (["a", ""], "dormouse test: an argument is empty (\"\"); write A B"),
      (["--", ""], "dormouse test: an argument is empty (\"\"); write A B"),
      (["--value="], "dormouse test: --value is empty (\"\"); write --value V"),
      (["--many", ""], "dormouse test: --many is empty (\"\"); write --many M"),
    ])
  func empty(arguments: [String], message: String) {
    #expect(throws: CommandError.usage(message)) {
      _ = try Arguments(parsing: arguments, for: command)
    }
  }

  @Test("a value may begin with hyphens")
  func values() throws {
    let arguments = try Arguments(parsing: ["--value", "--flag"], for: command)
    #expect(arguments.value("value") == "--flag")
    #expect(!arguments.has("flag"))
  }
}
