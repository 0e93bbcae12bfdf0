/// Things in the order in which they came, found and taken out by a key in O(1) amortised.
struct OrderedMap<Key: Hashable, Element> {
  /// The entries in the order of their keys; nil in the place of one that was taken out.
  private var entries: [(key: Key, element: Element)?] = []
  /// Looked up only: its own order is chance.
  private var places: [Key: Int] = [:]

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }

  /// The oldest first. O(n).
  var elements: [Element] { isEmpty ? [] : entries.compactMap { $0?.element } }
  var keys: [Key] { entries.compactMap { $0?.key } }

  /// Adds at the end; the key is new.
  mutating func append(_ element: Element, for key: Key) {
    places[key] = entries.count
    entries.append((key, element))
  }

  /// The element of a key; nil where there is none. A key that is set must be there.
  subscript(key: Key) -> Element? {
    get { places[key].flatMap { entries[$0]?.element } }
    set {
      guard let place = places[key], let newValue else { return }
      entries[place] = (key, newValue)
    }
  }

  mutating func remove(_ key: Key) -> Element? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    let removed = entries[place]?.element
    entries[place] = nil
    if places.isEmpty { entries.removeAll(keepingCapacity: entries.count <= 16) }
    if entries.count > 16, entries.count > 2 * places.count { closeGaps() }
    return removed
  }

  private mutating func closeGaps() {
    entries.removeAll { $0 == nil }
    for (place, entry) in entries.enumerated() {
      if let entry { places[entry.key] = place }
    }
  }
}
