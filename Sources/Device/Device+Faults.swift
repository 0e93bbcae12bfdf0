import Simulation

/// The acts of a driver that no user of a scenario can do: a restart, a shortage of memory, the end
/// of an app's time, a server that is down. As the other acts, they happen at `now`.
extension Device {
  /// The findings so far, in order of first appearance.
  public var findings: [Finding] { recorder.findings }

  /// The user locks the device: whoever is in front is left; nothing happens where it is locked.
  public func lock() { act { world.lockDevice() } }

  /// The user unlocks the device: the app that was in front when it was locked is so again, and
  /// protected data can be read.
  public func unlock() { act { world.unlockDevice() } }

  /// The device is restarted: every process ends, and nothing is in front. With a passcode nothing
  /// is launched and nothing protected can be read until somebody unlocks it. What apps have
  /// submitted and stored is kept; what the user had swiped away is so no more.
  public func reboot() {
    act {
      world.close()
      for process in memory.living {
        process.terminate(.normal, detail: "the device was restarted")
      }
      world.boots()
    }
  }

  /// Every app that runs gets a memory warning; none ends for it.
  public func warnOfMemory() {
    act {
      for process in memory.living where process.state.isRunning {
        process.enqueue(.callback(.didReceiveMemoryWarning))
      }
    }
  }

  /// The device is short of memory and ends this app at once, as it does where it has no time to
  /// warn.
  ///
  /// - Returns: false when it has no process, and nothing happened.
  @discardableResult
  public func endForMemory(_ app: AppID) -> Bool {
    let process = known(app)
    guard process.behavior != nil else { return false }
    act { process.terminate(.memoryPressure, detail: "the device was short of memory") }
    return true
  }

  /// The time of an app's background tasks or of its task of BGTaskScheduler comes to its end now:
  /// it is warned, and has the lead of B4 from now on.
  ///
  /// - Returns: false when nothing of it could end, or was warned before.
  @discardableResult
  public func expire(_ app: AppID) -> Bool {
    let process = known(app)
    var isAny = false
    act { for service in services.all where service.endTime(of: process) { isAny = true } }
    return isAny
  }

  /// How a server of the scenario is from now on; false when it has none of this host.
  @discardableResult
  public func set(_ condition: ServerCondition, ofServer host: String) -> Bool {
    guard let server = servers.find(host) else { return false }
    act { servers.set(condition, of: server) }
    return true
  }

  /// Whether work of a kind runs, or has begun at this very moment.
  public func hasBegun(_ kind: WorkKind, of app: AppID) -> Bool {
    guard let line = services[kind] else { return false }
    let process = known(app)
    return line.running(process) != nil || line.history(of: process).lastBegan == now
  }
}
