import Device
import Lua

/// `FileManager` and `FileHandle`.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineFiles() {
    for protection in FileProtection.allCases {
      constant("FileProtectionType.\(protection.rawValue)", .text(protection.rawValue))
    }
    let manager = objectClass("FileManager")
    object("FileManager.default", manager)
    method("createFile", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(
        manager, "FileManager.default:createFile(path, contents, { protectionKey = ... })")
      try frame.charge(Cost.record)
      let path = try frame.path(2)
      let contents = try frame.stored(3, "createFile", path, bridge)
      let protection = try frame.protection(4)
      return frame.result(
        bridge.app.createFile(path, contents, protection, at: bridge.location(frame)))
    }
    method("contents", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "FileManager.default:contents(path)")
      return try frame.contents(ofFile: try frame.path(2), isOpen: false, bridge)
    }
    method("fileExists", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "FileManager.default:fileExists(path)")
      try frame.charge(Cost.record)
      return frame.result(bridge.app.fileExists(try frame.path(2)))
    }
    method("removeItem", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "FileManager.default:removeItem(path)")
      try frame.charge(Cost.record)
      let path = try frame.path(2)
      return frame.result(bridge.app.removeFile(path, at: bridge.location(frame)))
    }
    defineFileHandle()
  }

  private mutating func defineFileHandle() {
    let handle = objectClass("FileHandle")
    function("FileHandle.forUpdating") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      let path = try frame.path(1)
      guard bridge.openFiles.count < AppBridge.mostOpenFiles else {
        throw LuaFailure(
          .runtime,
          "FileHandle: this app has \(bridge.openFiles.count) files open; close some first")
      }
      do throws(FileError) { _ = try bridge.app.contents(ofFile: path) } catch {
        return frame.failing(error)
      }
      frame.push(handle, identifier: Int(bridge.openFiles.add(path)))
      return .values(1)
    }
    method("readToEnd", of: handle) { (frame, bridge) throws(LuaFailure) in
      let path = try frame.openFile(handle, "handle:readToEnd()", bridge)
      return try frame.contents(ofFile: path, isOpen: true, bridge)
    }
    method("write", of: handle) { (frame, bridge) throws(LuaFailure) in
      let path = try frame.openFile(handle, "handle:write(text)", bridge)
      try frame.charge(Cost.record)
      let bytes = try frame.stored(2, "write", nil, bridge)
      return frame.result(bridge.app.append(bytes, toFile: path))
    }
    method("close", of: handle) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      _ = bridge.openFiles.remove(try frame.receiver(handle, "handle:close()"))
      return .none
    }
  }
}

extension AppBridge {
  fileprivate static let mostOpenFiles = 1_000
}

extension LuaFrame {
  fileprivate func path(_ index: Int) throws(LuaFailure) -> String {
    let path = try shortString(index)
    if path.isEmpty { throw argumentFailure(index, "an empty path; name a file") }
    return path
  }

  /// Text that an app is about to keep, or nothing.
  ///
  /// - Parameters:
  ///   - path: the file that is made or replaced by it.
  fileprivate func stored(
    _ index: Int, _ what: String, _ path: String?, _ bridge: AppBridge
  ) throws(LuaFailure) -> [UInt8] {
    let count = isNil(index) ? 0 : try byteCount(index)
    let made = path.map { $0.utf8.count + Limits.bytesAStoredItem } ?? 0
    try checkRoom(for: count + made, but: path, what, bridge)
    try charge(count / LuaFrame.bytesAnInstruction)
    return isNil(index) ? [] : try bytes(index)
  }

  /// Looks whether an app may keep so many bytes more.
  func checkRoom(
    for bytes: Int, but path: String? = nil, _ what: String, _ bridge: AppBridge
  ) throws(LuaFailure) {
    guard bridge.app.storedBytes(but: path) + bytes > Limits.storedBytes else { return }
    throw LuaFailure(
      .runtime,
      "\(what): \(bytes) bytes go beyond the \(Limits.storedBytes) that an app keeps in files and in"
        + " the keychain; keep less")
  }

  private static var bytesAnInstruction: Int { 8 }

  /// The class that a file is to have: `{ protectionKey = FileProtectionType.complete }`.
  fileprivate func protection(_ index: Int) throws(LuaFailure) -> FileProtection {
    if isNil(index) { return .completeUntilFirstUserAuthentication }
    try table(index)
    try checkFields(of: index, "createFile", ["protectionKey"])
    let before = count
    defer { keep(before) }
    let field = pushField("protectionKey", of: index)
    if isNil(field) { return .completeUntilFirstUserAuthentication }
    if let found = text(at: field).flatMap(FileProtection.init) { return found }
    throw LuaFailure(
      .runtime,
      "createFile: protectionKey: no such class (\(describeArgument(field))); give one of "
        + FileProtection.allCases.map { "FileProtectionType.\($0.rawValue)" }
        .joined(separator: ", "))
  }

  /// The path of a file that is open.
  fileprivate func openFile(
    _ handle: LuaClass, _ usage: String, _ bridge: AppBridge
  ) throws(LuaFailure) -> String {
    guard let path = bridge.openFiles[try receiver(handle, usage)] else {
      throw LuaFailure(.runtime, "\(usage): the handle is closed; open the file again")
    }
    return path
  }

  fileprivate func contents(
    ofFile path: String, isOpen: Bool, _ bridge: AppBridge
  ) throws(LuaFailure) -> LuaReturn {
    try charge(Cost.record)
    let bytes: [UInt8]
    do throws(FileError) { bytes = try bridge.app.contents(ofFile: path, isOpen: isOpen) } catch {
      return failing(error)
    }
    try charge(bytes.count / LuaFrame.bytesAnInstruction)
    push(bytes)
    return .values(1)
  }

  fileprivate func failing(_ error: FileError) -> LuaReturn {
    pushNil()
    let table = pushTable(fields: 2)
    push(error.rawValue)
    setField("code", of: table)
    push(error.localizedDescription)
    setField("localizedDescription", of: table)
    return .values(2)
  }
}
