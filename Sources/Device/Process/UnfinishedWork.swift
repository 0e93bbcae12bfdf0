import Simulation

/// The work that a process has asked for and not begun, or begun and laid to sleep: suspension cuts
/// it off, beside requests and what global queues are busy with. A timer only waits, and is not in
/// it.
///
/// Pure: it knows blocks and fibers by number, but no clock and no device.
struct UnfinishedWork {
  /// A block that waits.
  private struct PendingBlock {
    let place: SourceLocation
    let since: Juncture
  }

  /// Blocks of asyncAfter, by number.
  private var delayed: [Int32: PendingBlock] = [:]
  /// Blocks for queues beside the main one, by number.
  private var beside: [Int32: PendingBlock] = [:]
  /// Whether each fiber sleeps, by number; the numbers are small.
  private var sleepers: [Bool] = []
  /// Fibers that wait for a lock of other apps, by number.
  private var lockWaits: [Int32: SourceLocation] = [:]

  var isEmpty: Bool {
    delayed.isEmpty && beside.isEmpty && lockWaits.isEmpty && !sleepers.contains(true)
  }

  mutating func awaitDelayed(
    _ block: BlockID, at location: SourceLocation, since now: Juncture
  ) {
    delayed[block.number] = PendingBlock(place: location, since: now)
  }

  mutating func awaitBeside(_ block: BlockID, at location: SourceLocation, since now: Juncture) {
    beside[block.number] = PendingBlock(place: location, since: now)
  }

  /// The block is due.
  mutating func begins(_ block: BlockID) {
    if !delayed.isEmpty { delayed[block.number] = nil }
    if !beside.isEmpty { beside[block.number] = nil }
  }

  mutating func awaitLock(_ fiber: FiberID, at location: SourceLocation) {
    lockWaits[fiber.number] = location
  }

  mutating func sleeps(_ fiber: FiberID) {
    while sleepers.count <= fiber.number { sleepers.append(false) }
    sleepers[Int(fiber.number)] = true
  }

  /// It goes on, or was cancelled: its sleep is no work that is left.
  @inline(__always)
  mutating func wakes(_ fiber: FiberID) {
    if fiber.number < sleepers.count { sleepers[Int(fiber.number)] = false }
    if !lockWaits.isEmpty { lockWaits[fiber.number] = nil }
  }

  /// Returns the unfinished work, each piece once: by kind, then in the order of the numbers.
  ///
  /// - Parameters:
  ///   - words: of whose system.
  ///   - place: where a sleeping fiber stands.
  mutating func take(
    _ words: SystemFamily, place: (FiberID) -> SourceLocation?
  ) -> [CutOff] {
    let taken = pieces(words, place: place)
    self = UnfinishedWork()
    return taken
  }

  /// Returns the unfinished work, which goes on.
  func pieces(_ words: SystemFamily, place: (FiberID) -> SourceLocation?) -> [CutOff] {
    let (sleep, delay) =
      words == .iOS
      ? ("a sleeping Task", "a block of asyncAfter")
      : ("a coroutine in a delay", "a block of postDelayed")
    var taken: [CutOff] = []
    for fiber in sleepers.indices where sleepers[fiber] {
      taken.append(CutOff(sleep, at: place(FiberID(Int32(fiber)))))
    }
    for wait in lockWaits.sorted(by: { $0.key < $1.key }) {
      taken.append(CutOff("a wait for a lock", at: wait.value))
    }
    for block in delayed.sorted(by: { $0.key < $1.key }) {
      var work = CutOff(delay, at: block.value.place)
      work.isDelayed = true
      work.began = block.value.since.time
      work.step = block.value.since.step
      taken.append(work)
    }
    for block in beside.sorted(by: { $0.key < $1.key }) {
      var work = CutOff("a block for a queue", at: block.value.place)
      work.began = block.value.since.time
      taken.append(work)
    }
    return taken
  }
}
