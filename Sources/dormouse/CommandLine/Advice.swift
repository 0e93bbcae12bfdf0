import Reports
import Simulation

/// Returns the advice on an unknown name: the one that was probably meant, or else `otherwise`.
func advice(for name: String, among known: [String], otherwise: String) -> String {
  nearest(to: name, among: known).map { "did you mean \($0)?" } ?? otherwise
}

/// Returns an argument as messages show it: safe to print and not longer than so many characters.
func shown(_ argument: String, _ most: Int = 80) -> String {
  let text = printable(argument)
  return text.count > most ? text.prefix(most - 3) + "..." : text
}

/// Returns a number of things in words: `1 run`, `1,234 runs`.
func counted(_ count: Int, _ thing: String) -> String {
  "\(grouped(count)) \(thing)\(count == 1 ? "" : "s")"
}
