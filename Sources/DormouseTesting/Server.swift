import Device
import Scripting
import Simulation
import Testing

extension Phone {
  /// A server that a phone's apps talk to. Each of its faults lasts from now on, or
  /// between two moments, counted from now.
  public struct Server {
    /// The phone whose apps talk to it.
    public let phone: Phone
    /// The server's name in URLs.
    public let host: String
    /// The server's position; nil where it could not be added, which is reported already.
    let index: Int?

    /// Takes the server down: nobody answers (`cannotConnectToHost`).
    public func down(
      from: Span = .zero, to: Span? = nil,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) { set(.down, from, to, sourceLocation) }

    /// Slows the server: each answer takes so much longer.
    public func slow(
      by delay: Span, from: Span = .zero, to: Span? = nil,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) { set(.slow(by: delay), from, to, sourceLocation) }

    /// Gives each answer this status, from 100 to 599.
    public func status(
      _ code: Int, from: Span = .zero, to: Span? = nil,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) { set(.status(code), from, to, sourceLocation) }

    /// Ends all faults: the server is as it was declared.
    public func up(
      from: Span = .zero, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) { set(.usual, from, nil, sourceLocation) }

    private func set(
      _ condition: ServerCondition, _ from: Span, _ to: Span?, _ location: Testing.SourceLocation
    ) {
      guard let index else { return }
      phone.act(location) { (driven) throws(PhoneTrouble) in
        if case .status(let code) = condition, !(100...599).contains(code) {
          throw PhoneTrouble("status: no status (\(code)); give one from 100 to 599, as 401")
        }
        try driven.set(condition, ofServer: index, from: from, to: to)
      }
    }
  }
}
