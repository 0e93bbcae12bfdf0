import CXXHash

// Touches unsafe memory: the border to libxxhash.

extension Fingerprint {
  /// The fingerprint of bytes that are all there. O(n).
  public init(of bytes: [UInt8]) {
    let digest = unsafe bytes.withUnsafeBytes {
      unsafe XXH3_128bits($0.baseAddress, $0.count)
    }
    self.init(digest)
  }

  fileprivate init(_ digest: XXH128_hash_t) {
    self.init(high: digest.high64, low: digest.low64)
  }
}

/// XXH3 over bytes that come in pieces; how they are cut does not matter.
@safe
struct StreamingHash: ~Copyable {
  private let state: OpaquePointer

  init() {
    guard let state = unsafe XXH3_createState() else {
      fatalError("StreamingHash: no memory for the state of XXH3")
    }
    unsafe self.state = state
    _ = unsafe XXH3_128bits_reset(state)
  }

  deinit { _ = unsafe XXH3_freeState(state) }

  mutating func update(_ bytes: Span<UInt8>) {
    _ = unsafe bytes.withUnsafeBytes {
      unsafe XXH3_128bits_update(state, $0.baseAddress, $0.count)
    }
  }

  /// The fingerprint of all that came so far; more may follow.
  var fingerprint: Fingerprint { unsafe Fingerprint(XXH3_128bits_digest(state)) }
}
