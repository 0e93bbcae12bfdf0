/// A table of strings that occur again and again, each kept once.
struct TextTable {
  private(set) var texts: [String] = []
  private var places: [String: Int] = [:]
  /// Those asked for last, which are likely to be asked for next: to compare two strings that are
  /// one takes far less than to hash one.
  private var recent: [(text: String, length: Int, place: Int)] = []
  private var oldest = 0
  private static let room = 16
  /// The one asked for last.
  private var last = 0

  /// Returns the number of a string; -1 for nil.
  mutating func number(_ text: String?) -> Int {
    guard let text else { return -1 }
    let length = text.utf8.count
    if last < recent.count, recent[last].length == length, recent[last].text == text {
      return recent[last].place
    }
    for index in recent.indices
    where recent[index].length == length && recent[index].text == text {
      last = index
      return recent[index].place
    }
    let place = places[text] ?? texts.count
    if place == texts.count {
      places[text] = place
      texts.append(text)
    }
    remember((text, length, place))
    return place
  }

  private mutating func remember(_ known: (text: String, length: Int, place: Int)) {
    if recent.count < Self.room {
      last = recent.count
      recent.append(known)
    } else {
      last = oldest
      recent[oldest] = known
      oldest = (oldest + 1) % Self.room
    }
  }
}
