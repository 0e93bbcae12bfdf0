/// Words with a reason, of which many marks have the same: each is put together once.
struct ReasonedWords {
  private typealias Known = (words: String, reason: String, length: Int, all: String)
  private var known: [Known] = []
  /// The place of those asked for last, which are likely to be asked for next.
  private var last = 0

  /// Returns the words, with the reason if there is one.
  mutating func words(_ words: String, _ reason: String?) -> String {
    guard let reason else { return words }
    if last < known.count, known[last].reason == reason, known[last].words == words {
      return known[last].all
    }
    // Most others are told from it by their length, which is quicker than to compare them.
    let length = reason.utf8.count
    if let place = known.firstIndex(where: {
      $0.length == length && $0.reason == reason && $0.words == words
    }) {
      last = place
      return known[place].all
    }
    let all = "\(words): \(reason)"
    if known.count == 8 { known.removeFirst() }
    last = known.count
    known.append((words, reason, length, all))
    return all
  }
}
