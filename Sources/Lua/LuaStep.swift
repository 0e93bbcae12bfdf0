/// A run of a script on a coroutine of its own; it may stop to await the host.
public struct LuaFiber: Hashable, Sendable {
  let index: Int32
  let generation: UInt32

  @usableFromInline
  init(index: Int32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

/// The point that a fiber came to before control returned to the host.
public enum LuaStep: Sendable {
  /// The function returned; `LuaState.withResults` has its values until the next entry.
  case finished
  /// A bridged function returned `.await`; the values given to `resume` become its results.
  case awaiting(LuaFiber)
  /// Its slice of instructions is used up; `resume` goes on, ignoring values.
  case preempted(LuaFiber)
  /// The fiber is gone; when the failure is fatal, so is the state.
  indirect case failed(LuaFailure)
}

/// A value that the host keeps in a state until it releases it.
///
/// It means something only to the state that gave it. Copies share one place: release once.
@frozen
public struct LuaReference: Hashable, Sendable {
  @usableFromInline let index: Int32

  @inlinable
  init(index: Int32) {
    self.index = index
  }
}

/// The limits of what a state may use.
public struct LuaLimits: Hashable, Sendable {
  /// Cap of the bytes that scripts hold, the sandbox's own about 30 KB included.
  public var memoryBytes: Int
  /// Instructions after which a fiber returns as preempted, where it can yield.
  public var sliceInstructions: Int
  /// Instructions in one entry after which the state is ended.
  public var entryInstructions: Int
  /// The seconds of processor time that one entry may take beyond what its instructions account for,
  /// before the watchdog ends the state; 0: any. Nil: what the program allows, `LuaWatchdog.seconds`.
  public var stallSeconds: Double?

  public init(
    memoryBytes: Int = 64 << 20, sliceInstructions: Int = .max / 8,
    entryInstructions: Int = 1_000_000_000, stallSeconds: Double? = nil
  ) {
    self.memoryBytes = memoryBytes
    self.sliceInstructions = sliceInstructions
    self.entryInstructions = entryInstructions
    self.stallSeconds = stallSeconds
  }
}

/// The start of `math.random`: the state of a xoshiro256** generator.
public struct LuaSeed: Hashable, Sendable {
  public var words: (UInt64, UInt64, UInt64, UInt64)

  public init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) {
    words = (a, b, c, d)
  }

  public static func == (left: LuaSeed, right: LuaSeed) -> Bool { left.words == right.words }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}
