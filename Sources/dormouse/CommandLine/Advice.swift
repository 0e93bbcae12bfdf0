import Reports
import Simulation

/// What to do about an unknown name: the one that was probably meant, or else `otherwise`.
func advice(for name: String, among known: [String], otherwise: String) -> String {
  nearest(to: name, among: known).map { "did you mean \($0)?" } ?? otherwise
}

/// An argument as messages show it: safe to print and not longer than a line.
func shown(_ argument: String) -> String {
  let text = printable(argument)
  return text.count > 80 ? text.prefix(77) + "..." : text
}
