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

  @Test("is else the shortest that has its first three letters, and then the others in order")
  func abbreviations() {
    let names = ["ios-like", "minutes", "minutesLater", "seconds"]
    for (typed, meant) in [
      ("ios", "ios-like"), ("mins", "minutes"), ("secs", "seconds"), ("MINS", "minutes"),
      ("minz", nil), ("mi", nil), ("ms", nil), ("utes", nil),
    ] as [(String, String?)] {
      #expect(nearest(to: typed, among: names) == meant, "\(typed)")
    }
    #expect(nearest(to: "mins", among: names, errors: 2) == nil)
  }

  @Test("is looked for in the first 64 letters, however long a text is")
  func long() {
    let long = String(repeating: "x", count: 64)
    #expect(nearest(to: long + "abc", among: [long + "uvwxyz"]) == long + "uvwxyz")
    #expect(nearest(to: String(repeating: "x", count: 100_000), among: ["save"]) == nil)
  }

  @Test("is the one that a plain table of all errors finds")
  func plain() {
    var random = RandomStream(seed: 5, name: "names")
    let letters = Array("abC")
    func word() -> [Character] {
      (0..<random.integer(in: 0..<9)).map { _ in letters[random.integer(in: 0..<3)] }
    }
    for _ in 0..<2_000 {
      let typed = word()
      let known = (0..<4).map { _ in word() }
      let most = random.integer(in: 0..<5)
      var best: (name: String, errors: Int)?
      for name in known {
        let errors = distance(typed.map(lower), name.map(lower))
        guard errors <= min(most, max(2, name.count / 3), name.count - 1) else { continue }
        if errors < best?.errors ?? .max { best = (String(name), errors) }
      }
      #expect(
        nearest(to: String(typed), among: known.map { String($0) }, errors: most) == best?.name)
    }
  }

  private func lower(_ letter: Character) -> Character { letter.lowercased().first ?? letter }

  /// The restricted distance of Damerau, by its definition.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        guard i > 0, j > 0 else {
          table[i][j] = i + j
          continue
        }
        table[i][j] = min(
          table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), table[i - 1][j] + 1,
          table[i][j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }
}
