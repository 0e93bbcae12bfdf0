import Device
import Simulation

extension RecordEntry {
  /// Whether the handler of a background task is called.
  var isExpirationHandler: Bool { record == .callback("expirationHandler") }

  /// Returns what has happened to the app, in plain words.
  ///
  /// - Parameters:
  ///   - family: whose words; nil: the record alone does not tell.
  func plainWords(on family: SystemFamily?) -> String {
    if case .pushDelivered = record, family == .android { return "it gets the message" }
    return ownWords ?? workWords ?? jobWords ?? standbyWords ?? networkWords ?? words
  }

  /// What its process, its user and its background tasks do.
  private var ownWords: String? {
    switch record {
    case .stateChanged(_, .background, let reason): "it is in the background (\(reason))"
    case .stateChanged(_, let state, let reason): "it is \(state.words) (\(reason))"
    case .callback(let name): "\(name) is called"
    case .taskBegan(let id, let name, nil): "it begins background task \(id)\(named(name))"
    case .taskBegan(_, let name, let refusal?):
      "it is refused a background task\(named(name)): \(refusal)"
    case .taskExpired(let id): "the time of background task \(id) is nearly over"
    case .userOpened: "the user opens it"
    case .userClosed: "the user leaves it"
    case .userForceQuit: "the user swipes it away"
    case .exited(let reason, let code, _, _):
      "it ended: \(reason.rawValue)\(code.map { " (\($0))" } ?? "")"
    case .lockAcquired(let name, _): "it locks \(quoted(name))"
    case .lockAwaited(let name, let holder):
      "it waits for the lock \(quoted(name)), held by \(holder)"
    case .lockRefused(let name, let holder):
      "it is refused the lock \(quoted(name))\(holder.map { ", held by \($0)" } ?? "")"
    case .wakeLockAcquired(let tag, _): "it holds the wake lock \(quoted(tag))"
    case .wakeLockReleased(let tag, let reason, _):
      "it holds the wake lock \(quoted(tag)) no more (\(reason))"
    case .audioStarted: "it plays audio"
    case .locationUpdated: "it is told where the phone is"
    case .regionCrossed(let name, let isInside):
      "it is told that the phone \(isInside ? "entered" : "left") \(quoted(name))"
    case .accessoryHeard(let name): "it hears from \(name)"
    default: nil
    }
  }

  /// What it is given work for, and what it asks work for.
  private var workWords: String? {
    switch record {
    case .fetchStarted: "its fetch begins"
    case .fetchTimedOut: "the time of its fetch is over"
    case .workStarted(let kind, _): "it is given \(kind.noun)"
    case .bgTaskSubmitted(let id, let kind, _, _, nil): "it submits \(kind.noun), \(quoted(id))"
    case .bgTaskSubmitted(let id, _, _, _, let error?):
      "it submits the task \(quoted(id)), which is refused: \(error)"
    case .bgTaskLaunched(let id): "the task \(quoted(id)) is launched"
    case .bgTaskExpired(let id):
      "the time of the task \(quoted(id)) is over, and its expirationHandler is due"
    case .bgTaskCancelled(let id, let reason): "the task \(quoted(id)) is cancelled (\(reason))"
    case .serviceStarted(_, _, _, nil): "it starts its service"
    case .serviceStarted(_, _, _, let error?): "it may not start its service: \(error)"
    case .serviceInForeground(let types, nil):
      "its service comes to the foreground\(types.isEmpty ? "" : " (\(types.joined(separator: ", ")))")"
    case .serviceInForeground(_, let error?):
      "its service may not come to the foreground: \(error)"
    case .serviceTimedOut(let type):
      "the time of its service is over (\(type)), and its onTimeout is due"
    case .serviceStopped(let reason, _): "its service leaves the foreground (\(reason))"
    case .broadcastDelivered(let action): "it is told of \(action)"
    case .continuedTaskSubmitted(let id, _, _, _, nil):
      "it submits the continued task \(quoted(id))"
    case .continuedTaskExpired(let id, let reason):
      "the continued task \(quoted(id)) is to end (\(reason))"
    case .pushArrived(_, nil): "a silent push for it arrives"
    case .pushArrived(_, let priority?): "a message of \(priority) priority for it arrives"
    case .pushDelivered: "it gets the silent push"
    case .voipPushArrived: "a VoIP push for it arrives"
    case .voipPushDelivered: "it gets the VoIP push"
    case .callReported(_, nil): "it reports a call"
    case .callReported(_, let error?): "it reports a call, which is refused: \(error)"
    case .callAnswered: "the user answers the call"
    default: nil
    }
  }

  private var jobWords: String? {
    switch record {
    case .jobScheduled(let id, _, _, _, _, _, nil, _): "it schedules the job \(id)"
    case .jobScheduled(let id, _, _, _, _, _, let error?, _):
      "it schedules the job \(id), which is refused: \(error)"
    case .jobStarted(let id, _): "its job \(id) begins"
    case .jobStopped(let id, let reason): "its job \(id) is to stop (\(reason))"
    case .jobCancelled(let id, let reason): "its job \(id) is cancelled (\(reason))"
    case .jobFinished(let id, false, _): "its job \(id) is finished"
    case .jobFinished(let id, true, _): "its job \(id) has failed, and is wanted again"
    case .workChanged(_, let worker, let name, let state, _):
      "its work \(quoted(name ?? worker)) is \(state)"
    default: nil
    }
  }

  private var standbyWords: String? {
    switch record {
    case .alarmSet(_, let operation, _, _, _, _, _): "it sets the alarm \(quoted(operation))"
    case .alarmRefused(let operation, let error):
      "it may not set the alarm \(quoted(operation)): \(error)"
    case .alarmCancelled(_, let operation): "its alarm \(quoted(operation)) is cancelled"
    case .alarmDelivered(_, let operation, _): "its alarm \(quoted(operation)) goes off"
    case .bucketChanged(let bucket): "its bucket is \(bucket.rawValue)"
    default: nil
    }
  }

  private var networkWords: String? {
    switch record {
    case .requestStarted(_, let url): "it asks for \(url)"
    case .requestFinished(_, let status, _, nil, _): "the answer comes: status \(status)"
    case .requestFinished(_, _, _, let error?, let cut?):
      "the request fails: \(error), as the app has no network (\(cut))"
    case .requestFinished(_, _, _, let error?, nil): "the request fails: \(error)"
    case .transferBegan(_, _, let direction, _, let url, _): "it begins the \(direction) of \(url)"
    case .transferMoves(_, let network): "a transfer moves (\(network.rawValue))"
    case .transferWaits(_, let reason, _): "a transfer waits (\(reason))"
    case .transferFinished(_, _, _, _, nil): "a transfer has ended"
    case .transferDelivered: "it is told of a transfer"
    default: nil
    }
  }

  private func named(_ name: String?) -> String { name.map { " " + quoted($0) } ?? "" }
}
