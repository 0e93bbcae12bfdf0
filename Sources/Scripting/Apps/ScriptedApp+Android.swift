import Device
import Lua

// What apps for Android are called for, and what they get.
extension ScriptedApp {
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

  /// Pushes the answer to a request, as the family has it.
  func push(_ answer: URLAnswer?, _ frame: borrowing LuaFrame) {
    switch library.family {
    case .iOS: frame.push(answer: answer)
    case .android: frame.push(response: answer)
    }
  }
}
