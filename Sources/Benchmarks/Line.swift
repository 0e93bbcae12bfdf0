import Foundation

/// Prints one line of the table: what was measured, and whether the goal was reached.
func report(_ name: String, _ value: String, goal: String = "", isReached: Bool? = nil) {
  let verdict = isReached.map { $0 ? "yes" : "NO" } ?? ""
  print(pad(name, 48) + padLeft(value, 13) + padLeft(goal, 12) + padLeft(verdict, 10))
}

private func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

private func padLeft(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(1, width - text.count)) + text
}

func decimals(_ value: Double, _ places: Int) -> String {
  String(format: "%.\(places)f", value)
}

/// Returns the best of several runs, in seconds: the one that other work on the machine disturbed
/// least.
func best(of runs: Int, _ body: () -> Double) -> Double {
  (0..<runs).map { _ in body() }.min() ?? 0
}

/// Returns the processor time of a piece of work on this thread, system calls included, in seconds;
/// not a number where there is no Linux to tell it.
func threadSeconds<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
  func seconds() -> Double {
    let line = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
    let nanoseconds = line?.split(separator: " ").first.flatMap { Double($0) }
    return nanoseconds.map { $0 / 1e9 } ?? .nan
  }
  let start = seconds()
  try body()
  return seconds() - start
}

/// Returns the processor time of a piece of work on all threads, in seconds.
func seconds<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
  let start = clock()  // in microseconds, as POSIX has it
  try body()
  return Double(clock() - start) / 1e6
}
