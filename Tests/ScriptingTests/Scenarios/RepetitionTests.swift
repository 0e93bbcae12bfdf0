import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Entries that repeat")
struct RepetitionTests {
  private func scenario(
    _ keys: String, days: Double = 9, startsAt: String = "06:00"
  ) throws -> LoadedScenario {
    try load(
      """
      return scenario { duration = days(\(days)), startsAt = "\(startsAt)",
        apps = { app { id = "a", script = "app.lua" } },
        \(keys) }
      """)
  }

  /// Hours since the start.
  private func hours(_ moments: [Instant]) -> [Double] {
    moments.map { ($0 - .start) / .hours(1) }
  }

  @Test("hold every day to the end of the run, or on weekdays, or at the weekend")
  func network() throws {
    let changes = try scenario(
      """
      network = {
        { at = "18:00", kind = "wifi", daily = true },
        { at = "08:00", kind = "cellular", days = "weekdays" },
        { at = "09:00", kind = "none", days = "weekend" },
      }
      """, days: 8
    ).scenario.network
    // A Monday at six: yesterday's Wi-Fi came after what Sunday had said at nine.
    let before = changes.prefix { $0.at == .start }
    #expect(before.map(\.kind) == [.wifi])
    let rest = changes.dropFirst(before.count)
    var expected: [Double] = []
    for day in 0..<8 {
      expected += [Double(24 * day + (day == 5 || day == 6 ? 3 : 2)), Double(24 * day + 12)]
    }
    #expect(hours(rest.map(\.at)) == expected)
    #expect(rest.filter { $0.kind == .none }.count == 2)
    #expect(rest.filter { $0.kind == .cellular }.count == 6)
  }

  @Test("of what lasts the last before the start holds, whatever it leaves as it was")
  func power() throws {
    let changes = try scenario(
      """
      power = {
        { at = "23:00", charging = true, daily = true },
        { at = "07:00", charging = false, level = 1, daily = true },
        { at = { day = 2, "12:00" }, lowPowerMode = true, daily = true },
      }
      """, days: 3
    ).scenario.power
    #expect(hours(changes.map(\.at)) == [0, 1, 17, 25, 30, 41, 49, 54, 65])
    #expect(changes[0].level == 1 && changes[0].charging == true)
  }

  @Test("happen from the first time of day on that the run has, and every 24 hours")
  func moments() throws {
    let loaded = try scenario(
      """
      servers = { server { host = "h", publishes = { at = { "05:00", "12:00" }, days = "weekdays" } } },
      user = usage.schedule {
        { at = "05:30", open = "a", lasting = 60, daily = true },
        { at = hours(100), open = "a", lasting = 60, days = "weekend" },
      }
      """)
    guard case .at(let times) = loaded.scenario.servers[0].publication else {
      Issue.record("publishes otherwise")
      return
    }
    // Saturday and Sunday are days 6 and 7; five in the morning of the first is over.
    #expect(hours(times) == [6, 23, 30, 47, 54, 71, 78, 95, 102, 167, 174, 191, 198, 215])
    var opens: [Instant] = []
    for action in loaded.scenario.user {
      if case .open = action.kind { opens.append(action.at) }
    }
    let expected = [23.5, 47.5, 71.5, 95.5, 119.5, 124, 143.5, 148, 167.5, 191.5, 215.5]
    #expect(hours(opens) == expected)
  }

  @Test("as seconds or of another day they begin there")
  func begin() throws {
    let changes = try scenario(
      """
      network = { { at = { day = 3, "07:00" }, kind = "none", daily = true },
        { at = hours(30), kind = "wifi", daily = true } }
      """, days: 4
    ).scenario.network
    #expect(hours(changes.map(\.at)) == [30, 49, 54, 73, 78])
  }

  @Test(
    "what cannot be is said",
    arguments: [
      (
        "network = { { at = '08:00', kind = 'wifi', days = 'weekday' } }",
        "unknown day (\"weekday\"); did you mean \"weekdays\"?"
      ),
      (
        "network = { { at = '08:00', kind = 'wifi', daily = 'yes' } }", "not a boolean (\"yes\")"
      ),
      (
        "network = { { at = '08:00', kind = 'wifi', daily = false, days = 'weekend' } }",
        "beside daily = false; leave one of the two out"
      ),
      (
        "servers = { server { host = 'h', publishes = { every = 60, daily = true } } }",
        "daily or days without at; every and perHour hold on all days as it is"
      ),
      ("power = { { at = '08:00', daily = true } }", "changes nothing"),
      ("battery = 'real'", "unknown source (\"real\"); sources are \"as set\", \"simulated\""),
      ("lowPowerAt = 0.2", "no battery that falls to it; write battery = \"simulated\""),
      (
        "battery = 'simulated', power = { { at = '08:00', level = 0.5, daily = true } }",
        "a level after the start beside battery = \"simulated\""
      ),
    ])
  func bad(keys: String, message: String) throws {
    let found = problems(
      of: """
        return scenario { duration = days(2),
          apps = { app { id = "a", script = "app.lua" } },
          \(keys) }
        """)
    #expect(found.contains(message) && !found.contains("\n"), "\(found)")
  }

  @Test("pushes, too")
  func pushes() throws {
    let loaded = try load(
      """
      return scenario { duration = days(3),
        apps = { app { id = "a", script = "app.lua", modes = { "remote-notification" } } },
        pushes = { { to = "a", at = "08:00", daily = true }, { to = "a", perHour = 1 } } }
      """)
    let mornings: [PushSource.Timing] = [8, 32, 56].map { .at(.start + .hours($0)) }
    #expect(loaded.scenario.pushes.map(\.timing) == mornings + [.perHour(1)])
  }
}
