import Foundation
import Testing

@Suite("dormouse users")
struct UsersCommandTests {
  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write("return {}", to: "app.lua")
    try place.write(
      """
      local p = scenario.parameters { habit = { default = 1 } }
      return scenario {
        duration = days(4), startsAt = "06:00",
        apps = { app { id = "a", script = "app.lua", count = 9 } },
        user = usage.people { habit = p.habit },
      }
      """, to: "people.lua")
    let rows = (0..<120).map { index in
      let start = 1_571_151_200_000 + index * 3_000_000
      return "\(start),app \(index % 3),1,\n\(start + 60_000),app \(index % 3),2,\n"
    }
    try place.write(rows.joined(), to: "phone.csv")
    return place
  }

  @Test("describes drawn and recorded users side by side")
  func text() throws {
    let place = try place()
    let outcome = try place.run("users", "people.lua", "phone.csv", "--people", "5")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("people.lua: 5 drawn people, 15 days\n"))
    #expect(outcome.output.contains("phone.csv: 1 recorded person, 3 days\n"))
    #expect(outcome.output.contains("The next app among the likeliest\n"))
    #expect(
      try place.run("users", "people.lua", "phone.csv", "--people", "5").output == outcome.output)
  }

  @Test("draws as many users for as many days as it is given, with the parameters that are set")
  func options() throws {
    let place = try place()
    let usual = try place.run("users", "people.lua", "--people", "3", "--format", "csv")
    #expect(usual.output.contains("lsapp,sessionsPerDay,mean,17.4\n"))
    let set = try place.run(
      "users", "people.lua", "--people", "3", "--format", "csv", "--set", "habit=0")
    #expect(set.status == 0 && set.output != usual.output)
    let json = try place.run(
      "users", "people.lua", "--people", "2", "--days", "10", "--format", "json")
    #expect(json.output.contains("\"days\": 18,"))
    let check = try place.run("users", "people.lua", "--people", "2", "--check", "dpi")
    #expect(check.status == 1)
    #expect(check.errors.contains("people.lua: appHours all is "))
  }

  @Test("a recording may come from a pipe, too")
  func pipe() throws {
    let place = try place()
    let file = place.folder.appendingPathComponent("pipe").path
    let made = unsafe mkfifo(file, 0o600)
    #expect(made == 0)
    let text = try place.read("phone.csv")
    let writer = Thread { try? Data(text.utf8).write(to: URL(filePath: file)) }
    writer.start()
    let piped = try place.run("users", "pipe", "--format", "csv")
    let read = try place.run("users", "phone.csv", "--format", "csv")
    #expect(piped.status == 0, "\(piped)")
    #expect(piped.output == read.output.replacing("phone.csv", with: "pipe"))
  }

  @Test(
    "says what cannot be described, and why",
    arguments: [
      (["none.csv"], 66, "none.csv: there is no such file"),
      (["text.txt"], 65, "text.txt: its format is not recognised; "),
      (["text.txt", "--recorded", "csv"], 65, "text.txt:2: "),
      (["nobody.lua"], 65, "nobody.lua: it has no user (nobody opens an app)"),
      (["bad.lua"], 65, "bad.lua:2: usage.people.hourConcentration: out of range (-1)"),
      (["phone.csv", "--check", "lsapp"], 64, "--check: it is for users that a scenario draws"),
      (["phone.csv", "--format", "xml"], 64, "--format: there is no such value (xml)"),
      (
        ["phone.csv", "--recorded", "cvs"], 64, "--recorded: there is no such value (cvs); did you"
      ),
      (["closed.csv"], 65, "closed.csv: no app is opened"),
    ])
  func bad(arguments: [String], status: Int32, message: String) throws {
    let place = try place()
    try place.write("Dear diary,\ntoday", to: "text.txt")
    try place.write("1571151200000,a,closed\n", to: "closed.csv")
    let app = "apps = { app { id = 'a', script = 'app.lua' } }"
    try place.write("return scenario { duration = 60, \(app) }", to: "nobody.lua")
    try place.write(
      "return scenario { duration = 60, \(app),\nuser = usage.people { hourConcentration = -1 } }",
      to: "bad.lua")
    let outcome = try place.run(["users"] + arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
