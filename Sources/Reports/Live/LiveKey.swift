/// A key that is pressed while a run is watched.
public enum LiveKey: Equatable, Sendable {
  case character(Character)
  case up
  case down
  case left
  case right
  case escape
  case enter
}

/// A reader that makes keys of the bytes that a terminal sends (ECMA-48: an arrow is ESC, `[` and a
/// letter).
public struct LiveKeyReader: Sendable {
  private var pending: [UInt8] = []

  public init() {}

  /// Takes the bytes that came since the last call and returns their keys; an ESC that nothing has
  /// followed by the next call is the key of that name. O(bytes).
  public mutating func keys(of bytes: [UInt8]) -> [LiveKey] {
    var keys: [LiveKey] = []
    if bytes.isEmpty {
      if pending == [0x1B] { keys.append(.escape) }
      pending = []
      return keys
    }
    for byte in bytes {
      switch (pending, byte) {
      case ([], 0x1B): pending = [0x1B]
      case ([0x1B], 0x5B), ([0x1B], 0x4F): pending.append(byte)
      case ([0x1B], 0x1B): keys.append(.escape)
      case ([0x1B], _):
        keys.append(.escape)
        pending = []
        keys += Self.key(byte)
      case ([], _): keys += Self.key(byte)
      default:
        // Within a sequence: its last byte is a letter or a tilde.
        guard (0x40...0x7E).contains(byte) else { continue }
        if let arrow = Self.arrows[byte] { keys.append(arrow) }
        pending = []
      }
    }
    return keys
  }

  private static let arrows: [UInt8: LiveKey] = [
    0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left,
  ]

  private static func key(_ byte: UInt8) -> [LiveKey] {
    switch byte {
    case 0x0A, 0x0D: [.enter]
    case 0x20..<0x7F: [.character(Character(Unicode.Scalar(byte)))]
    default: []
    }
  }
}
