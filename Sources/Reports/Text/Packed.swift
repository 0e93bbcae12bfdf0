import CDeflate

// The only other file of this module that touches unsafe memory: libdeflate.

/// Returns bytes compressed in zlib's format (RFC 1950), which a browser's DecompressionStream calls
/// `deflate`, in base64. O(bytes).
func packed(_ bytes: [UInt8]) -> [UInt8] {
  // The lowest level: the next takes twice as long for a page that is a twentieth smaller.
  guard let compressor = unsafe libdeflate_alloc_compressor(1) else {
    fatalError("libdeflate: no memory")
  }
  defer { unsafe libdeflate_free_compressor(compressor) }
  let room = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
  let packed = unsafe [UInt8](unsafeUninitializedCapacity: room) { packed, count in
    unsafe count = libdeflate_zlib_compress(
      compressor, bytes, bytes.count, packed.baseAddress, room)
  }
  return base64(packed[...])
}

private let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Returns bytes in base64 (RFC 4648, 4).
func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  let whole = bytes.count / 3
  let rest = bytes.suffix(bytes.count % 3)
  var text = [UInt8](repeating: UInt8(ascii: "="), count: (whole + (rest.isEmpty ? 0 : 1)) * 4)
  do {
    let digits = digits.span
    var (place, end) = (bytes.startIndex, 0)
    for _ in 0..<whole {
      let group = Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
      text[end] = digits[group >> 18]
      text[end + 1] = digits[group >> 12 & 63]
      text[end + 2] = digits[group >> 6 & 63]
      text[end + 3] = digits[group & 63]
      place += 3
      end += 4
    }
    // Of one byte there are two digits, of two three.
    let group = rest.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
    for digit in 0..<(rest.isEmpty ? 0 : rest.count + 1) {
      text[end + digit] = digits[group >> (18 - 6 * digit) & 63]
    }
  }
  return text
}
