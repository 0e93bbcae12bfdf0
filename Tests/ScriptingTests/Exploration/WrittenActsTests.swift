import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Acts in words")
struct WrittenActsTests {
  private static let scenario = Scenario(
    duration: .hours(1), startsAt: .hours(8), seed: 1, device: DeviceConfiguration(),
    apps: [
      AppConfiguration(name: "chat"), AppConfiguration(name: "mail"),
      AppConfiguration(name: "my mail"),
    ],
    servers: [ServerConfiguration(host: "a.example")])

  private func error(_ text: String) -> String {
    do throws(PhoneTrouble) {
      _ = try WrittenActs(text, for: Self.scenario)
      return ""
    } catch {
      return error.message
    }
  }

  @Test(
    "each form is one",
    arguments: [
      "open chat", "home", "quit mail", "kill chat", "prewarm chat", "expire chat", "fetch chat",
      "push chat", "push chat high", "push my mail normal", "transfers chat", "call chat",
      "answer chat", "hangup chat", "alert chat",
      "jobs chat", "enter chat home", "exit chat home", "connect belt", "disconnect belt",
      "send belt", "move 52.5 13.4", "task chat refresh", "network none", "network wifi",
      "network cellular",
      "servers down", "servers up", "servers 40 s", "servers 503", "power saving", "power normal",
      "memory", "heat serious",
      "server a.example down", "server a.example 40 s", "server a.example 503", "lock", "unlock",
      "restart", "wait 90", " open  chat ;; home; ", "open my mail", "task my mail refresh",
      "enter my  mail home",
    ])
  func forms(text: String) throws {
    let acts = try WrittenActs(text, for: Self.scenario)
    #expect(!acts.text.isEmpty)
  }

  @Test(
    "what is none is told, with what could be meant",
    arguments: [
      ("", "no act (\"\"); acts are open APP, home,"),
      ("fly", "no such act (\"fly\"); acts are open APP"),
      ("open", "no app (\"open\"); write open and an app's name"),
      ("open chta", "no such app (\"chta\"); did you mean \"chat\"?"),
      ("open chat now", "no such act (\"open chat now\")"), ("task chat", "no such act"),
      ("push chat now", "no such act"),
      ("move 91 0", "no such act"), ("enter chat", "no such act"),
      ("network 5g", "no such act (\"network 5g\")"), ("wait -1", "no such act"),
      ("opne chat", "no such act (\"opne chat\"); did you mean \"open chat\"?"),
      ("server a.exampel up", "no such server (\"a.exampel\"); did you mean \"a.example\"?"),
      ("server a.example 99", "no such act (\"server a.example 99\"); acts are open APP"),
      ("servers 99", "no such act"), ("servers 40", "no such act"),
    ])
  func wrong(text: String, message: String) {
    #expect(error(text).hasPrefix(message), "\(error(text))")
  }

  @Test("they happen in their order, and what follows from each before the next")
  func order() throws {
    let files = ScriptTexts(["app.lua": "return {}"])
    let scripts = try AppScripts(
      [AppScriptReference(path: "app.lua"), AppScriptReference(path: "app.lua")], files: files,
      modules: ModuleSearch(files: files, folders: ["."]))
    var records: [String] = []
    let device = Device(
      Self.scenario, policy: DrivenPhone.whatIsAsked,
      observer: { entry in
        if case .stateChanged(_, let state, _) = entry.record {
          records.append("\(entry.app ?? "") \(state.rawValue) \((entry.at - .start).seconds)")
        }
      }, behaviors: scripts.behaviorFactory)
    device.advance(to: .start + .seconds(60))
    let acts = try WrittenActs("open chat; home; wait 5; open mail", for: Self.scenario)
    try acts.perform(on: device) { device.run(until: $0) }
    #expect(records.contains("chat active 60.0") && records.contains("chat background 60.0"))
    #expect(records.contains("mail active 65.0"))
    let long = try WrittenActs("wait 7200; lock", for: Self.scenario)
    do throws(PhoneTrouble) {
      try long.perform(on: device) { device.run(until: $0) }
      Issue.record("it could be done")
    } catch {
      #expect(
        error.message
          == "\"wait 7200\" cannot be done then: it goes past the end of the run (09:00:00.000); "
          + "wait less")
    }
    let impossible = try WrittenActs("quit chat; kill chat", for: Self.scenario)
    do throws(PhoneTrouble) {
      try impossible.perform(on: device) { device.run(until: $0) }
      Issue.record("it could be done")
    } catch {
      #expect(
        error.message.hasPrefix("\"kill chat\" cannot be done then: chat has no process"))
    }
    let fetch = try WrittenActs("fetch chat", for: Self.scenario)
    do throws(PhoneTrouble) {
      try fetch.perform(on: device) { device.run(until: $0) }
      Issue.record("it could be done")
    } catch {
      #expect(
        error.message.hasPrefix("\"fetch chat\" cannot be done then: chat can have no fetch now: "),
        "\(error.message)")
    }
  }
}
