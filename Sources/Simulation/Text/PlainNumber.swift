/// A number as one would write it, without a fraction that it does not need: `3`, `0.5`.
public func plainNumber(_ value: Double) -> String {
  if let whole = Int64(exactly: value), whole.magnitude < 1_000_000_000_000_000 {
    return "\(whole)"
  }
  return "\(value)"
}
