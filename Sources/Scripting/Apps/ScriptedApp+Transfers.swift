import Device
import Lua

// What a script hears of its background transfers.
extension ScriptedApp {
  /// Tells the script of a transfer, by the session's didComplete.
  func tell(of id: TransferID) -> Turn {
    guard let report = bridge.app.takeResult(of: id) else { return Turn(.returned) }
    bridge.transfers[id.number] = nil
    guard let session = bridge.sessions[report.session.number] else { return Turn(.returned) }
    guard let function = session.didComplete else {
      bridge.app.report(
        .transferUnheard,
        "transfer \(id.number) is done, and its session has no didComplete (\(report.url))",
        at: session.location)
      return Turn(.returned)
    }
    return settle(
      state.start(function) { frame in
        frame.push(report)
        frame.push(answer: report.answer)
      })
  }

  func finishEvents(of session: TransferSessionID) -> Turn {
    guard let function = bridge.sessions[session.number]?.didFinishEvents else {
      return Turn(.returned)
    }
    return settle(state.start(function))
  }
}
