/// A named stream of random numbers: xoshiro256** (Blackman and Vigna 2018).
///
/// Every consumer draws from a stream of its own, so that a new consumer never shifts another's
/// draws. It is no `RandomNumberGenerator` on purpose: the standard library's algorithms on top of
/// one may change between versions, and the results of a seed must not.
@frozen
public struct RandomStream: Hashable, Sendable {
  @usableFromInline var s0: UInt64
  @usableFromInline var s1: UInt64
  @usableFromInline var s2: UInt64
  @usableFromInline var s3: UInt64

  /// The stream of a name under a run's seed: its state is drawn by SplitMix64, as the authors
  /// advise, from the seed and the name's FNV-1a digest.
  public init(seed: UInt64, name: String) {
    var seeds = SplitMix64(seed: seed)
    var words = SplitMix64(seed: seeds.next() ^ fnv1a(name))
    self.init(state: (words.next(), words.next(), words.next(), words.next()))
  }

  /// A generator in a given state, which is not all zeros.
  public init(state: (UInt64, UInt64, UInt64, UInt64)) {
    guard state.0 | state.1 | state.2 | state.3 != 0 else {
      fatalError("RandomStream: the state is all zeros, which xoshiro256** never leaves")
    }
    (s0, s1, s2, s3) = state
  }

  /// The state, to seed a script's own generator with; take it from a stream made for that, because
  /// the two would draw the same numbers.
  public var seedWords: (UInt64, UInt64, UInt64, UInt64) { (s0, s1, s2, s3) }

  /// The next 64 bits.
  @inlinable
  public mutating func next() -> UInt64 {
    let result = rotated(s1 &* 5, by: 7) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotated(s3, by: 45)
    return result
  }

  @inlinable
  func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 &- bits)
  }
}

/// The generator that expands one seed word into many (Steele, Lea and Flood 2014).
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}

/// The 64-bit FNV-1a digest of a text's UTF-8.
private func fnv1a(_ text: String) -> UInt64 {
  var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in text.utf8 {
    digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3
  }
  return digest
}
