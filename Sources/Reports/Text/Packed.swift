import CZlib

// The only other file of this module that touches unsafe memory: zlib.

/// Returns bytes compressed in zlib's format (RFC 1950), which a browser's DecompressionStream calls
/// `deflate`, in base64. O(bytes).
func packed(_ bytes: [UInt8]) -> [UInt8] {
  var size = compressBound(UInt(bytes.count))
  var room = [UInt8](repeating: 0, count: Int(size))
  // A low level: it is three times as fast as the usual one, and a page a tenth larger.
  let status = unsafe compress2(&room, &size, bytes, UInt(bytes.count), 3)
  guard status == Z_OK else { fatalError("zlib: status \(status)") }
  return base64(room[..<Int(size)])
}

private let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Returns bytes in base64 (RFC 4648, 4).
func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  var place = bytes.startIndex
  while place < bytes.endIndex {
    let count = min(3, bytes.endIndex - place)
    var group = 0
    for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[place + offset]) : 0) }
    for digit in 0..<4 {
      text.append(digit <= count ? digits[group >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
    }
    place += 3
  }
  return text
}
