import Lua

/// The helpers that every script has: `minutes(5)` is 300 seconds, `MB(2)` is 2,000,000 bytes.
///
/// Units are decimal, as Apple's are. An integer stays an integer while it fits.
extension LuaLibraryBuilder {
  public mutating func defineUnits() {
    for (name, factor) in [
      ("seconds", 1), ("minutes", 60), ("hours", 3_600), ("days", 86_400), ("KB", 1_000),
      ("MB", 1_000_000),
    ] {
      function(name) { (frame, _) throws(LuaFailure) in
        if frame.type(at: 1) == .number, frame.isInteger(1) {
          let (product, overflow) = try frame.integer(1).multipliedReportingOverflow(by: factor)
          if !overflow { return frame.result(product) }
        }
        return frame.result(try frame.number(1) * Double(factor))
      }
    }
  }
}
