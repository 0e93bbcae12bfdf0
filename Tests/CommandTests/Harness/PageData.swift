import CZlib
import Foundation
import Testing

/// Returns the JSON that a page's script reads.
func pageData(_ page: String) throws -> String {
  let open = #"<script id="data" type="text/plain">"#
  let parts = page.components(separatedBy: open)
  try #require(parts.count == 2)
  let text = parts[1].components(separatedBy: "</script>")[0]
  let packed = [UInt8](try #require(Data(base64Encoded: text)))
  // No text is a hundred times as long as what zlib makes of it.
  var size = UInt(100 * packed.count)
  var bytes = [UInt8](repeating: 0, count: Int(size))
  let status = unsafe uncompress(&bytes, &size, packed, UInt(packed.count))
  try #require(status == Z_OK)
  return String(decoding: bytes[..<Int(size)], as: UTF8.self)
}
