/// Everything that can happen on the device. Events of an app carry the process life they belong
/// to; after its end they are void.
enum DeviceEvent {
  // World
  case userAction(Int32)
  case networkChange(Int32)
  case powerChange(Int32)
  case refill
  // Expiries and limits
  case limit(Limit, AppID, life: Int32)
  case fetchDue(AppID)
  // App callbacks
  case timer(AppID, TimerID, life: Int32)
  case mainTurn(AppID, life: Int32)
  case dispatch(AppID, BlockID, life: Int32)
  case beside(AppID, BlockID, life: Int32)
  case besideTurn(AppID, FiberID, life: Int32)
  case wake(AppID, FiberID, life: Int32)
  case requestFinish(AppID, RequestID, life: Int32)
  case doom(AppID, life: Int32)
  case quit(AppID, life: Int32)
  // Policy
  case review
  // Memory
  case memoryShort

  /// What comes due of a process.
  enum Limit {
    case expirationLead
    case expirationDeadline
    case reservationEnd
    /// A background task has been open for long.
    case taskAge(Int32)
    case suspension
    case callback
    case transition
    case fetch
  }

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
