import Synchronization

/// The program's watchdog, which ends what the meter does not see: a library call or a collection
/// of garbage that takes seconds.
///
/// When it acts depends on the machine's speed, so what it ends is never a result.
public enum LuaWatchdog {
  /// The limit unless the user sets another.
  public static let usualSeconds = 5.0

  private static let nanoseconds = Atomic(nanoseconds(of: usualSeconds))

  /// The seconds of processor time that one entry into Lua may take beyond what its instructions
  /// account for, 20 ns each, 1 µs where lines are counted; 0: any. States and chunks made from then
  /// on have it, but for states with a limit of their own.
  public static var seconds: Double {
    get { Double(nanoseconds.load(ordering: .relaxed)) / 1e9 }
    set { nanoseconds.store(nanoseconds(of: newValue), ordering: .relaxed) }
  }

  /// Returns a limit as C takes it: in nanoseconds, at most some thirty years.
  static func nanoseconds(of seconds: Double) -> Int64 { Int64(min(max(seconds, 0), 1e9) * 1e9) }
}
