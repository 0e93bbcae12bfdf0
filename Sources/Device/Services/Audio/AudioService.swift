import Simulation

/// Audio (semantics.md, section 8): an app with the mode `audio` runs on while its session is
/// active, from the moment it activated it. Sessions mix: none interrupts another.
final class AudioService: Service {
  private struct App {
    /// The line that activated the session; nil: it is silent. Dies with the process.
    var activated: SourceLocation?
    /// It has played in this run.
    var isUsed = false
  }

  private let apps: PerApp<App>

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    super.init(scenario)
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .suspending: reportSilence(of: process)
    case .ended: apps[process].activated = nil
    case .launched, .moved, .opened, .cameToFront, .forceQuit, .enteredBackground,
      .enteredForeground, .resumed:
      break
    }
  }

  override func runIsOver() {
    for process in device.processes where !apps[process].isUsed {
      process.reportUnused(.audio, "call AVAudioSession.sharedInstance():setActive(true)")
    }
  }

  fileprivate func setActive(_ isActive: Bool, of process: Process, at location: SourceLocation) {
    guard isActive != (apps[process].activated != nil) else { return }
    apps[process].activated = isActive ? location : nil
    process.record(isActive ? .audioStarted : .audioStopped)
    guard process.configuration.modes.contains(.audio) else { return }
    if isActive { apps[process].isUsed = true }
    process.keeps(running: .audio, isActive)
  }

  /// Without the mode what plays falls silent with the app.
  private func reportSilence(of process: Process) {
    guard let location = apps[process].activated else { return }
    apps[process].activated = nil
    process.record(.audioStopped)
    process.report(
      .useWithoutMode, "the audio session was active, but the app lacks the mode audio",
      at: location)
  }
}

extension Application {
  private var audio: AudioService { device.services.find(AudioService.self) }

  /// `AVAudioSession.setActive`: the app begins to play, or falls silent.
  public func setAudioActive(_ isActive: Bool, at location: SourceLocation) {
    audio.setActive(isActive, of: process, at: location)
  }
}
