import Lua

extension LuaLibraryBuilder {
  /// Defines `print` and `NSLog`, each of which hands one text to its host: what all scripts but
  /// those of apps have of a log.
  mutating func defineLog(_ log: @escaping @Sendable (String, Host) -> Void) {
    for (name, arguments) in [("NSLog", LuaArguments.formatted), ("print", .printed)] {
      function(name, arguments: arguments) { (frame, host) throws(LuaFailure) in
        log(try frame.string(1), host)
        return .none
      }
    }
  }
}
