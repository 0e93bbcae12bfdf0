/// Returns the Lua text that makes a table callable by its field `__call`, which it takes out of
/// the table: `policy { ... }` beside `policy.parameters`.
func preludeMakingCallable(_ table: String) -> String {
  "setmetatable(\(table), { __call = \(table).__call, __metatable = false }).__call = nil "
}
