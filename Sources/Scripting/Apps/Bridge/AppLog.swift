import Device
import Lua

/// `NSLog`, `print`, and of `io` what ordinary libraries write their output with.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineAppleLog() { defineLog("NSLog", .formatted) }

  private mutating func defineLog(_ name: String, _ arguments: LuaArguments) {
    function(name, arguments: arguments) { (frame, bridge) throws(LuaFailure) in
      try bridge.log(try frame.string(1), frame)
      return .none
    }
  }

  mutating func defineLog() {
    defineLog("print", .printed)
    let console = objectClass("FILE")
    for name in ["io.stdout", "io.stderr"] { object(name, console) }
    method("write", of: console) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(console, "file:write(...)")
      try bridge.write(frame, from: 2)
      frame.pushCopy(of: 1)
      return .values(1)
    }
    for name in ["flush", "setvbuf"] {
      method(name, of: console) { (frame, _) throws(LuaFailure) in
        try frame.receiver(console, "file:flush()")
        frame.pushCopy(of: 1)
        return .values(1)
      }
    }
    function("io.write") { (frame, bridge) throws(LuaFailure) in
      try bridge.write(frame, from: 1)
      frame.push(console, identifier: 0)
      return .values(1)
    }
  }
}

extension AppBridge {
  /// A longer message is cut, as the system's log does.
  private static let longestMessage = 32_768
  private static let instructionsALine = 100
  private static let bytesAnInstruction = 4

  func log(_ message: String, _ frame: borrowing LuaFrame) throws(LuaFailure) {
    let bytes = min(message.utf8.count, AppBridge.longestMessage)
    try frame.charge(AppBridge.instructionsALine + bytes / AppBridge.bytesAnInstruction)
    log(message)
  }

  private func log(_ message: String) {
    guard message.utf8.count > AppBridge.longestMessage else { return app.log(message) }
    app.log("\(String(decoding: message.utf8.prefix(AppBridge.longestMessage), as: UTF8.self))...")
  }

  /// Lines go to the log as they are finished.
  fileprivate func write(
    _ frame: borrowing LuaFrame, from first: Int
  ) throws(LuaFailure) {
    for index in stride(from: first, through: frame.count, by: 1) {
      let text = try frame.string(index)
      try frame.charge(Cost.record + text.utf8.count / AppBridge.bytesAnInstruction)
      for byte in text.utf8 {
        if byte == UInt8(ascii: "\n") {
          try frame.charge(
            AppBridge.instructionsALine + unfinishedLine.count / AppBridge.bytesAnInstruction)
          finishLine()
        } else if unfinishedLine.count <= AppBridge.longestMessage {
          unfinishedLine.append(byte)
          isLineUnfinished = true
        }
      }
    }
  }

  func finishLine() {
    log(String(decoding: unfinishedLine, as: UTF8.self))
    unfinishedLine.removeAll()
    isLineUnfinished = false
  }
}
