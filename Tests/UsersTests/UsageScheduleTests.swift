import Device
import Simulation
import Testing

@testable import Users

@Suite("A user's schedule")
struct UsageScheduleTests {
  private typealias Entry = UsageSchedule.Entry

  private func entry(_ second: Int, _ deed: Entry.Deed) -> Entry {
    Entry(at: .start + .seconds(second), deed)
  }

  private func run(_ entries: [Entry], seconds: Int = 1000) throws(UserModelError) -> [String] {
    let actions = try UsageSchedule(entries).actions(
      seed: 1, duration: .seconds(seconds), startsAt: .hours(8), apps: ["mail", "news"])
    expectPlausible(actions, duration: .seconds(seconds))
    return shown(actions)
  }

  @Test("an entry that lasts is left after its time")
  func lasting() throws {
    let actions = try run([entry(10, .open("news", lasting: .seconds(5)))])
    #expect(actions == ["10 open 1", "15 close"])
  }

  @Test("entries are done in order of time, and as listed within one instant")
  func order() throws {
    let actions = try run([
      entry(30, .forceQuit("mail")), entry(10, .open("news", lasting: nil)),
      entry(30, .open("mail", lasting: nil)), entry(20, .close),
    ])
    #expect(actions == ["10 open 1", "20 close", "30 quit 0", "30 open 0"])
  }

  @Test("the leaving is void when another app was opened, or this one left or quit, before")
  func supersededLeaving() throws {
    let opened = try run([
      entry(10, .open("news", lasting: .seconds(50))), entry(20, .open("mail", lasting: nil)),
    ])
    #expect(opened == ["10 open 1", "20 open 0"])
    let closed = try run([entry(10, .open("news", lasting: .seconds(50))), entry(20, .close)])
    #expect(closed == ["10 open 1", "20 close"])
    let quit = try run([
      entry(10, .open("news", lasting: .seconds(50))), entry(20, .forceQuit("news")),
    ])
    #expect(quit == ["10 open 1", "20 quit 1"])
  }

  @Test("locking leaves the app in front, which is there again when the phone is unlocked")
  func locking() throws {
    let actions = try run([
      entry(10, .open("news", lasting: .seconds(50))), entry(20, .lock), entry(30, .unlock),
      entry(40, .close), entry(50, .lock), entry(60, .unlock), entry(70, .close),
    ])
    #expect(
      actions == ["10 open 1", "20 lock", "30 unlock", "40 close", "50 lock", "60 unlock"])
    let log = UsageLog(
      name: "eve", apps: ["mail", "news"],
      actions: try UsageSchedule([
        entry(10, .open("news", lasting: nil)), entry(20, .lock), entry(30, .unlock),
        entry(40, .close),
      ]).actions(seed: 1, duration: .seconds(100), startsAt: .zero, apps: ["mail", "news"]),
      startsAt: .zero, duration: .seconds(100))
    #expect(log.uses.map { [$0.start, $0.end] } == [[10_000, 20_000], [30_000, 40_000]])
    #expect(log.uses.allSatisfy { $0.app == 1 })
  }

  @Test("the leaving stays when another app is quit meanwhile")
  func unrelatedQuit() throws {
    let actions = try run([
      entry(10, .open("news", lasting: .seconds(50))), entry(20, .forceQuit("mail")),
    ])
    #expect(actions == ["10 open 1", "20 quit 0", "60 close"])
  }

  @Test("an app opened as another is left needs no closing between, in whatever order listed")
  func handOver() throws {
    let entries = [
      entry(15, .open("mail", lasting: nil)), entry(10, .open("news", lasting: .seconds(5))),
    ]
    #expect(try run(entries) == ["10 open 1", "15 open 0"])
    #expect(try run(entries.reversed()) == ["10 open 1", "15 open 0"])
  }

  @Test("opening the app in front only says anew how long it stays")
  func reopened() throws {
    let actions = try run([
      entry(10, .open("news", lasting: .seconds(20))),
      entry(20, .open("news", lasting: .seconds(20))),
    ])
    #expect(actions == ["10 open 1", "40 close"])
  }

  @Test("closing with nothing in front is left out")
  func idleClose() throws {
    #expect(try run([entry(10, .close)]) == [])
  }

  @Test("what falls at the run's end or later is left out")
  func end() throws {
    let actions = try run(
      [entry(10, .open("news", lasting: .seconds(20))), entry(40, .open("mail", lasting: nil))],
      seconds: 30)
    #expect(actions == ["10 open 1"])
  }

  @Test("an empty schedule does nothing, also without apps")
  func empty() throws {
    #expect(try run([]) == [])
    let schedule = try UsageSchedule([])
    #expect(try schedule.actions(seed: 1, duration: .zero, startsAt: .zero, apps: []) == [])
  }

  @Test("mistakes are named with their entry, value and a way out")
  func mistakes() {
    #expect(
      message { _ = try run([entry(1, .close), entry(2, .forceQuit("New"))]) }
        == #"usage.schedule: entry 2: no such app ("New"); did you mean "news"?"#)
    #expect(
      message {
        _ = try UsageSchedule([entry(1, .open("a\nb", lasting: nil))]).actions(
          seed: 1, duration: .seconds(9), startsAt: .zero, apps: [])
      } == #"usage.schedule: entry 1: no such app ("a\nb"); the scenario has none"#)
    #expect(
      message { _ = try run([entry(-1, .close)]) }
        == "usage.schedule: entry 1: the time is before the start (-1 s); give 0 or more")
    #expect(
      message { _ = try run([entry(1, .open("news", lasting: .zero))]) }
        == "usage.schedule: entry 1: lasting is not positive (0 s); "
        + "give a longer time or leave it out")
  }

  @Test("any schedule gives plausible actions", arguments: 0..<200 as Range<UInt64>)
  func anySchedule(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, name: "schedule")
    let names = ["a", "b", "c"]
    let entries = (0..<stream.integer(in: 0..<40)).map { _ in
      let name = names[stream.integer(in: 0..<3)]
      let stay = stream.bernoulli(0.5) ? TimeSpan.seconds(stream.integer(in: 1..<30)) : nil
      let deeds: [Entry.Deed] = [.open(name, lasting: stay), .close, .forceQuit(name)]
      return entry(stream.integer(in: 0..<100), deeds[stream.integer(in: 0..<3)])
    }
    let actions = try UsageSchedule(entries).actions(
      seed: seed, duration: .seconds(90), startsAt: .zero, apps: names)
    expectPlausible(actions, duration: .seconds(90))
    for entry in entries where entry.at < .start + .seconds(90) {
      guard case .forceQuit(let name) = entry.deed, let index = names.firstIndex(of: name) else {
        continue
      }
      #expect(actions.contains(UserAction(at: entry.at, kind: .forceQuit(AppID(index)))))
    }
  }
}
