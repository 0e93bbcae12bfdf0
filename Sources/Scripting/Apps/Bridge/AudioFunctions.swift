import Device
import Lua

/// `AVAudioSession`.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineAudio() {
    let session = objectClass("AVAudioSession")
    function("AVAudioSession.sharedInstance") { (frame, _) in
      frame.push(session, identifier: 0)
      return .values(1)
    }
    method("setActive", of: session) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(session, "AVAudioSession.sharedInstance():setActive(true)")
      try frame.charge(Cost.record)
      bridge.app.setAudioActive(try frame.boolean(2), at: bridge.location(frame))
      return .none
    }
  }
}
