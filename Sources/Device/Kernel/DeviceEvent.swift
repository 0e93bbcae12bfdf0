/// Everything that can happen on the device, by who it is for. What belongs to a process carries
/// the life it belongs to; after that life's end it is void.
enum DeviceEvent {
  case process(ProcessEvent, AppID, life: Int32)
  case service(ServiceEvent)
  case world(WorldEvent)
  /// The policy is asked about the apps that wait.
  case review

  /// Order at one instant: the world first, then expiries and limits, then app callbacks, then the
  /// policy; last a look at the memory, when an app that makes room for another has left.
  enum Rank {
    static let world: UInt8 = 0
    static let limit: UInt8 = 1
    static let callback: UInt8 = 2
    static let policy: UInt8 = 3
    static let memory: UInt8 = 4
  }
}

/// An event of one process.
enum ProcessEvent {
  case timer(TimerID)
  /// The main thread's next step.
  case turn
  /// A block of asyncAfter.
  case dispatch(BlockID)
  /// A block for a queue beside the main one.
  case beside(BlockID)
  /// A callback beside the main thread that came due while the app was suspended.
  case deferred
  /// The main thread has spent the CPU time of work that shares cores.
  case mainTurn
  /// A fiber on a global queue has spent its CPU time.
  case besideTurn(FiberID)
  /// An awaiting fiber goes on.
  case wake(FiberID)
  /// Its code has failed, and the CPU time that took is over.
  case doom
  /// willTerminate has returned.
  case quit
  /// It has taken its share of CPU time in the background.
  case cpuLimit
  /// The callback on the main thread is too long.
  case callbackLimit
  /// So is a step of the life cycle.
  case transitionLimit
  /// An app without a reason to run has had its time after didEnterBackground.
  case suspension
  /// The time that the pool has reserved for the process is used up.
  case reservationEnd
}

/// An event of the world around the apps.
enum WorldEvent {
  /// Position in `Scenario.user`.
  case user(Int32)
  /// Position in `Scenario.network`.
  case network(Int32)
  /// Position in `Scenario.power`.
  case power(Int32)
  /// A simulated battery's level is read.
  case battery
  /// The pool gets its refill.
  case refill
  /// Bytes begin to flow beside others over a network.
  case flowBegins(NetworkKind)
  /// Apps together need more memory than there is.
  case memoryShort
  /// Something of the scenario's that a service has put there: its position in `Services.all`, and
  /// a number of its own.
  case service(UInt8, Int32)
}

/// A deadline that a service has set for itself; `what` and `number` are its own.
struct ServiceEvent {
  /// Position in `Services.all`.
  let service: UInt8
  let what: UInt8
  let app: AppID
  /// The process life that it belongs to; 0: it outlives the process.
  let life: Int32
  let number: Int32
}
