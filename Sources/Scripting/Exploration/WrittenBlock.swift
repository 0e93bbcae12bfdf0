import Device
import Lua
import Simulation

/// A block of Lua that does something to a running phone, with the verbs that tests have:
/// `phone:home() phone:app("chat"):open()`. It belongs to one run, on one thread.
package final class WrittenBlock {
  private let host: TestHost
  private let state: LuaState
  private let chunk: LuaReference
  private let driven: DrivenPhone

  /// Whether a text is a block, and not acts in words.
  package static func isBlock(_ text: String) -> Bool {
    text.contains("phone:") || text.contains("phone.")
  }

  /// Compiles a block for the phone of a scenario.
  ///
  /// - Throws: what is wrong with it.
  package init(
    _ text: String, of loaded: LoadedScenario, files: any ScriptFiles
  ) throws(PhoneTrouble) {
    let source = Array("local phone = ... \(text)".utf8)
    let host = TestHost(
      path: "block", source: source, files: files,
      modules: ModuleSearch(files: files, folders: loaded.luaPath), seed: loaded.scenario.seed,
      policy: nil
    ) { (_, _) throws(ScriptError) in DrivenPhone.whatIsAsked }
    self.host = host
    driven = DrivenPhone(loaded)
    do throws(LuaFailure) {
      let words = RandomStream(seed: host.seed, name: "math.random of a block").seedWords
      state = try LuaState(
        limits: TestHost.limits, seed: LuaSeed(words.0, words.1, words.2, words.3),
        library: TestLibrary.shared.functions, host: host)
      host.state = state
      chunk = try state.load(source, name: host.path)
    } catch {
      throw WrittenBlock.trouble(error, host)
    }
  }

  /// What it has printed, a line each.
  package var output: [String] { host.output }

  /// Takes a record of the run, of which the block sees exits, logs and alerts.
  package func note(_ entry: RecordEntry) { driven.note(entry) }

  /// Brings a device to a moment of its run, which must not have passed, and runs the block before
  /// anything else that is due then. Up to there the run is what it is without it.
  ///
  /// - Parameters:
  ///   - properties: what the scenario says of its phone; asked after each event.
  ///   - run: lets the device run until all of a moment has happened.
  /// - Throws: what is in the way, or an error of the block.
  package func perform(
    on device: Device, at moment: Instant, asking properties: ScenarioProperties?,
    _ run: (Instant) -> Void
  ) throws(PhoneTrouble) {
    if moment > device.now { run(moment - .nanoseconds(1)) }
    device.advance(to: moment)
    driven.drive(device)
    let place = SourceLocation(file: host.path, line: 1)
    host.begin(TestCase(name: host.path, location: place))
    defer { host.end(state) }
    do throws(LuaFailure) {
      let phone = try host.addPhone(driving: driven, asking: properties, at: place)
      try state.call(
        chunk, limit: TestHost.limits.entryInstructions,
        arguments: { $0.push(TestLibrary.shared.phone, identifier: phone) })
    } catch {
      throw WrittenBlock.trouble(error, host)
    }
    if let failure = host.expectations.idle.first { throw PhoneTrouble(failure.message) }
    guard driven.plans.isEmpty else {
      throw PhoneTrouble(
        "after: the block ends before its moment; let time pass in it, or give it its own --at")
    }
    run(device.now)
  }

  private static func trouble(_ error: LuaFailure, _ host: TestHost) -> PhoneTrouble {
    guard let failure = host.failure(of: error) else { return PhoneTrouble(error.message) }
    let line = failure.location.map { $0.file == host.path ? "line \($0.line)" : "\($0)" }
    return PhoneTrouble((line.map { "\($0): " } ?? "") + failure.message)
  }
}

extension TestHost {
  /// Adds a phone that runs already; its identifier.
  fileprivate func addPhone(
    driving driven: DrivenPhone, asking properties: ScenarioProperties?, at place: SourceLocation
  ) throws(LuaFailure) -> Int {
    let number = try addPhone {
      TestedPhone(driving: driven, asking: properties, number: $0, at: place, of: self)
    }
    return phones[number].map { TestObject.identifier($0) } ?? 0
  }
}
