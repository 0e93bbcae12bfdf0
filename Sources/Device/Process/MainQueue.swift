import Simulation

/// The callbacks that wait for an app's main thread, first in, first out.
struct MainQueue {
  private var items: [MainItem] = []
  private var head = 0

  mutating func append(_ item: MainItem) {
    items.append(item)
  }

  /// Takes out the first; there is one.
  mutating func removeFirst() -> MainItem {
    let item = items[head]
    head += 1
    if head == items.count {
      items.removeAll(keepingCapacity: items.capacity <= 64)
      head = 0
    } else if head >= 1_024, head * 2 >= items.count {
      items.removeFirst(head)
      head = 0
    }
    return item
  }

  /// The transition that is waiting first.
  var nextTransition: Transition? {
    for item in items[head...] {
      if case .transition(let transition) = item { return transition }
    }
    return nil
  }
}

/// Something the main thread is to do.
enum MainItem {
  case transition(Transition)
  case callback(Callback)
  case timer(TimerID)
  case resume(FiberID)
  /// A service has something to do there; `what` and `number` are its own.
  case service(UInt8, what: UInt8, number: Int)
}

/// A step of the life cycle: a callback and the change of state it stands for (P2).
enum Transition: Equatable {
  /// Runs the script; part of the launch.
  case load
  case finishLaunching(LaunchReason)
  case becomeActive
  case resignActive
  case enterBackground
  case enterForeground
  case terminate

  var callback: Callback {
    switch self {
    case .load: .load
    case .finishLaunching(let reason): .didFinishLaunching(reason)
    case .becomeActive: .didBecomeActive
    case .resignActive: .willResignActive
    case .enterBackground: .didEnterBackground
    case .enterForeground: .willEnterForeground
    case .terminate: .willTerminate
    }
  }

  /// Section 2.
  func limit(_ limits: Limits) -> TimeSpan {
    switch self {
    case .load, .finishLaunching: limits.launch
    case .enterBackground: limits.enterBackground
    case .terminate: limits.terminate
    case .becomeActive, .resignActive, .enterForeground: limits.transition
    }
  }
}

/// An event that came due while the app was suspended, kept for its resumption (P3).
enum DeferredWork {
  case main(MainItem)
  case besideBlock(BlockID)
  /// One that goes on on the thread it belongs to.
  case fiber(FiberID)
  case besideCallback(Callback, BesideOwner?)
}
