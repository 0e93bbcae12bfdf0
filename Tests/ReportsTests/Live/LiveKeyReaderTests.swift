import Testing

@testable import Reports

@Suite("Keys of a terminal")
struct LiveKeyReaderTests {
  @Test(
    "are read from bytes, arrows as one",
    arguments: [
      ("q", [.character("q")]), (" +", [.character(" "), .character("+")]),
      ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OC\u{1B}[D", [.right, .left]),
      ("\r\n", [.enter, .enter]), ("\u{1B}[3~n", [.character("n")]),
      ("\u{1B}[1;5Cq", [.right, .character("q")]), ("\u{3}é", []),
      ("\u{1B}\u{1B}", [.escape]), ("\u{1B}q", [.escape, .character("q")]),
    ] as [(String, [LiveKey])])
  func keys(bytes: String, keys: [LiveKey]) {
    var reader = LiveKeyReader()
    #expect(reader.keys(of: Array(bytes.utf8)) == keys)
  }

  @Test("an arrow may come in parts, and an ESC that nothing follows is a key")
  func parts() {
    var reader = LiveKeyReader()
    #expect(reader.keys(of: [0x1B]) == [])
    #expect(reader.keys(of: [0x5B]) == [])
    #expect(reader.keys(of: [0x41]) == [.up])
    #expect(reader.keys(of: [0x1B]) == [])
    #expect(reader.keys(of: []) == [.escape])
    #expect(reader.keys(of: []) == [])
  }
}
