import Device
import Lua

// What apps for Android are called for, and what they get.
extension ScriptedApp {
  /// Runs a callback that only Android has.
  func runOfAndroid(_ callback: Callback) -> Turn {
    switch callback {
    case .alarm(let alarm): hear(bridge.app.takeOperation(of: alarm) ?? "")
    case .broadcast(let broadcast): hear(broadcast.rawValue)
    case .startCommand(let start): startCommand(start)
    case .serviceTimeout(let start): timeOut(start)
    case .startJob(let job): androidMethod(callback, about: job, answer: library.jobs?.started)
    case .stopJob(let job): androidMethod(callback, about: job, answer: library.jobs?.stopped)
    case .doWork(let job): work(job)
    case .onStopped(let job): stopWork(job)
    case .messageReceived(let id): receive(id)
    default: androidMethod(callback)
    }
  }

  /// Calls a method of an app for Android, which gets nothing but the job that it is about; none if
  /// Android calls none.
  ///
  /// - Parameters:
  ///   - answer: gets what it returns about the job.
  func androidMethod(
    _ callback: Callback, about job: JobID? = nil, answer: LuaBoundFunction? = nil
  ) -> Turn {
    guard let name = callback.name(on: .android) else { return Turn(.returned) }
    return method(name, hasSender: false) { frame in
      guard let job, let answer, let jobs = library.jobs else { return frame.pushNil() }
      bridge.note(job)
      frame.push(answer, bound: Int(job.number))
      frame.push(jobs.parameters, identifier: Int(job.number))
    }
  }

  /// Calls `onReceive` for an alarm, or a broadcast.
  private func hear(_ operation: String) -> Turn {
    method("onReceive", hasSender: false) { frame in
      // Nobody waits for what it returns.
      frame.pushNil()
      frame.push(operation)
    }
  }

  /// Calls `onMessageReceived`.
  private func receive(_ id: PushID) -> Turn {
    guard let message = bridge.app.message(id) else { return Turn(.returned) }
    let value = LuaValue(message, sentAt: bridge.date(at: message.sent))
    return method("onMessageReceived", hasSender: false) { frame in
      frame.pushNil()
      frame.push(value)
    }
  }

  // MARK: Workers

  /// Calls `doWork` for a job that stands for a unit of work, as the body of a coroutine that may be
  /// cancelled.
  private func work(_ job: JobID) -> Turn {
    guard let names = library.work, bridge.beginWork(job) else { return Turn(.returned) }
    let table = state.reference { _ = $0.pushTable() }
    let handle = bridge.concurrentTasks.add(ConcurrentTask(table: table))
    bridge.android.workers[job.number]?.task = handle
    bridge.currentTask = handle
    return conclude(
      method("doWork", hasSender: false) { frame in
        frame.push(names.returned, bound: Int(job.number))
        frame.push(names.parameters, identifier: Int(job.number))
      })
  }

  /// A worker is to end: what it awaits ends now, and `onStopped` is called.
  private func stopWork(_ job: JobID) -> Turn {
    guard let names = library.work, bridge.interruptWork(job) else { return Turn(.returned) }
    return method("onStopped", hasSender: false) { frame in
      frame.pushNil()
      frame.push(names.parameters, identifier: Int(job.number))
    }
  }

  // MARK: The service

  /// Calls `onStartCommand`.
  private func startCommand(_ start: ServiceStartID) -> Turn {
    let action = bridge.app.takeAction(of: start)
    return method("onStartCommand", hasSender: false) { frame in
      if let answer = library.serviceAnswer {
        frame.push(answer, bound: Int(start.number))
      } else {
        frame.pushNil()
      }
      if let action { frame.push(action) } else { frame.pushNil() }
      frame.push(Int(start.number))
    }
  }

  /// Calls `onTimeout`.
  private func timeOut(_ start: ServiceStartID) -> Turn {
    let type = bridge.app.expiredServiceType
    return method("onTimeout", hasSender: false) { frame in
      frame.pushNil()
      frame.push(Int(start.number))
      frame.push(type.rawValue)
    }
  }

  /// Pushes the answer to a request, as the family has it.
  func push(_ answer: URLAnswer?, _ frame: borrowing LuaFrame) {
    switch library.family {
    case .iOS: frame.push(answer: answer)
    case .android: frame.push(response: answer)
    }
  }
}
