public import CLuaShims

/// A sandboxed Lua: one process's life. All its memory goes at once when it is let go of.
///
/// It belongs to one thread at a time. The host is kept alive; a host that keeps the state makes a
/// cycle.
@safe
public final class LuaState {
  @usableFromInline let process: OpaquePointer
  let library: LuaCatalogue
  let binding: LuaBinding
  /// The references of classes by their numbers; 0 stands for one that is not defined yet.
  private var classReferences: [Int32]
  /// The first value that the library's prelude returned.
  public private(set) var prelude: LuaReference?

  /// The Lua library, as it calls itself: `Lua 5.4.4`.
  public static let release = unsafe String(cString: dm_lua_release())

  /// Throws when the machine has no room or its Lua is not understood, or the prelude fails. The
  /// cost of opening is charged to no script: instructions, garbage and numbers of objects begin
  /// with the first script.
  public init<Host: AnyObject>(
    limits: LuaLimits = LuaLimits(), seed: LuaSeed, library: LuaLibrary<Host>, host: Host
  ) throws(LuaFailure) {
    self.library = library.catalogue
    classReferences = Array(repeating: 0, count: library.catalogue.classes.count)
    binding = LuaTypedBinding(library, host)
    var options = dm_options()
    options.memory_bytes = max(limits.memoryBytes, 0)
    options.stall = LuaWatchdog.nanoseconds(of: limits.stallSeconds ?? LuaWatchdog.seconds)
    options.seed = seed.words
    unsafe options.dispatch = luaDispatch
    unsafe options.search = luaSearch
    unsafe options.output = luaOutput
    unsafe options.fill = luaFill
    options.inspection = self.library.hasInspection ? 1 : 0
    var reason: UnsafePointer<CChar>?
    guard let process = unsafe dm_open(&options, self.library.original.original, &reason) else {
      throw LuaFailure(.system, unsafe reason.map { unsafe String(cString: $0) } ?? "Lua: failed")
    }
    unsafe self.process = process
    unsafe dm_set_owner(process, Unmanaged.passUnretained(self).toOpaque())
    setLimits(limits)
    if unsafe takeNumbers(dm_copied(process)) { return }
    self.library.install(in: unsafe LuaFrame(onTopOf: dm_main(process)))
    prelude = try self.library.prelude.flatMap { (chunk) throws(LuaFailure) in try run(chunk) }
    unsafe dm_opened(process, self.library.openedBytes)
    for objectClass in self.library.earlyClasses {
      unsafe _ = reference(of: objectClass, on: dm_main(process))
    }
    let numbers = [prelude?.index ?? 0] + classReferences
    unsafe self.library.original.learn(from: process, numbers: numbers)
  }

  /// Takes what is known of a copy of a state that has been opened; false if this is none.
  private func takeNumbers(_ numbers: UnsafePointer<Int32>?) -> Bool {
    guard let numbers = unsafe numbers else { return false }
    let first = unsafe numbers[0]
    if first != 0 { prelude = LuaReference(index: first) }
    for index in classReferences.indices { classReferences[index] = unsafe numbers[1 + index] }
    return true
  }

  /// Whether it was copied from a state of its library that was opened before. Nothing else tells.
  public var isCopy: Bool { unsafe dm_copied(process) != nil }

  /// The limit of calls that have none: more instructions than any limit.
  private static let longest = Int.max / 8

  /// Kept as long as the state, which counts into it.
  private var coverage: LineCoverage?

  deinit { unsafe dm_close(process) }

  func setLimits(_ limits: LuaLimits) {
    unsafe dm_set_limits(
      process, Int64(min(max(limits.sliceInstructions, 1), LuaState.longest)),
      Int64(min(max(limits.entryInstructions, 1), LuaState.longest)))
  }

  /// A class's reference in this state. It is defined when it is first asked for.
  func reference(of objectClass: LuaClass, on thread: OpaquePointer) -> Int32 {
    let known = classReferences[Int(objectClass.index)]
    return known != 0 ? known : unsafe define(objectClass, on: thread)
  }

  private func define(_ objectClass: LuaClass, on thread: OpaquePointer) -> Int32 {
    let scripts = unsafe dm_host_begins(thread)
    let reference = library.define(objectClass, in: unsafe LuaFrame(onTopOf: thread))
    unsafe dm_host_ends(thread, scripts)
    classReferences[Int(objectClass.index)] = reference
    return reference
  }

  /// Counts the lines of all that is loaded from now on; nothing else changes by it.
  public func count(linesInto coverage: LineCoverage) {
    self.coverage = coverage
    unsafe dm_cover(process, coverage.coverage)
  }

  // MARK: Loading

  /// Compiles a source (binary chunks are refused). `name` is what messages and tracebacks show, a
  /// path as a rule.
  public func load(_ source: String, name: String) throws(LuaFailure) -> LuaReference {
    try load(Array(source.utf8), name: name)
  }

  public func load(_ source: [UInt8], name: String) throws(LuaFailure) -> LuaReference {
    try load(source, chunk: Array("@\(name)".utf8))
  }

  /// Compiles a source of the host's own: no place in it is reported as that of a failure or a
  /// call.
  public func loadHostText(_ source: String) throws(LuaFailure) -> LuaReference {
    try load(Array(source.utf8), chunk: Array(DM_HOST_CHUNK.utf8))
  }

  /// Loads a compiled chunk as `load` does its source: charged the same, but for what compiling
  /// takes of memory.
  public func load(_ chunk: LuaChunk) throws(LuaFailure) -> LuaReference {
    guard unsafe dm_load_compiled(process, chunk.chunk) == 0 else {
      throw unsafe .noted(by: process)
    }
    return popReference()
  }

  /// The first result of a chunk, if there is any.
  private func run(_ chunk: LuaChunk) throws(LuaFailure) -> LuaReference? {
    let function = try load(chunk)
    defer { release(function) }
    return try call(function) { frame in frame.count > 0 ? frame.reference(1) : nil }
  }

  private func load(_ source: [UInt8], chunk: [UInt8]) throws(LuaFailure) -> LuaReference {
    let status = unsafe source.withUnsafeBytes { source in
      unsafe chunk.withUnsafeBytes { chunk in
        unsafe dm_load(
          process, source.baseAddress?.assumingMemoryBound(to: CChar.self), source.count,
          chunk.baseAddress?.assumingMemoryBound(to: CChar.self), chunk.count)
      }
    }
    guard status == 0 else { throw unsafe .noted(by: process) }
    return popReference()
  }

  private func popReference() -> LuaReference {
    let thread = unsafe dm_running(process)!
    let reference = unsafe LuaReference(index: dm_reference(thread, -1))
    unsafe lua_settop(thread, -2)
    return reference
  }

  // MARK: Calling

  /// Calls a function to its end; it cannot await. `arguments` pushes values, `results` reads what
  /// it returned.
  public func call<Result>(
    _ function: LuaReference, limit: Int = .max / 8,
    arguments: (borrowing LuaFrame) -> Void = { _ in },
    results: (borrowing LuaFrame) throws(LuaFailure) -> Result
  ) throws(LuaFailure) -> Result {
    let thread = unsafe dm_running(process)!
    let base = unsafe lua_gettop(thread)
    unsafe LuaFrame(onTopOf: thread).push(function)
    arguments(unsafe LuaFrame(thread, base: base + 1))
    let count = unsafe lua_gettop(thread) - base - 1
    guard unsafe dm_call(process, count, Int64(min(max(limit, 1), .max / 8))) == 0 else {
      throw unsafe .noted(by: process)
    }
    defer { unsafe lua_settop(thread, base) }
    return try results(unsafe LuaFrame(thread, base: base))
  }

  public func call(
    _ function: LuaReference, limit: Int = .max / 8,
    arguments: (borrowing LuaFrame) -> Void = { _ in }
  ) throws(LuaFailure) {
    try call(function, limit: limit, arguments: arguments) { _ in }
  }

  // MARK: Fibers

  /// Calls a function on a fiber from the pool; it may await and be preempted.
  public func start(
    _ function: LuaReference, arguments: (borrowing LuaFrame) -> Void = { _ in }
  ) -> LuaStep {
    var index: Int32 = 0
    var generation: UInt32 = 0
    guard let thread = unsafe dm_fiber_begin(process, function.index, &index, &generation) else {
      return .failed(unsafe .noted(by: process))
    }
    arguments(unsafe LuaFrame(thread, base: 1))
    return run(LuaFiber(index: index, generation: generation), unsafe lua_gettop(thread) - 1)
  }

  /// Starts a function in one step, with a value that the host keeps, or without any.
  @inlinable
  public func start(_ function: LuaReference, with argument: LuaReference?) -> LuaStep {
    let run = unsafe dm_fiber_start(process, function.index, argument?.index ?? 0)
    guard run.step != DM_FINISHED else { return .finished }
    return outcome(run.step, of: LuaFiber(index: run.fiber, generation: run.generation))
  }

  /// Lets a fiber go on.
  public func resume(_ fiber: LuaFiber) -> LuaStep {
    outcome(unsafe dm_fiber_resume(process, fiber.index, fiber.generation), of: fiber)
  }

  /// Lets a fiber go on with the values that `answers` pushes.
  public func resume(_ fiber: LuaFiber, answers: (borrowing LuaFrame) -> Void) -> LuaStep {
    guard let thread = unsafe dm_fiber_thread(process, fiber.index, fiber.generation) else {
      trapResume(fiber)
    }
    let top = unsafe lua_gettop(thread)
    answers(unsafe LuaFrame(thread, base: top))
    return run(fiber, unsafe lua_gettop(thread) - top)
  }

  /// Lets a fiber go on with an error that is raised where it awaits.
  public func resume(_ fiber: LuaFiber, raising message: String) -> LuaStep {
    unsafe dm_raise_at_resume(process)
    return resume(fiber) { $0.push(message) }
  }

  private func run(_ fiber: LuaFiber, _ arguments: Int32) -> LuaStep {
    outcome(unsafe dm_fiber_run(process, fiber.index, arguments), of: fiber)
  }

  @usableFromInline
  func outcome(_ step: dm_step, of fiber: LuaFiber) -> LuaStep {
    switch step {
    case DM_FINISHED: .finished
    case DM_AWAITING: .awaiting(fiber)
    case DM_PREEMPTED: .preempted(fiber)
    case DM_GONE: trapResume(fiber)
    default: .failed(unsafe .noted(by: process))
    }
  }

  private func trapResume(_ fiber: LuaFiber) -> Never {
    fatalError("LuaState.resume: the fiber has ended (\(fiber)); resume each await once")
  }

  /// Chunk name and line at which a fiber has stopped; nil when it is over, or in no Lua function.
  public func sourceLocation(of fiber: LuaFiber) -> (file: String, line: Int)? {
    var file: UnsafePointer<CChar>?
    var length = 0
    let line = unsafe dm_fiber_location(
      process, fiber.index, fiber.generation, &file, &length)
    guard line > 0, let file = unsafe file else { return nil }
    return unsafe (String(cString: file), Int(line))
  }

  /// The values returned by the fiber that finished last, until the next entry into the state.
  public func withResults<Result>(
    _ body: (borrowing LuaFrame) throws(LuaFailure) -> Result
  ) throws(LuaFailure) -> Result? {
    guard let thread = unsafe dm_fiber_results(process) else { return nil }
    return try body(unsafe LuaFrame(thread, base: 0))
  }

  // MARK: Values

  /// Pushes values in `body` and keeps the last one.
  public func reference(_ body: (borrowing LuaFrame) -> Void) -> LuaReference {
    let thread = unsafe dm_running(process)!
    let frame = unsafe LuaFrame(onTopOf: thread)
    body(frame)
    guard frame.holds(1, for: "LuaState.reference") else {
      return LuaReference(index: Int32(DM_NO_REFERENCE))
    }
    defer { frame.keep(0) }
    return frame.reference(frame.count)
  }

  /// Reads the referenced value, which is value 1 of the frame.
  public func read<Result>(
    _ reference: LuaReference, _ body: (borrowing LuaFrame) throws(LuaFailure) -> Result
  ) throws(LuaFailure) -> Result {
    let frame = unsafe LuaFrame(onTopOf: dm_running(process)!)
    frame.push(reference)
    defer { frame.keep(0) }
    return try body(frame)
  }

  public func release(_ reference: LuaReference) {
    unsafe dm_release(process, reference.index)
  }

  /// Sets a global.
  public func setGlobal(_ name: String, _ body: (borrowing LuaFrame) -> Void) {
    let frame = unsafe LuaFrame(onTopOf: dm_running(process)!)
    frame.pushGlobals()
    body(frame)
    if frame.holds(2, for: "LuaState.setGlobal") { frame.setField(name, of: 1) }
    frame.keep(0)
  }

  // MARK: Meter and memory

  /// Instructions since this was last asked: counted in thousands, and what C functions charged.
  @inlinable
  public func takeInstructions() -> Int {
    Int(unsafe dm_take_metered(process))
  }

  /// Whether the script has used `math.random` or `math.randomseed`, so that what it did may depend
  /// on the state's seed.
  public var hasDrawn: Bool { unsafe dm_has_drawn(process) != 0 }

  /// Charges work that the host does for the script.
  public func charge(instructions: Int) { _ = unsafe dm_charge(process, Int64(instructions)) }

  /// Bytes that scripts hold or have not given back yet. The same in every process.
  public var memoryBytes: Int { unsafe dm_used(process) }

  /// Collects garbage if much has been made since the last time. To be called between callbacks.
  @discardableResult
  @inlinable
  public func collectIfGrown() -> Bool { unsafe dm_collect_if_grown(process) != 0 }

  public func collect() { unsafe dm_collect_now(process) }

  /// Ends the state: running code is unwound and cannot catch it; every later entry fails.
  public func kill(_ message: String) { unsafe dm_kill(process, message) }

  public var isKilled: Bool { unsafe dm_is_killed(process) != 0 }

  /// The failure that ended the state.
  public var killFailure: LuaFailure? { isKilled ? unsafe .noted(by: process) : nil }
}

// MARK: - The way in from C

private func luaDispatch(
  _ owner: UnsafeMutableRawPointer?, _ thread: OpaquePointer?, _ index: Int32
) -> Int32 {
  unsafe Unmanaged<LuaState>.fromOpaque(owner!)._withUnsafeGuaranteedRef { state in
    unsafe state.binding.run(Int(index), LuaFrame(thread!, base: 0))
  }
}

private func luaSearch(
  _ owner: UnsafeMutableRawPointer?, _ thread: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ length: Int
) -> Int32 {
  let state = unsafe Unmanaged<LuaState>.fromOpaque(owner!).takeUnretainedValue()
  let frame = unsafe LuaFrame(onTopOf: thread!)
  let wanted = unsafe String(
    decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self)
  switch state.binding.find(module: wanted) {
  case .found(let source, let name, let file):
    frame.push(source)
    frame.push("@\(name)")
    guard let file else { return 2 }
    frame.push(file)
    return 3
  case .missing(let tried):
    frame.push(tried)
    return 1
  }
}

private func luaFill(
  _ owner: UnsafeMutableRawPointer?, _ thread: OpaquePointer?, _ index: Int32
) {
  let state = unsafe Unmanaged<LuaState>.fromOpaque(owner!).takeUnretainedValue()
  state.library.pushReadOnlyTable(Int(index), in: unsafe LuaFrame(onTopOf: thread!))
}

private func luaOutput(
  _ owner: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int
) {
  let state = unsafe Unmanaged<LuaState>.fromOpaque(owner!).takeUnretainedValue()
  state.binding.write(unsafe Array(UnsafeRawBufferPointer(start: bytes, count: length)))
}
