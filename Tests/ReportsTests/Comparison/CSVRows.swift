/// Reads CSV as RFC 4180 tells: what it has of quotes, commas and ends of lines within fields is
/// given back as it was.
func csvRows(_ text: String) -> [[String]] {
  var rows: [[String]] = []
  var row: [String] = []
  var field = String.UnicodeScalarView()
  var isQuoted = false
  let scalars = Array(text.unicodeScalars)
  var place = 0
  while place < scalars.count {
    let scalar = scalars[place]
    place += 1
    switch scalar {
    case "\"" where isQuoted && place < scalars.count && scalars[place] == "\"":
      field.append("\"")
      place += 1
    case "\"": isQuoted.toggle()
    case "," where !isQuoted:
      row.append(String(field))
      field = String.UnicodeScalarView()
    case "\n" where !isQuoted:
      rows.append(row + [String(field)])
      row = []
      field = String.UnicodeScalarView()
    default: field.append(scalar)
    }
  }
  return rows
}
