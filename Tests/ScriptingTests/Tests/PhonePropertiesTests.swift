import Testing

@testable import Scripting

@Suite("What always, never or eventually holds of a phone")
struct PhonePropertiesTests {
  /// The failures of one test, whose phone has an app that leaks a task.
  private func failures(_ body: String) throws -> [TestFailure] {
    let file = try TestedFile(
      """
      test("t", function(t)
        local phone = t:device {}
        local app = phone:install("leaky.lua")
      \(body)
      end)
      """)
    return file.outcomes().flatMap(\.failures)
  }

  @Test(
    "one that holds is silent",
    arguments: [
      "phone:always(function(p) return p.now < 100 end) app:open() phone:advance(60)",
      "phone:always(function() expect(app.id):toEqual(\"leaky\") end) app:open()",
      "phone:never(function() return #app.exits > 0 end) app:open() app:home()",
      "phone:eventually(function() return #app.tasks == 1 end) app:open() app:home() "
        + "phone:advance(10)",
    ])
  func holds(body: String) throws {
    #expect(try failures(body).map(\.message) == [])
  }

  @Test(
    "one that does not fails at its line, with the moment",
    arguments: [
      (
        "phone:always(function() return #app.exits == 0 end) app:open() app:home() "
          + "phone:advance(60)", "always: this does not hold now", "00:00:30.000"
      ),
      (
        "phone:never(function() return app.state == \"active\" end) phone:advance(7) app:open()",
        "never: this holds now", "00:00:07.000"
      ),
      (
        "phone:eventually(function() return #app.exits > 0 end) app:open() phone:advance(5)",
        "eventually: this has never held", "00:00:05.000"
      ),
    ])
  func fails(body: String, message: String, moment: String) throws {
    let failure = try #require(try failures(body).first)
    #expect(failure.message == message && failure.at == moment)
    #expect(failure.location?.line == 4 && failure.statement == body)
  }

  @Test("within an event that begins and ends at one moment it is asked too")
  func eachEvent() throws {
    let told = try failures(
      "phone:never(function() return app.state == \"inactive\" end) app:open() app:home()")
    #expect(told.map(\.message) == ["never: this holds now"])
  }

  @Test("an eventually of a case counts for that case")
  func cases() throws {
    let told = try failures(
      """
      t:each({ 5, 50 }, function(seconds)
        local phone = t:device {}
        local app = phone:install("leaky.lua")
        phone:eventually(function() return #app.exits > 0 end)
        app:open() app:home()
        phone:advance(seconds)
      end)
      """)
    #expect(told.map(\.message) == ["eventually: this has never held"])
    #expect(told.first?.circumstance == "with 5, 1 of 2 cases")
  }

  @Test("one that errs, or acts, fails at the line where it does")
  func errs() throws {
    #expect(
      try failures("phone:never(function() return nothing.x end) app:open()").first?.message
        == "attempt to index a nil value (global 'nothing')")
    for act in ["app:open()", "phone:advance(1)", "phone:lock()"] {
      #expect(
        try failures("phone:never(function() \(act) end) app:open()").first?.message
          == "a property can do nothing to the phone; let it look, and act in the test")
    }
  }
}
