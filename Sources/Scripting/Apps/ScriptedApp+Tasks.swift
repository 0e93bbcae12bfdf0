import Device
import Lua

// Tasks of BGTaskScheduler: a table each, of which the script sets what it likes.
extension ScriptedApp {
  func launch(_ handler: BlockID, with task: BGTaskID) -> Turn {
    guard let block = bridge.blocks[slot: handler.number] else { return Turn(.returned) }
    let step = state.start(block.function) { frame in
      let table = frame.pushTable(fields: 3)
      frame.push(bridge.app.identifier(of: task) ?? "")
      frame.setField("identifier", of: table)
      frame.push(library.setTaskCompleted, bound: Int(task.number))
      frame.setField("setTaskCompleted", of: table)
      if task.isContinued { continueTask(task, table, frame) }
      bridge.tasks[task.number] = frame.reference(table)
    }
    return settle(step)
  }

  /// Gives the table of a continued task what it has beside others.
  private func continueTask(_ task: BGTaskID, _ table: Int, _ frame: borrowing LuaFrame) {
    frame.push(library.progress, identifier: -Int(task.number))
    frame.setField("progress", of: table)
    frame.push(library.updateTitle, bound: Int(task.number))
    frame.setField("updateTitle", of: table)
  }

  func expire(_ task: BGTaskID) -> Turn {
    guard let handler = expirationHandler(of: task, { frame, place in frame.reference(place) })
    else { return Turn(.returned) }
    let step = state.start(handler)
    state.release(handler)
    return settle(step)
  }

  func hasExpirationHandler(_ task: BGTaskID) -> Bool {
    expirationHandler(of: task) { _, _ in true } ?? false
  }

  /// Reads the expiration handler of a task; nil where the script has set none.
  private func expirationHandler<Found>(
    of task: BGTaskID, _ read: (borrowing LuaFrame, Int) -> Found
  ) -> Found? {
    guard let table = bridge.tasks[task.number] else { return nil }
    let found = try? state.read(table) { frame in
      let place = frame.pushField("expirationHandler", of: 1)
      return frame.type(at: place) == .function ? read(frame, place) : nil
    }
    return found ?? nil
  }
}
