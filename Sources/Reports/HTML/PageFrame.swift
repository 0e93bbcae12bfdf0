import Simulation

/// An HTML page's frame with the parts that fill it.
struct PageFrame {
  let frame: String
  let title: String
  let style: String
  let script: String
  /// What the page shows at once; nil: it waits until somebody puts that in.
  let data: JSONValue?
  /// The packed parts that it unpacks when they are looked at.
  var blocks: [[UInt8]] = []

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
      case "data": bytes += data.map { packed($0.compactBytes) } ?? []
      default: for block in blocks { bytes += block + [UInt8(ascii: "\n")] }
      }
      rest = rest[close.upperBound...]
    }
    return bytes + rest.utf8
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
