import Device
import Testing

@testable import Policies

@Suite("the catalogue of policies")
struct PolicyCatalogueTests {
  @Test("it holds every policy, in order, each under its own name, and can explain it")
  func names() throws {
    let names = PolicyCatalogue.entries.map(\.name)
    #expect(
      names == [
        "first-come", "round-robin", "fair-share", "earliest-deadline", "priority", "lottery",
        "random", "most-used", "most-recent", "hour-of-day", "markov", "likely-next", "learned",
        "standby-buckets", "ios-like",
        "seven-factors", "coalescing", "freshness-optimal", "freshness-index", "far-sighted",
        "everything", "nothing",
      ])
    for entry in PolicyCatalogue.entries {
      #expect(entry.policy().name == entry.name)
      #expect(try PolicyCatalogue.policy(entry.name).name == entry.name)
      #expect(entry.name.count <= 17 && entry.summary.count <= 81)
      #expect(!entry.summary.contains("\n"))
      #expect(!entry.source.isEmpty)
      #expect(entry.explanation.count > 60 && entry.explanation.hasSuffix("."))
      #expect(!entry.explanation.contains("\n") && !entry.explanation.contains("  "))
      for parameter in entry.parameters {
        #expect(parameter.range.contains(parameter.standard))
      }
    }
    let fair = PolicyCatalogue.entries.filter(\.promisesNoStarvation).map(\.name)
    #expect(
      fair == [
        "first-come", "round-robin", "fair-share", "earliest-deadline", "lottery", "random",
      ])
  }

  @Test("each policy made is a new one")
  func fresh() throws {
    let entry = try PolicyCatalogue.entry(named: "round-robin")
    #expect(entry.policy() !== entry.policy())
  }

  @Test(
    "a name that is nearly right is answered with the right one",
    arguments: [
      ("fair-shair", "fair-share"), ("first_come", "first-come"), ("Nothing", "nothing"),
      ("earlist-deadline", "earliest-deadline"), ("roundrobin", "round-robin"),
      ("ruond-robin", "round-robin"),
    ])
  func didYouMean(typed: String, meant: String) {
    #expect(
      message(of: typed) == "policy: there is no such policy (\(typed)); did you mean \(meant)?")
  }

  private static let wrong: [(text: String, message: String)] = [
    (
      "best-of-all",
      "policy: there is no such policy (best-of-all); 'dormouse policies' lists them"
    ),
    (
      "",
      "policy: there is no such policy (); 'dormouse policies' lists them"
    ),
    (
      "fair-share{startcharge=1}",
      "policy fair-share: there is no such parameter (startcharge); did you mean startCharge?"
    ),
    (
      "fair-share{x=1}",
      "policy fair-share: there is no such parameter (x); it has startCharge, claimLifetime"
    ),
    ("nothing{x=1}", "policy nothing: there is no such parameter (x); it has none"),
    (
      "fair-share{startCharge=soon}",
      "policy fair-share: invalid startCharge (soon); "
        + "give a number from 0.001 to 3600"
    ),
    (
      "fair-share{startCharge=nan}",
      "policy fair-share: invalid startCharge (nan); "
        + "give a number from 0.001 to 3600"
    ),
    (
      "fair-share{startCharge=0}",
      "policy fair-share: invalid startCharge (0); "
        + "give a number from 0.001 to 3600"
    ),
    (
      "seven-factors{lowBattery=0.3}",
      "policy seven-factors: invalid lowBattery (0.3); give 1 for on or 0 for off"
    ),
    (
      "standby-buckets{rareSessions=2.5}",
      "policy standby-buckets: invalid rareSessions (2.5); "
        + "give a whole number from 1 to 1000000"
    ),
    (
      "freshness-optimal{looksToLearn=2.5}",
      "policy freshness-optimal: invalid looksToLearn (2.5); "
        + "give a whole number from 1 to 256"
    ),
    (
      "ios-like{thresholdFirst=0.2,thresholdLast=0.3}",
      "policy ios-like: thresholdLast is above thresholdFirst (0.3 and 0.2); "
        + "give thresholdFirst at least as much"
    ),
    (
      "standby-buckets{rareAfter=1}",
      "policy standby-buckets: frequentAfter is above rareAfter (86400 and 1); "
        + "give rareAfter at least as much"
    ),
    (
      "standby-buckets{frequentScreenOn=9999}",
      "policy standby-buckets: frequentScreenOn is above rareScreenOn (9999 and 7200); "
        + "give rareScreenOn at least as much"
    ),
    (
      "fair-share{startCharge=1, startCharge=2}",
      "policy fair-share: startCharge is set twice; set it once"
    ),
  ]

  @Test(
    "every wrong text is answered with what is wrong and what to do", arguments: wrong)
  func messages(text: String, expected: String) {
    #expect(message(of: text) == expected)
  }

  @Test(
    "what is neither a name nor name{key=value} is refused as such",
    arguments: [
      "fair-share{", "fair-share{startCharge=1", "fair-share{startCharge}",
      "fair-share{startCharge=1,}", "fair-share{,}", "{", "fair-share{startCharge=1}x",
    ])
  func malformed(text: String) {
    #expect(throws: PolicyError.malformed(text)) { try PolicyCatalogue.policy(text) }
  }

  @Test("where each app has a parameter, it is set under the app's name")
  func appParameters() throws {
    let world = PolicyWorld(
      Scenario(duration: .zero, apps: ["mail", "news"].map { AppConfiguration(name: $0) }))
    let policy = try PolicyCatalogue.policy("priority{news=2.5, mail=7}", in: world)
    #expect(policy.name == "priority{mail=7.0,news=2.5}")
    #expect(
      message(of: "priority{nes=2}", in: world)
        == "policy priority: there is no such parameter (nes); did you mean news?")
    #expect(
      message(of: "lottery{news=0}", in: world)
        == "policy lottery: invalid news (0); give a number from 0.001 to 1000000")
    #expect(
      message(of: "fair-share{news=1}", in: world)
        == "policy fair-share: there is no such parameter (news); "
        + "it has startCharge, claimLifetime")
  }

  @Test("an app whose name has an equals sign can be given tickets")
  func equalsSign() throws {
    let world = PolicyWorld(
      Scenario(duration: .zero, apps: ["a=b", "a"].map { AppConfiguration(name: $0) }))
    #expect(
      try PolicyCatalogue.policy("lottery{a=b=3, a=2}", in: world).name == "lottery{a=b=3.0,a=2.0}")
    #expect(
      message(of: "lottery{a=b=c}", in: world)
        == "policy lottery: invalid a=b (c); give a number from 0.001 to 1000000")
  }

  @Test(
    "an app of any name can be given tickets, in quotes, and the policy's name can be given again")
  func quotedName() throws {
    let world = PolicyWorld(
      Scenario(duration: .zero, apps: ["c,d}", "a"].map { AppConfiguration(name: $0) }))
    let policy = try PolicyCatalogue.policy(#"lottery{"c,d}"=3, a=2}"#, in: world)
    #expect(policy.name == #"lottery{"c,d}"=3.0,a=2.0}"#)
    #expect(try PolicyCatalogue.policy(policy.name, in: world).name == policy.name)
    #expect(throws: PolicyError.malformed("lottery{c,d}=3}")) {
      try PolicyCatalogue.policy("lottery{c,d}=3}", in: world)
    }
  }

  @Test("empty braces set nothing")
  func emptyBraces() throws {
    #expect(try PolicyCatalogue.policy("nothing{}").name == "nothing")
  }

  private func message(of text: String, in world: PolicyWorld = .unknown) -> String? {
    do throws(PolicyError) {
      _ = try PolicyCatalogue.policy(text, in: world)
      return nil
    } catch {
      return error.description
    }
  }
}
