/// Things in the order in which they came, found and taken out by a key in O(1) amortised.
struct OrderedMap<Key: Hashable, Element> {
  /// So many are looked through sooner than a key is hashed.
  private static var few: Int { 8 }

  /// In order; nil in the place of what was taken out, as in `things`.
  private var names: [Key?] = []
  private var things: [Element?] = []
  private(set) var count = 0
  /// Where each is, where there are more than a few; else empty. Looked up only: its own order is
  /// chance.
  private var places: [Key: Int] = [:]

  var isEmpty: Bool { count == 0 }

  /// The oldest first. O(n).
  var elements: [Element] { isEmpty ? [] : things.compactMap { $0 } }
  var keys: [Key] { isEmpty ? [] : names.compactMap { $0 } }

  private func place(of key: Key) -> Int? {
    names.count <= Self.few ? names.firstIndex(of: key) : places[key]
  }

  /// Adds at the end; the key is new.
  mutating func append(_ element: Element, for key: Key) {
    names.append(key)
    things.append(element)
    count += 1
    if names.count > Self.few + 1 {
      places[key] = names.count - 1
    } else if names.count > Self.few {
      notePlaces()
    }
  }

  /// The element of a key; nil where there is none. A key that is set must be there.
  subscript(key: Key) -> Element? {
    get { place(of: key).flatMap { things[$0] } }
    set {
      guard let place = place(of: key), let newValue else { return }
      things[place] = newValue
    }
  }

  mutating func remove(_ key: Key) -> Element? {
    guard let place = place(of: key) else { return nil }
    let removed = things[place]
    names[place] = nil
    things[place] = nil
    count -= 1
    if !places.isEmpty { places[key] = nil }
    if isEmpty {
      let isSmall = names.count <= 2 * Self.few
      names.removeAll(keepingCapacity: isSmall)
      things.removeAll(keepingCapacity: isSmall)
    } else if names.count >= Self.few, names.count > 2 * count {
      closeGaps()
    }
    return removed
  }

  private mutating func closeGaps() {
    names.removeAll { $0 == nil }
    things.removeAll { $0 == nil }
    places.removeAll(keepingCapacity: true)
    if names.count > Self.few { notePlaces() }
  }

  private mutating func notePlaces() {
    for (place, name) in names.enumerated() {
      if let name { places[name] = place }
    }
  }
}
