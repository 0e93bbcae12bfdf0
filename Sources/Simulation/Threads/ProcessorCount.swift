internal import CSystem
import Foundation

/// The number of processors of the machine.
public enum ProcessorCount {
  /// The number of processors that this process may use, at least 1: `taskset` and a batch system's
  /// allocation count, not only what the machine has.
  public static var usable: Int {
    allowed(by: (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? "")
      ?? Int(sys_processors())
  }

  /// Returns the number of processors in the kernel's report on a process, which shows the mask of
  /// sched_getaffinity(2) as `Cpus_allowed: ff,ffffffff` (proc(5)); nil when it has none.
  static func allowed(by status: String) -> Int? {
    let key = "Cpus_allowed:"
    let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
    let digits = line?.dropFirst(key.count).compactMap(\.hexDigitValue) ?? []
    let count = digits.reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }
}
