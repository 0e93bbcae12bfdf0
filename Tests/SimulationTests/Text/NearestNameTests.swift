import Simulation
import Testing

@Suite("The name that was meant")
struct NearestNameTests {
  @Test(
    "is the nearest within two errors, or one in three letters of a longer name",
    arguments: [
      ("performFecth", "performFetch"),  // swapped
      ("PERFORMFETCH", "performFetch"),
      ("performFetching", "performFetch"),  // three of twelve letters
      ("prfrmFtch", "performFetch"),
      ("performFetchings!!", nil),
      ("sav", "save"), ("sa", "save"), ("s", nil), ("savage", "save"), ("savings", nil),
      ("", nil), ("é", nil), ("savé", "save"), ("sa\u{301}ve", "save"),
    ] as [(String, String?)])
  func meant(typed: String, expected: String?) {
    #expect(nearest(to: typed, among: ["performFetch", "save", ""]) == expected)
  }

  @Test("is the first of equally near ones, and none beyond the errors allowed")
  func ties() {
    #expect(nearest(to: "bat", among: ["cats", "cat", "rat"]) == "cat")
    #expect(nearest(to: "performFetching", among: ["performFetch"], errors: 2) == nil)
    #expect(nearest(to: "performFetchi", among: ["performFetch"], errors: 1) == "performFetch")
  }

  @Test("is looked for in the first 64 letters, however long a text is")
  func long() {
    let long = String(repeating: "x", count: 64)
    #expect(nearest(to: long + "abc", among: [long + "uvwxyz"]) == long + "uvwxyz")
    #expect(nearest(to: String(repeating: "x", count: 100_000), among: ["save"]) == nil)
  }
}
