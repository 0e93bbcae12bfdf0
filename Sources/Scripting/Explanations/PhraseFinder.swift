/// A search for many phrases at once, in one pass over a text whatever their number: the automaton
/// of Aho and Corasick.
struct PhraseFinder {
  /// The states by state and byte, each times 256; -1 where a phrase ends.
  private var next: [Int]

  /// Creates a search for phrases of ASCII in lower case, which are found in upper case too.
  init(_ phrases: [String]) {
    next = Array(repeating: 0, count: 256)
    for phrase in phrases { add(Array(phrase.utf8)) }
    link()
  }

  /// Adds the states of a phrase, as in a tree: 0 is no state yet.
  private mutating func add(_ phrase: [UInt8]) {
    var state = 0
    for (index, byte) in phrase.enumerated() {
      let place = state + Int(byte)
      if index == phrase.count - 1 {
        next[place] = -1
      } else if next[place] == 0 {
        next[place] = next.count
        next += Array(repeating: 0, count: 256)
      }
      // A phrase that begins with another is found with that one.
      guard next[place] > 0 else { return }
      state = next[place]
    }
  }

  /// Lets each state go on, for a byte that its phrase does not have, as the longest beginning of
  /// another phrase would that it ends with.
  private mutating func link() {
    var waiting = [(state: 0, other: 0)]
    var first = 0
    while first < waiting.count {
      let (state, other) = waiting[first]
      first += 1
      for byte in 0..<256 {
        let target = next[state + byte]
        let instead = state == 0 ? 0 : next[other + byte]
        if target == 0 {
          next[state + byte] = instead
        } else if target > 0 {
          if instead < 0 { next[state + byte] = -1 } else { waiting.append((target, instead)) }
        }
      }
    }
    for state in stride(from: 0, to: next.count, by: 256) {
      for byte in UInt8(ascii: "a")...UInt8(ascii: "z") {
        next[state + Int(byte) - 32] = next[state + Int(byte)]
      }
    }
  }

  /// Returns the index of the last byte of the first phrase from an index on; nil: there is none.
  /// O(bytes).
  func end(in bytes: [UInt8], from first: Int) -> Int? {
    var state = 0
    var index = first
    let count = bytes.count
    while index < count {
      state = next[state &+ Int(bytes[index])]
      if state < 0 { return index }
      index &+= 1
    }
    return nil
  }
}
