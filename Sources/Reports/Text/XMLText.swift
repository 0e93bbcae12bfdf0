import Simulation

/// Returns a text as an attribute of XML, in its quotes.
func xmlAttribute(_ text: String) -> String {
  // As plain characters, both would be read as spaces.
  let text = xmlText(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  return "\"\(text)\""
}

/// Returns a text as XML shows it; a character that XML 1.0 cannot hold becomes U+FFFD.
func xmlText(_ text: String) -> String {
  htmlText(
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { isValidInXML($0) ? $0 : "\u{FFFD}" })))
}

private func isValidInXML(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\n", "\t": true
  case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
  default: true
  }
}
