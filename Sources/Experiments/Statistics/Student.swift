import CBoostMath

/// Returns the value that Student's t with so many degrees of freedom stays below with this
/// probability (Student 1908; computed by Boost.Math).
///
/// `probability` is greater than 0 and less than 1, `degrees` greater than 0.
public func studentQuantile(_ probability: Double, degrees: Double) -> Double {
  guard probability > 0, probability < 1, degrees > 0 else {
    fatalError("studentQuantile: no quantile \(probability) with \(degrees) degrees of freedom")
  }
  return dm_student_quantile(probability, degrees)
}

/// Returns the probability that Student's t with so many degrees of freedom, greater than 0, is
/// above a value.
public func studentTail(_ value: Double, degrees: Double) -> Double {
  guard !value.isNaN, degrees > 0 else {
    fatalError("studentTail: no tail of \(value) with \(degrees) degrees of freedom")
  }
  guard value.isFinite else { return value > 0 ? 0 : 1 }
  return dm_student_upper_tail(value, degrees)
}
