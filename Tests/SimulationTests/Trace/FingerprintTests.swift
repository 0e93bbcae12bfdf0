import Testing

@testable import Simulation

@Suite struct FingerprintTests {
  @Test("nothing has the published XXH3 128-bit digest of empty input")
  func empty() {
    let published = "99aa06d3014798d86001c324468d497f"
    #expect(Fingerprint(of: []).description == published)
    #expect(StreamingHash().fingerprint.description == published)
    #expect(Trace().fingerprint.description == published)
  }

  @Test("leading zeros are printed")
  func leadingZeros() {
    #expect(Fingerprint(high: 1, low: 0xab).description == "000000000000000100000000000000ab")
  }

  @Test("how the bytes are cut into pieces does not matter")
  func pieces() {
    var random = RandomStream(seed: 1, name: "bytes")
    let bytes = (0..<300_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var hash = StreamingHash()
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + random.integer(in: 0..<5000))
      hash.update(bytes.span.extracting(start..<end))
      start = end
    }
    #expect(hash.fingerprint == Fingerprint(of: bytes))
  }
}
