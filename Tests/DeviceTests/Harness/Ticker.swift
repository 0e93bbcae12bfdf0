import Device
import Simulation

/// Ticks once a second in each of its lives, and counts how often it is asked for its places.
final class Ticker: AppBehavior {
  let application: Application
  let note: () -> Void
  let kept: [UInt]

  init(_ application: Application, kept: [UInt], note: @escaping () -> Void) {
    (self.application, self.kept, self.note) = (application, kept, note)
  }

  func run(_ callback: Callback) -> Turn {
    guard case .load = callback else { return Turn(.returned) }
    _ = application.scheduleTimer(
      every: .seconds(1), repeats: true, block: BlockID(1),
      at: SourceLocation(file: "test", line: 1))
    return Turn(.returned)
  }

  var places: [UInt] {
    note()
    return .lines(2, of: self) + kept
  }

  func resume(_ fiber: FiberID) -> Turn { fatalError("nothing waits") }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  func location(ofMethod callback: String) -> SourceLocation? { nil }
  func end() {}
}
