/// A table of strings that occur again and again, each kept once.
final class TextTable {
  private(set) var texts: [String] = []
  private var places: [String: Int] = [:]

  /// Returns the number of a string; -1 for nil.
  func number(_ text: String?) -> Int {
    guard let text else { return -1 }
    if let place = places[text] { return place }
    places[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}
