import Simulation

/// The kind of network that the device is connected to.
public enum NetworkKind: String, CaseIterable, Sendable {
  case none
  case wifi
  case cellular
}

/// The network from a moment on.
public struct NetworkChange: Sendable, Equatable {
  public var at: Instant
  public var kind: NetworkKind

  public init(at: Instant, kind: NetworkKind) {
    self.at = at
    self.kind = kind
  }
}
