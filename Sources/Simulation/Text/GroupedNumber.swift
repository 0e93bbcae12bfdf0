/// A whole number with its thousands apart.
public func grouped(_ value: some BinaryInteger) -> String {
  let digits = String(value.magnitude)
  var text = value < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text.append(",") }
    text.append(digit)
  }
  return text
}
