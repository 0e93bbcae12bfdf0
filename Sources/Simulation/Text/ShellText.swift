/// An argument as a shell has to be given it: as it is if it is plain, else in quotes.
public func shellQuoted(_ argument: String) -> String {
  let isPlain = argument.allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=,:+@%".contains($0))
  }
  if isPlain, !argument.isEmpty { return argument }
  return "'" + argument.replacing("'", with: "'\\''") + "'"
}
