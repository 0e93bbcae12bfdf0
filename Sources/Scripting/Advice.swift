import Simulation

/// Returns what to do about a name that is not known: the nearest one, else the list of all.
func advice(for name: String, among known: [String], what: String) -> String {
  if let nearest = nearest(to: name, among: known) { return "did you mean \(quoted(nearest))?" }
  if known.isEmpty { return "there is none" }
  let shown = known.prefix(24).map(quoted).joined(separator: ", ")
  let plural = what.hasSuffix("cy") || what.hasSuffix("ty") ? "\(what.dropLast())ies" : "\(what)s"
  return "\(plural) are \(shown)\(known.count > 24 ? ", ..." : "")"
}
