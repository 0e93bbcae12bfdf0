import Simulation
import Testing

@Suite("What is set in braces")
struct SettingListTests {
  private func read(_ list: String, _ sign: SettingList.Sign = .last) -> [String]? {
    SettingList.read(list, endingNamesAt: sign)?.map { "\($0.name)|\($0.value)" }
  }

  @Test("is names and values, with spaces around them or without")
  func plain() {
    #expect(read("") == [])
    #expect(read("a=1") == ["a|1"])
    #expect(read(" a = 1 , b=2") == ["a|1", "b|2"])
    #expect(read("a=b=3") == ["a=b|3"])
    #expect(read("a=b=3", .first) == ["a|b=3"])
  }

  @Test(
    "is none where a name or a value is missing", arguments: ["a", ",", "a=1,", ",a=1", "\"a\""])
  func malformed(list: String) {
    #expect(read(list) == nil)
  }

  @Test("has names of any signs, in quotes")
  func quoted() {
    #expect(read(#""c,d}"=3, e=4"#) == ["c,d}|3", "e|4"])
    #expect(read(#""a""b" = 1"#) == ["a\"b|1"])
    #expect(read(#"""=1"#) == ["|1"])
    #expect(read(#""a=b"=c=d"#) == ["a=b|c=d"])
    #expect(read(#""a"b=1"#) == nil)
    #expect(read(#""a,b=1"#) == nil)
  }

  @Test(
    "is written as it is read", arguments: ["mail", "a=b", "c,d}", "{", "\"", "", " a", "größe"])
  func written(name: String) {
    #expect(read(SettingList.written(name) + "=7,x=1") == ["\(name)|7", "x|1"])
    #expect(SettingList.written("mail") == "mail" && SettingList.written("a=b") == "a=b")
  }
}
