import Lua

/// How long one call of a script may hold a run up.
///
/// What that ends depends on the machine's speed, so it is never a result.
public enum StallLimit {
  /// The seconds of processor time that one call may take beyond what its instructions account for;
  /// 0: any. Scripts loaded from then on have it.
  public static var seconds: Double {
    get { LuaWatchdog.seconds }
    set { LuaWatchdog.seconds = newValue }
  }
}
