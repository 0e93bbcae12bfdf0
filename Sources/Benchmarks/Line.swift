import Foundation

/// One line of the table: what was measured, and whether the goal was reached.
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

/// The best of several runs, in seconds: the one that other work on the machine disturbed least.
func best(of runs: Int, _ body: () -> Double) -> Double {
  (0..<runs).map { _ in body() }.min() ?? 0
}

/// The same of two things side by side, by turns: a machine that is slower for a while is so to both.
func best(of runs: Int, _ one: () -> Double, _ other: () -> Double) -> (Double, Double) {
  (0..<runs).reduce((.infinity, .infinity)) { best, _ in (min(best.0, one()), min(best.1, other()))
  }
}

func seconds<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  let took = (clock.now - start).components
  return Double(took.seconds) + Double(took.attoseconds) * 1e-18
}

/// A figure of /proc/self/status in bytes.
func processMemory(_ field: String) -> Int {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix(field) }),
    let kilobytes = line.split(separator: " ").compactMap({ Int($0) }).first
  else { return 0 }
  return kilobytes * 1_024
}
