import Device
import Lua

// What the script's delegate is made of, for findings; nothing of the app runs meanwhile.
extension ScriptedApp {
  func implements(_ callback: String) -> Bool {
    let kind = readDelegate { frame in
      if frame.hasMetatable(1) { return true }
      return frame.type(at: frame.pushField(callback, of: 1)) != .nil
    }
    return kind ?? true
  }

  var awaitsBoot: Bool { bridge.script.awaitsBoot }

  var unknownMethods: [(name: String, location: SourceLocation?)] {
    readDelegate { frame in
      var methods: [(name: String, location: SourceLocation?)] = []
      try? frame.forEachEntry(of: 1) { key, value in
        guard frame.type(at: key) == .string, frame.type(at: value) == .function,
          let name = frame.text(at: key)
        else { return }
        let place = frame.definition(of: value)
        methods.append((name, place.map { SourceLocation(file: $0.file, line: $0.line) }))
      }
      return methods
    } ?? []
  }

  func declares(_ callback: String) -> Bool {
    readDelegate { frame in
      frame.type(at: frame.pushField(callback, of: 1)) == .function
    } ?? false
  }

  func location(ofMethod callback: String) -> SourceLocation? {
    let script = bridge.script
    let place = readDelegate { frame in
      frame.definition(of: frame.pushField(callback, of: 1))
    }
    if let place = place ?? nil { return SourceLocation(file: place.file, line: place.line) }
    let named = script.line(of: callback)
    return SourceLocation(file: script.displayName, line: named > 0 ? named : script.lastLine)
  }

  /// Reads the delegate; nil before there is one.
  private func readDelegate<Found>(_ read: (borrowing LuaFrame) -> Found) -> Found? {
    delegate.flatMap { delegate in try? state.read(delegate) { frame in read(frame) } }
  }
}
