import Simulation

/// One flow over a network, from its beginning until it is done or taken back.
struct FlowID: Hashable {
  let number: Int
  let network: NetworkKind

  // The number says all, and a network would be hashed by its name.
  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The bytes to be sent, and then received.
struct Load: Equatable {
  var sent = 0.0
  var received = 0.0

  var bytes: Double { sent + received }

  /// The first part of it.
  func first(_ bytes: Double) -> Load {
    Load(sent: min(bytes, sent), received: max(0, bytes - sent))
  }

  static func - (left: Load, right: Load) -> Load {
    Load(sent: left.sent - right.sent, received: left.received - right.received)
  }
}
