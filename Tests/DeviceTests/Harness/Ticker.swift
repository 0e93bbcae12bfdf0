import Device
import Simulation

/// Ticks once a second in each of its lives.
final class Ticker: AppBehavior {
  let application: Application

  init(_ application: Application) { self.application = application }

  func run(_ callback: Callback) -> Turn {
    guard case .load = callback else { return Turn(.returned) }
    _ = application.scheduleTimer(
      every: .seconds(1), repeats: true, block: BlockID(1),
      at: SourceLocation(file: "test", line: 1))
    return Turn(.returned)
  }

  func resume(_ fiber: FiberID) -> Turn { fatalError("nothing waits") }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  func location(ofMethod callback: String) -> SourceLocation? { nil }
  func end() {}
}
