import Testing

/// What `dormouse why` says of apps and scenarios that the project has.
extension WhyCommandTests {
  @Test("on Android it tells of Doze and the bucket, and of no pool")
  func android() throws {
    let scenario = repositoryFile("scripts/scenarios/android.lua")
    let told = try Workplace().run("why", scenario, "--app", "recipes", "--at", "13:05").output
    #expect(
      told.contains("then: it waited for no slot (it has no job). What happened\n"),
      "\(told)")
    #expect(told.contains("\n  bucket        never opened\n"), "\(told)")
    #expect(
      told.contains("\n  Doze          idle, lightly, until 13:08:10.000 if nobody uses it\n"),
      "\(told)")
    #expect(!told.contains("pool") && !told.contains("time used"), "\(told)")
  }

  @Test("a chain says what was open: a lock at suspension, the callback of an error, a fetch")
  func chains() throws {
    let place = try Workplace()
    for (name, script, chain) in [
      ("lock", "lock-at-suspension", ["it locks \"shared.sqlite\"", "killed: lock \""]),
      (
        "error", "completion-called-twice",
        ["it is in the background (fetch)", "performFetch is called", "killed: this request has"]
      ),
      ("hang", "network-on-main", ["didFinishLaunching is called", "killed: didFinishLaunching"]),
    ] {
      try place.write(
        """
        return scenario {
          duration = hours(3), startsAt = "08:00", device = device { os = "iOS 7" },
          servers = { server { host = "api.example", latency = { median = 1, p95 = 2 } } },
          apps = {
            app { id = "a", modes = { "fetch" },
              script = "\(repositoryFile("scripts/museum/\(script)/app.lua"))" },
          },
          user = usage.schedule { { at = 0, open = "a", lasting = 60 } },
        }
        """, to: "\(name).lua")
      let outcome = try place.run("why", "\(name).lua", "--app", "a")
      for words in chain { #expect(outcome.output.contains("    \(words)"), "\(outcome)") }
    }
  }
}
