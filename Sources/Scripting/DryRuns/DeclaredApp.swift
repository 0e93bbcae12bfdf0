import Device

/// The declarations of an app whose script stands alone, as its Info.plist has them.
public struct DeclaredApp: Sendable, Equatable {
  public var modes: BackgroundModes
  public var identifiers: [String]

  public init(modes: BackgroundModes, identifiers: [String]) {
    self.modes = modes
    self.identifiers = identifiers
  }
}
