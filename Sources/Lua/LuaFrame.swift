public import CLuaShims

/// The outcome of a bridged function, which C gives on to Lua.
@frozen
public struct LuaReturn: Sendable {
  /// Results, where it is certain that they were pushed; above `unchecked` where it is not.
  @usableFromInline let outcome: Int32
  static let unchecked: Int32 = 1 << 24

  @inlinable
  init(outcome: Int32) {
    self.outcome = outcome
  }

  /// The outcome as C takes it: never more results than there are values.
  @inline(__always)
  func checked(in frame: borrowing LuaFrame) -> Int32 {
    outcome < Self.unchecked ? outcome : counted(in: frame)
  }

  private func counted(in frame: borrowing LuaFrame) -> Int32 {
    let count = outcome - Self.unchecked
    return frame.holds(Int(count), for: "LuaReturn.values") ? count : 0
  }

  /// No result.
  @inlinable
  public static var none: LuaReturn { LuaReturn(outcome: 0) }
  @inlinable
  static var one: LuaReturn { LuaReturn(outcome: 1) }
  /// The last `count` values pushed.
  public static func values(_ count: Int) -> LuaReturn {
    LuaReturn(outcome: unchecked + Int32(clamping: max(count, 0)) % unchecked)
  }
  /// The caller waits until the host resumes its fiber; those values are the results. Where the
  /// caller cannot wait (a sort's comparator, a call that is not a fiber's) Lua raises an error.
  public static var await: LuaReturn { LuaReturn(outcome: Int32(DM_AWAIT)) }
}

/// The kinds of Lua values.
public enum LuaType: String, Sendable {
  case `nil`, boolean, number, string, table, function, userdata, thread
}

/// A window on values of a running script: the arguments of a bridged call, or where the host
/// pushes arguments and reads results. Values count from 1. It lives as long as the closure it is
/// given to.
///
/// Nothing here raises a Lua error or runs a script's code, unless it says so: reads and writes
/// of tables are raw.
///
/// The functions that read and push the simplest values are inlinable: a bridged call costs little
/// more than its calls of Lua.
@frozen
@safe
public struct LuaFrame: ~Copyable {
  @usableFromInline let thread: OpaquePointer
  /// Values below are someone else's.
  @usableFromInline let base: Int32

  @inlinable
  init(_ thread: OpaquePointer, base: Int32) {
    unsafe self.thread = thread
    self.base = base
  }

  init(onTopOf thread: OpaquePointer) {
    unsafe self.init(thread, base: lua_gettop(thread))
  }

  /// Values in the window.
  @inlinable
  public var count: Int { Int(unsafe lua_gettop(thread) - base) }

  @inlinable
  func slot(_ index: Int) -> Int32 {
    guard index >= 1, index < 1_000_000 else { trapIndex(index) }
    return base &+ Int32(truncatingIfNeeded: index)
  }

  /// The kind of the value; nil where there is none.
  public func type(at index: Int) -> LuaType {
    switch unsafe lua_type(thread, slot(index)) {
    case LUA_TBOOLEAN: .boolean
    case LUA_TNUMBER: .number
    case LUA_TSTRING: .string
    case LUA_TTABLE: .table
    case LUA_TFUNCTION: .function
    case LUA_TUSERDATA, LUA_TLIGHTUSERDATA: .userdata
    case LUA_TTHREAD: .thread
    default: .nil
    }
  }

  /// Whether there is no value, or nil.
  @inlinable
  public func isNil(_ index: Int) -> Bool { unsafe lua_type(thread, slot(index)) <= LUA_TNIL }

  /// Removes values above the first `count`.
  public func keep(_ count: Int) {
    if count < self.count { unsafe lua_settop(thread, base + Int32(max(count, 0))) }
  }

  /// Tells whether there are so many values. If not, the state has ended for want of room, or it is
  /// a mistake of the host's.
  func holds(_ values: Int, for function: StaticString) -> Bool {
    if count >= values { return true }
    guard unsafe dm_is_killed(dm_of(thread)) != 0 else {
      fatalError("\(function): fewer values were pushed (\(count) of \(values))")
    }
    return false
  }

  // MARK: Pushing
  //
  // A stack holds nearly a million values. A bridged function has room for twenty beside its
  // arguments; a value that finds none is not pushed, and ends the state.

  /// Whether there is room for another value.
  @inlinable
  var hasRoom: Bool { unsafe dm_room(thread, 1) != 0 }

  @inlinable
  public func pushNil() { if hasRoom { unsafe lua_pushnil(thread) } }
  @inlinable
  public func push(_ value: Bool) { if hasRoom { unsafe lua_pushboolean(thread, value ? 1 : 0) } }
  @inlinable
  public func push(_ value: Int) { push(Int64(value)) }
  @inlinable
  public func push(_ value: Int64) { if hasRoom { unsafe lua_pushinteger(thread, value) } }
  @inlinable
  public func push(_ value: Double) { if hasRoom { unsafe lua_pushnumber(thread, value) } }
  @inlinable
  public func push(_ reference: LuaReference) { pushRegistered(Int64(reference.index)) }

  /// Pushes what Lua's registry has under a number.
  @inlinable
  func pushRegistered(_ number: Int64) {
    if hasRoom { unsafe lua_rawgeti(thread, Int32(DM_REGISTRY), number) }
  }

  func pushGlobals() { pushRegistered(Int64(LUA_RIDX_GLOBALS)) }

  public func push(_ text: String) {
    var text = text
    text.withUTF8 { unsafe dm_push_bytes(thread, $0.baseAddress, $0.count) }
  }

  public func push(_ text: StaticString) {
    unsafe dm_push_bytes(thread, text.utf8Start, text.utf8CodeUnitCount)
  }

  public func push(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe dm_push_bytes(thread, $0.baseAddress, $0.count) }
  }

  /// Pushes another value of the window again.
  public func pushCopy(of index: Int) { if hasRoom { unsafe lua_pushvalue(thread, slot(index)) } }

  /// A new object of a class; `identifier` is what the host will get back.
  public func push(_ objectClass: LuaClass, identifier: Int) {
    let reference = unsafe state.reference(of: objectClass, on: thread)
    unsafe dm_push_object(thread, reference, objectClass.index, Int64(identifier))
  }

  /// A function of the library, bound to a number.
  public func push(_ function: LuaBoundFunction, bound number: Int) {
    unsafe dm_push_bound(thread, function.index, Int64(number))
  }

  // MARK: Results of a bridged function

  /// Pushes the value and returns it.
  @inlinable
  public func result(_ value: Int) -> LuaReturn {
    push(value)
    return .one
  }
  @inlinable
  public func result(_ value: Double) -> LuaReturn {
    push(value)
    return .one
  }
  @inlinable
  public func result(_ value: Bool) -> LuaReturn {
    push(value)
    return .one
  }
  public func result(_ value: String) -> LuaReturn {
    push(value)
    return .one
  }
  public func result(_ value: LuaValue) -> LuaReturn {
    push(value)
    return .one
  }

  // MARK: Costs

  /// Charges the script for work that the host is about to do for it, in instructions. Throws when
  /// that brings it to its limit: then the work need not be done.
  @inlinable
  public func charge(_ instructions: Int) throws(LuaFailure) {
    guard unsafe dm_charge(dm_of(thread), Int64(instructions)) != 0 else { throw limitFailure }
  }

  @usableFromInline
  var limitFailure: LuaFailure { LuaFailure(.instructions, "the script has come to its limit") }

  // MARK: The surroundings

  /// The state that this belongs to.
  public var state: LuaState {
    unsafe Unmanaged<LuaState>.fromOpaque(dm_owner(thread)!).takeUnretainedValue()
  }

  /// The fiber that is calling where the calling function may return `.await`; nil where it may
  /// not: within a sort's comparator and the like, and inside `LuaState.call`.
  @inlinable
  public var waitingFiber: LuaFiber? {
    var generation: UInt32 = 0
    let index = unsafe dm_waiting_fiber(thread, &generation)
    return index < 0 ? nil : LuaFiber(index: index, generation: generation)
  }

  /// The name by which running code has called a function of Lua's own that cannot wait; nil where
  /// it has no name, or is in another coroutine. O(depth of calls).
  public var functionInTheWay: String? {
    guard let name = unsafe dm_function_in_the_way(thread) else { return nil }
    return unsafe String(cString: name)
  }

  /// Chunk name and line of the Lua code that is calling; level 2 is its caller, and so on. O(calls
  /// up to there).
  public func sourceLocation(level: Int = 1) -> (file: String, line: Int)? {
    var file: UnsafePointer<CChar>?
    var length = 0
    let line = unsafe dm_location(thread, Int32(clamping: level), &file, &length)
    guard line > 0, let file = unsafe file else { return nil }
    return unsafe (String(cString: file), Int(line))
  }

  /// Chunk name and line where a Lua function begins; nil for all else.
  public func definition(of index: Int) -> (file: String, line: Int)? {
    var file: UnsafePointer<CChar>?
    var length = 0
    let line = unsafe dm_definition(thread, slot(index), &file, &length)
    guard line > 0, let file = unsafe file else { return nil }
    return unsafe (String(cString: file), Int(line))
  }
}

@usableFromInline
func trapIndex(_ index: Int) -> Never {
  fatalError("LuaFrame: values count from 1 (\(index))")
}
