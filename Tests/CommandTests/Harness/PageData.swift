import CDeflate
import Foundation
import Testing

/// Returns the JSON that a page's script reads.
func pageData(_ page: String) throws -> String {
  let open = #"<script id="data" type="text/plain">"#
  let parts = page.components(separatedBy: open)
  try #require(parts.count == 2)
  let text = parts[1].components(separatedBy: "</script>")[0]
  let packed = [UInt8](try #require(Data(base64Encoded: text)))
  let decompressor = unsafe try #require(libdeflate_alloc_decompressor())
  defer { unsafe libdeflate_free_decompressor(decompressor) }
  // No text is a hundred times as long as what it is compressed to.
  var size = 0
  var bytes = [UInt8](repeating: 0, count: 100 * packed.count)
  let result = unsafe libdeflate_zlib_decompress(
    decompressor, packed, packed.count, &bytes, bytes.count, &size)
  try #require(result == LIBDEFLATE_SUCCESS)
  return String(decoding: bytes[..<size], as: UTF8.self)
}
