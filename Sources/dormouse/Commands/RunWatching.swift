import Device
import Reports
import Runs
import Simulation
import Workflows

/// The mode `dormouse run --watch`: the run, played in the terminal.
struct RunWatching {
  /// The real time between two pictures, in milliseconds.
  private static let frame: Int32 = 50
  /// The options that need the terminal or the run for something else.
  private static let others = ["trace", "explain", "html", "perfetto", "timeline", "json"]

  let composition: Composition
  let until: Instant?
  let console: Console

  /// Refuses options that do not go together.
  static func check(_ arguments: Arguments) throws(CommandError) {
    guard arguments.has("watch") else { return }
    if let other = others.first(where: { arguments.has($0) }) {
      throw .usage("--watch: --\(other) needs a run that nobody stops; give one of them")
    }
  }

  /// Plays the run until it is over or the user ends it.
  ///
  /// - Returns: the device, and whether it is over.
  func run() throws(CommandError) -> (device: Device, isOver: Bool) {
    let live = LiveRun(
      composition.loaded.scenario, policy: composition.policy.name, until: until
    ) { trace, explain in
      composition.device(trace: trace, explaining: explain)
    }
    try Screen.taken { () throws(CommandError) in
      var reader = LiveKeyReader()
      let clock = ContinuousClock()
      var last = clock.now
      while Interruption.shared.signal == nil {
        let (rows, columns) = Screen.size
        let style = TextStyle(
          width: min(200, max(80, columns)), isColored: console.isColored(console.output))
        try Screen.show(
          live.screen(rows: rows, style, isUnicode: console.showsUnicode), console.output)
        // Without an end to wait for, only a key changes the screen.
        guard let bytes = Screen.bytes(within: live.isPlaying ? Self.frame : 500) else { return }
        for key in reader.keys(of: bytes) where !live.press(key) { return }
        let now = clock.now
        live.pass((now - last) / .seconds(1)) { Interruption.shared.signal == nil }
        last = now
      }
    }
    return (live.device, live.isOver)
  }
}
