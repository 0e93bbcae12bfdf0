import Device
import Runs
import Scripting
import Simulation

/// `dormouse run FILE --at TIME --then ACTS`: the run as it is beside the same run in which
/// something else is done from a moment on.
struct WhatIf {
  static let options: [Command.Option] = [
    .init(
      name: "at", value: "TIME", repeats: true,
      summary: "the moment of --then, written as --until is; both may be repeated, in order"),
    .init(
      name: "then", value: "ACTS", repeats: true,
      summary:
        "compare with what would be if at that moment: 'open chat; network none', or a block of "
        + "Lua with the verbs of tests: 'phone:home()'"),
  ]
  /// The options that say how the two are shown, or which run it is.
  private static let others: Set<String> = [
    "at", "then", "html", "json", "all", "policy", "seed", "set", "run", "lua-path", "only",
    StallOption.option.name,
  ]

  /// What happens at a moment.
  private struct Change {
    let moment: WrittenMoment
    let acts: String
  }
  private let changes: [Change]

  /// Reads the options; nil: neither is given.
  init?(_ arguments: Arguments) throws(CommandError) {
    let moments = try arguments.moments("at")
    let acts = arguments.all("then")
    guard !moments.isEmpty || !acts.isEmpty else { return nil }
    guard moments.count >= acts.count else {
      throw .usage("--then: no moment; add --at \(WrittenMoment.forms)")
    }
    guard acts.count == moments.count else {
      throw .usage("--at: nothing is to happen then; add --then 'ACTS': \(WrittenActs.forms)")
    }
    for option in RunCommand.command.options
    where arguments.has(option.name) && !WhatIf.others.contains(option.name) {
      throw .usage("--\(option.name): --then compares two runs; leave one of them out")
    }
    changes = zip(moments, acts).map { Change(moment: $0, acts: $1) }
  }

  /// What is done and when, as it was written.
  var name: String {
    changes.map { change in
      let acts = change.acts.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "'\(printable(acts))' at \(change.moment.text)"
    }.joined(separator: ", ")
  }

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
    for line in runs[1].output { console.complain("--then: \(printable(line))") }
    _ = try DiffCommand.show(&runs, page, arguments, console)
    let broken = runs.enumerated().flatMap { number, run in
      run.broken.map { "in \(number + 1): \($0)" }
    }
    guard broken.isEmpty else { throw .expectation(broken.joined(separator: "\n")) }
  }

  /// Compiles the blocks of Lua for a run, in the order of the changes; nil for acts in words.
  func blocks(for loaded: LoadedScenario) throws(CommandError) -> [WrittenBlock?] {
    var blocks: [WrittenBlock?] = []
    for change in changes {
      guard WrittenBlock.isBlock(change.acts) else {
        blocks.append(nil)
        continue
      }
      do throws(PhoneTrouble) {
        blocks.append(try WrittenBlock(change.acts, of: loaded, files: DiskScripts()))
      } catch {
        throw .usage("--then: \(printable(error.message))")
      }
    }
    return blocks
  }

  /// Brings a device to each moment and does what is to happen then.
  ///
  /// - Parameters:
  ///   - blocks: those of `blocks(for:)`, which have got the records of the run.
  ///   - properties: what the scenario says of its phone.
  ///   - run: lets the device run until all of a moment has happened.
  func perform(
    on device: Device, _ blocks: [WrittenBlock?], asking properties: ScenarioProperties?,
    _ run: (Instant) -> Void
  ) throws(CommandError) {
    for (change, block) in zip(changes, blocks) {
      let moment = change.moment.instant(device.clock)
      guard moment >= .start, moment < device.end else {
        throw .usage(
          "--at: it is not in the run (\(shown(change.moment.text))), which goes from "
            + "\(device.clock.text(.start)) to \(device.clock.text(device.end))")
      }
      guard moment >= device.now else {
        throw .usage(
          "--at: it is over when its turn comes (\(shown(change.moment.text))), for it is "
            + "\(device.clock.text(device.now)) then; give the moments in order")
      }
      do throws(PhoneTrouble) {
        if let block {
          try block.perform(on: device, at: moment, asking: properties, run)
        } else {
          let acts = try WrittenActs(change.acts, for: device.scenario)
          try acts.perform(on: device, at: moment, run)
        }
      } catch {
        throw .usage("--then: \(printable(error.message))")
      }
    }
  }
}
