import Lua

extension LuaFrame {
  /// Looks whether a table that tells what is wanted has other fields than those it may have: what
  /// is misspelt would be left out without a word. O(n) in the known fields, n log n in all where
  /// others are among them.
  ///
  /// - Parameters:
  ///   - also: a field that only the bridge writes.
  /// - Throws: "OWNER: unknown field (...); its fields are ...", of the first in order.
  func checkFields(
    of index: Int, _ owner: String, _ known: [String], also hidden: String? = nil
  ) throws(LuaFailure) {
    let before = count
    let met = known.count { !isNil(pushField($0, of: index)) }
    keep(before)
    guard hasMoreEntries(than: met, at: index) else { return }
    try forEachEntry(of: index) { (key, _) throws(LuaFailure) in
      let field = type(at: key) == .string ? text(at: key) : nil
      guard let field, known.contains(field) || field == hidden else {
        let fields = known.count == 1 ? "only field is" : "fields are"
        throw LuaFailure(
          .runtime,
          "\(owner): unknown field (\(describe(key))); its \(fields) "
            + known.joined(separator: ", "))
      }
    }
  }
}
