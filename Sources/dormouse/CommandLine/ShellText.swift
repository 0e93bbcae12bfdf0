/// An argument as a shell would have to be given it: in quotes where it has more than letters, digits
/// and harmless signs, as a policy with braces has.
func shellQuoted(_ argument: String) -> String {
  let plain = argument.allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=,:+@%".contains($0))
  }
  guard !plain || argument.isEmpty else { return argument }
  return "'" + argument.replacing("'", with: "'\\''") + "'"
}
