import Device
import Simulation

/// Does something at each callback.
final class Ender: AppBehavior {
  let act: () -> Void

  init(_ application: Application, _ act: @escaping () -> Void) { self.act = act }

  func run(_ callback: Callback) -> Turn {
    act()
    return Turn(.returned)
  }

  func resume(_ fiber: FiberID) -> Turn { fatalError("nothing waits") }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  func location(ofMethod callback: String) -> SourceLocation? { nil }
  func end() {}
}
