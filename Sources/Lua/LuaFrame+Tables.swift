internal import CLuaShims

// Raw access to tables. What is read is pushed, and its place returned; `keep` removes it again.
extension LuaFrame {
  /// Pushes field `key` of the table at `index` (nil if there is none, or no table); its place.
  @discardableResult
  public func pushField(_ key: String, of index: Int) -> Int {
    var key = key
    let slot = slot(index)
    key.withUTF8 { utf8 in
      _ = unsafe dm_get_field(thread, slot, utf8.baseAddress, utf8.count)
    }
    return count
  }

  /// Pushes element `position` (from 1) of the table at `index`; its place.
  @discardableResult
  public func pushElement(_ position: Int, of index: Int) -> Int {
    _ = unsafe dm_get_index(thread, slot(index), Int64(position))
    return count
  }

  /// Length of a table by Lua's raw `#`, or of a string.
  public func length(_ index: Int) -> Int { unsafe Int(lua_rawlen(thread, slot(index))) }

  /// Whether the table or object has a metatable, also one that `getmetatable` hides.
  public func hasMetatable(_ index: Int) -> Bool {
    guard unsafe dm_room(thread, 1) != 0, unsafe lua_getmetatable(thread, slot(index)) != 0 else {
      return false
    }
    unsafe lua_settop(thread, -2)
    return true
  }

  /// Pushes a new table; its place.
  @discardableResult
  public func pushTable(elements: Int = 0, fields: Int = 0) -> Int {
    if hasRoom {
      unsafe lua_createtable(
        thread, Int32(clamping: max(elements, 0)), Int32(clamping: max(fields, 0)))
    }
    return count
  }

  /// Takes the last value pushed into field `key` of the table at `index`.
  public func setField(_ key: String, of index: Int) {
    guard holds(2, for: "LuaFrame.setField") else { return }
    var key = key
    let slot = slot(index)
    key.withUTF8 { unsafe dm_set_field(thread, slot, $0.baseAddress, $0.count) }
  }

  /// Takes the last value pushed as element `position` of the table at `index`.
  public func setElement(_ position: Int, of index: Int) {
    guard holds(2, for: "LuaFrame.setElement") else { return }
    unsafe dm_set_index(thread, slot(index), Int64(position))
  }

  /// Takes the last two values pushed as key and value of the table at `index`; a key that is nil
  /// or NaN is ignored.
  public func setPair(of index: Int) {
    guard holds(3, for: "LuaFrame.setPair") else { return }
    unsafe dm_set_raw(thread, slot(index))
  }

  /// Whether the number is of Lua's integer kind.
  public func isInteger(_ index: Int) -> Bool { unsafe lua_isinteger(thread, slot(index)) != 0 }

  /// Equal only for the same table, function or object, while it lives.
  public func identity(_ index: Int) -> UInt {
    unsafe UInt(bitPattern: lua_topointer(thread, slot(index)))
  }

  /// Whether the table at `index` has more entries than `count`. O(`count`), and in the places of a
  /// table that has been emptied, which are charged.
  public func hasMoreEntries(than count: Int, at index: Int) -> Bool {
    unsafe dm_has_more_entries(thread, slot(index), Int64(count)) != 0
  }

  /// Calls `body` with the places of each key and value, in the defined order; what a weak table
  /// has lost meanwhile is left out. O(n log n).
  public func forEachEntry(
    of index: Int, _ body: (_ key: Int, _ value: Int) throws(LuaFailure) -> Void
  ) throws(LuaFailure) {
    guard type(at: index) == .table else { return }
    let start = count
    defer { keep(start) }
    var others: Int64 = 0
    let run = unsafe dm_push_keys(thread, slot(index), &others)
    let keys = start + 1
    var position: Int64 = 0
    while position < run + others {
      position += 1
      if position <= run {
        push(position)
        unsafe dm_get_index(thread, slot(index), position)
      } else {
        unsafe dm_get_index(thread, slot(keys), position - run)
        unsafe dm_get_raw(thread, slot(index))
      }
      if !isNil(keys + 2) { try body(keys + 1, keys + 2) }
      keep(keys)
    }
  }
}
