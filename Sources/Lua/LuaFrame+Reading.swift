public import CLuaShims

// Each reader throws what Lua's own libraries would say: "bad argument #2 to 'f' (string expected,
// got table)". Thrown out of a bridged function, it becomes an error in the script.
extension LuaFrame {
  /// A number with an exact integer value.
  @inlinable
  public func integer(_ index: Int) throws(LuaFailure) -> Int {
    var value: Int64 = 0
    guard unsafe dm_integer(thread, slot(index), &value) != 0 else { throw integerFailure(index) }
    return Int(value)
  }

  @usableFromInline
  func integerFailure(_ index: Int) -> LuaFailure {
    type(at: index) == .number
      ? argumentFailure(index, "number has no integer representation")
      : typeFailure(index, expected: "number")
  }

  @inlinable
  public func number(_ index: Int) throws(LuaFailure) -> Double {
    var value = 0.0
    guard unsafe dm_number(thread, slot(index), &value) != 0 else {
      throw typeFailure(index, expected: "number")
    }
    return value
  }

  public func boolean(_ index: Int) throws(LuaFailure) -> Bool {
    guard type(at: index) == .boolean else { throw typeFailure(index, expected: "boolean") }
    return unsafe lua_toboolean(thread, slot(index)) != 0
  }

  /// Lua's notion: all but nil and false.
  @inlinable
  public func truth(_ index: Int) -> Bool { unsafe lua_toboolean(thread, slot(index)) != 0 }

  /// Returns a string (or a number, as a string); bytes that are not UTF-8 are repaired.
  public func string(_ index: Int) throws(LuaFailure) -> String {
    guard let text = text(at: index) else { throw typeFailure(index, expected: "string") }
    return text
  }

  public func bytes(_ index: Int) throws(LuaFailure) -> [UInt8] {
    var length = 0
    guard let start = unsafe dm_bytes(thread, slot(index), &length) else {
      throw typeFailure(index, expected: "string")
    }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  /// Length of a string in bytes, without copying it.
  public func byteCount(_ index: Int) throws(LuaFailure) -> Int {
    var length = 0
    guard unsafe dm_bytes(thread, slot(index), &length) != nil else {
      throw typeFailure(index, expected: "string")
    }
    return length
  }

  /// A reference to a function, to be released.
  public func function(_ index: Int) throws(LuaFailure) -> LuaReference {
    guard type(at: index) == .function else { throw typeFailure(index, expected: "function") }
    return reference(index)
  }

  /// A reference to any value, to be released.
  public func reference(_ index: Int) -> LuaReference {
    unsafe LuaReference(index: dm_reference(thread, slot(index)))
  }

  public func table(_ index: Int) throws(LuaFailure) {
    guard type(at: index) == .table else { throw typeFailure(index, expected: "table") }
  }

  /// The identifier of an object of that class.
  public func object(_ index: Int, _ objectClass: LuaClass) throws(LuaFailure) -> Int {
    var classIndex: Int32 = 0
    var identifier: Int64 = 0
    if unsafe dm_object(thread, slot(index), &classIndex, &identifier) != 0,
      classIndex == objectClass.index
    {
      return Int(identifier)
    }
    throw typeFailure(index, expected: state.library.name(of: objectClass))
  }

  /// The identifier of an object of any class; nil for all else.
  public func objectIdentifier(_ index: Int) -> Int? {
    var classIndex: Int32 = 0
    var identifier: Int64 = 0
    guard unsafe dm_object(thread, slot(index), &classIndex, &identifier) != 0 else { return nil }
    return Int(identifier)
  }

  // MARK: Without errors

  /// The longest string, in bytes, that is read without a charge.
  private static let shortText = 256
  private static let bytesAnInstruction = 8

  /// Returns a string, or a number as one; nil for all else. A long one is charged for.
  public func text(at index: Int) -> String? {
    var length = 0
    if let start = unsafe dm_bytes(thread, slot(index), &length) {
      if length > LuaFrame.shortText {
        let instructions = Int64(length / LuaFrame.bytesAnInstruction)
        _ = unsafe dm_charge(dm_of(thread), instructions)
      }
      return unsafe String(
        decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
    guard type(at: index) == .number else { return nil }
    return describe(index)
  }

  /// Any value, readable and in a defined order, as `%@` shows it. Runs `__tostring`.
  public func describe(_ index: Int) -> String {
    let top = unsafe lua_gettop(thread)
    defer { unsafe lua_settop(thread, top) }
    unsafe dm_push_description(thread, slot(index))
    guard unsafe lua_gettop(thread) > top else { return "" }
    var length = 0
    let start = unsafe dm_bytes(thread, -1, &length)
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// Lua's name for the kind of a value, or its class.
  public func typeName(_ index: Int) -> String {
    if type(at: index) == .nil, index > count { return "no value" }
    return unsafe String(cString: dm_type_name(thread, slot(index)))
  }

  // MARK: Messages

  public func typeFailure(_ index: Int, expected: String) -> LuaFailure {
    argumentFailure(index, "\(expected) expected, got \(typeName(index))")
  }

  /// "bad argument #INDEX to 'NAME' (MESSAGE)"; a method's self does not count.
  public func argumentFailure(_ index: Int, _ message: String) -> LuaFailure {
    guard base == 0 else { return LuaFailure(.runtime, "value #\(index): \(message)") }
    var isMethod: Int32 = 0
    let name = unsafe String(cString: dm_function_name(thread, &isMethod))
    if isMethod != 0, index == 1 {
      return LuaFailure(.runtime, "calling '\(name)' on bad self (\(message))")
    }
    let number = isMethod != 0 ? index - 1 : index
    return LuaFailure(.runtime, "bad argument #\(number) to '\(name)' (\(message))")
  }
}
