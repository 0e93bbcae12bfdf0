/// Words with a reason, of which many marks have the same: each is put together once.
struct ReasonedWords {
  private var known: [(words: String, reason: String, length: Int, all: String)] = []

  /// Returns the words, with the reason if there is one.
  mutating func words(_ words: String, _ reason: String?) -> String {
    guard let reason else { return words }
    // Most others are told from it by their length, which is quicker than to compare them.
    let length = reason.utf8.count
    for one in known where one.length == length && one.reason == reason && one.words == words {
      return one.all
    }
    let all = "\(words): \(reason)"
    if known.count == 8 { known.removeFirst() }
    known.append((words, reason, length, all))
    return all
  }
}
