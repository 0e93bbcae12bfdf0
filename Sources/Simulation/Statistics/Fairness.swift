/// Jain's fairness index (Jain, Chiu and Hawe 1984): (sum x)² / (n · sum x²).
///
/// 1 when all shares are equal, k/n when k of n have equal shares and the others none. No shares,
/// and shares that are all zero, give 1 by definition: nobody is treated worse than another. Shares
/// are finite and not negative. O(n).
public func jainIndex(_ shares: [Double]) -> Double {
  // Scaled by the largest, so that squares neither overflow nor vanish.
  guard let greatest = shares.max(), greatest > 0 else { return 1 }
  var sum = 0.0
  var squares = 0.0
  for share in shares {
    let scaled = share / greatest
    sum += scaled
    squares += scaled * scaled
  }
  return sum * sum / (Double(shares.count) * squares)
}

/// The smallest share as a part of the mean share: what the worst off has of what equality would
/// give it, and what max-min fairness makes as large as can be.
///
/// 1 when all shares are equal, 0 when someone has none while another has; no shares, and shares
/// that are all zero, give 1 by definition, as for Jain's index. Shares are finite and not
/// negative. O(n).
public func maxMinShare(_ shares: [Double]) -> Double {
  guard let least = shares.min(), let greatest = shares.max(), greatest > 0 else { return 1 }
  let mean = shares.reduce(0) { $0 + $1 / greatest } / Double(shares.count)
  return least / greatest / mean
}
