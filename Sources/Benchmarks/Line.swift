import CFloor
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

/// The seconds that two things took, run by turns: a machine that is slower for a while is so for
/// both.
struct Pairs {
  private(set) var ours: [Double] = []
  private(set) var floor: [Double] = []

  init(_ runs: Int, ours measureOurs: () -> Double, floor measureFloor: () -> Double) {
    for _ in 0..<runs {
      ours.append(measureOurs())
      floor.append(measureFloor())
    }
  }

  var bestOurs: Double { ours.min() ?? 0 }
  var bestFloor: Double { floor.min() ?? 0 }
  /// The floor's time as a share of ours, by the best run of each.
  var bestShare: Double { bestFloor / bestOurs }
  /// The floor's time as a share of ours, by the median of the pairs.
  var medianShare: Double {
    let shares = zip(floor, ours).map { $0 / $1 }.sorted()
    return shares.isEmpty ? 0 : shares[shares.count / 2]
  }
}

/// Returns the processor time of a piece of work on this thread, in seconds.
func seconds<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
  let start = dm_floor_clock()
  try body()
  return dm_floor_clock() - start
}
