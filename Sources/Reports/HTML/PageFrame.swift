import Simulation

/// An HTML page's frame with the parts that fill it.
struct PageFrame {
  let frame: String
  let title: String
  let style: String
  let script: String
  let data: JSONValue

  /// The whole file, in UTF-8. Placeholders within the parts are left as they are.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var rest = frame[...]
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      bytes += rest[..<open.lowerBound].utf8
      switch rest[open.upperBound..<close.lowerBound] {
      case "title": bytes += htmlText(title).utf8
      case "style": bytes += style.utf8
      case "script": bytes += script.utf8
      default: appendScript(data.compactText, to: &bytes)
      }
      rest = rest[close.upperBound...]
    }
    return bytes + rest.utf8
  }
}

/// Appends JSON as it may stand in a script element: no `<` begins a tag or a comment in it.
private func appendScript(_ json: String, to bytes: inout [UInt8]) {
  for byte in json.utf8 {
    if byte == UInt8(ascii: "<") { bytes += "\\u003c".utf8 } else { bytes.append(byte) }
  }
}

/// Returns a string as HTML shows it, between tags or in quotes.
func htmlText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
