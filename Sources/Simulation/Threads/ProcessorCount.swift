internal import CSystem
import Foundation

/// The processors of the machine.
public enum ProcessorCount {
  /// How many this process may use, at least 1: `taskset` and a batch system's allocation count,
  /// not only what the machine has.
  public static var usable: Int {
    allowed(by: (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? "")
      ?? Int(sys_processors())
  }

  /// The kernel tells the mask of sched_getaffinity(2) here too (proc(5)): `Cpus_allowed:
  /// ff,ffffffff`; nil: it does not.
  static func allowed(by status: String) -> Int? {
    let key = "Cpus_allowed:"
    let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
    let digits = line?.dropFirst(key.count).compactMap(\.hexDigitValue) ?? []
    let count = digits.reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }
}
