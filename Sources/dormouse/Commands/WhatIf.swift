import Device
import Runs
import Scripting
import Simulation

/// `dormouse run FILE --at TIME --then ACTS`: the run as it is beside the same run in which
/// something else is done from a moment on.
struct WhatIf {
  static let options: [Command.Option] = [
    .init(
      name: "at", value: "TIME", summary: "the moment of --then, written as --until is"),
    .init(
      name: "then", value: "ACTS",
      summary: "compare with what would be if at that moment: 'open chat; network none'"),
  ]
  /// The options that say how the two are shown, or which run it is.
  private static let others: Set<String> = [
    "at", "then", "html", "all", "policy", "seed", "set", "run", "lua-path",
    StallOption.option.name,
  ]

  private let moment: WrittenMoment
  private let acts: String

  /// Reads the options; nil: neither is given.
  init?(_ arguments: Arguments) throws(CommandError) {
    let moment = try arguments.moment("at")
    guard moment != nil || arguments.has("then") else { return nil }
    guard let moment else {
      throw .usage("--then: no moment; add --at \(WrittenMoment.forms)")
    }
    guard let acts = arguments.value("then") else {
      throw .usage("--at: nothing is to happen then; add --then 'ACTS': \(WrittenActs.forms)")
    }
    for option in RunCommand.command.options
    where arguments.has(option.name) && !WhatIf.others.contains(option.name) {
      throw .usage("--\(option.name): --then compares two runs; leave one of them out")
    }
    self.moment = moment
    self.acts = acts
  }

  /// What is done and when, as it was written.
  var name: String { "'\(printable(acts))' at \(moment.text)" }

  /// Runs both and shows where they part.
  func run(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    let page = try OutputFile.named(by: "html", of: arguments)
    let request = try Composition.Request(arguments)
    try request.requireFiles()
    var runs = try Interruption.shared.watching { () throws(CommandError) -> [ComparedRun] in
      let isShown = arguments.has("html")
      // The change may be impossible, which is told before the other run is made.
      let changed = try ComparedRun(request, isShown: isShown, changed: self)
      return [try ComparedRun(request, isShown: isShown), changed]
    }
    _ = try DiffCommand.show(&runs, page, arguments, console)
  }

  /// Brings a device to the moment and does what is to happen then.
  ///
  /// - Parameters:
  ///   - run: lets the device run until all of a moment has happened.
  func perform(
    on device: Device, _ run: (Instant) -> Void
  ) throws(CommandError) {
    let moment = moment.instant(device.clock)
    guard moment >= .start, moment < device.end else {
      throw .usage(
        "--at: it is not in the run (\(shown(self.moment.text))), which goes from "
          + "\(device.clock.text(.start)) to \(device.clock.text(device.end))")
    }
    do throws(PhoneTrouble) {
      let acts = try WrittenActs(acts, for: device.scenario)
      try acts.perform(on: device, at: moment, run)
    } catch {
      throw .usage("--then: \(error.message)")
    }
  }
}
