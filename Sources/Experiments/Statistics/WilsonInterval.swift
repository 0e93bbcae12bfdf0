/// Returns the interval of the share of a kind among all, when `count` of a sample of `total` are
/// of that kind (Wilson, "Probable inference, the law of succession, and statistical inference",
/// Journal of the American Statistical Association 1927): the shares from which the sample's is no
/// further than chance takes it at this level.
///
/// Unlike an interval of Student's it stays within 0 to 1, and has a width when none or all are of
/// the kind. `count` is in 0...total, `total` greater than 0.
public func wilsonInterval(
  _ count: Int, of total: Int, level: Double = Estimate.usualLevel
) -> ClosedRange<Double> {
  guard total > 0, 0...total ~= count else {
    fatalError("wilsonInterval: no share of a sample (\(count) of \(total))")
  }
  // Student's t with infinitely many degrees of freedom is the normal distribution.
  let z = studentQuantile((1 + level) / 2, degrees: .infinity)
  let (n, share) = (Double(total), Double(count) / Double(total))
  let center = (share + z * z / (2 * n)) / (1 + z * z / n)
  let halfWidth =
    z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
  // Rounding must not leave what the ends are exactly.
  let low = count == 0 ? 0 : max(0, center - halfWidth)
  let high = count == total ? 1 : min(1, center + halfWidth)
  return low...high
}
