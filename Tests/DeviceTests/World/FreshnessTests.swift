import Foundation
import Simulation
import Testing

@testable import Device

@Suite("Freshness and age over time")
struct FreshnessTests {
  /// An app in front that gets its answer at these moments, from a server for each list of
  /// publications.
  private func phone(publishes: [[Double]], receives: [Double], until end: Double) -> Phone {
    let phone = Phone(seconds: end)
    for (index, moments) in publishes.enumerated() {
      phone.server("server\(index)", publishes: .at(moments.map { moment($0) }))
    }
    phone.opens(at: 0)
    let requests = publishes.indices.map { Step.request("https://server\($0)/") }
    phone.on("didBecomeActive", receives.map { .after($0 - 1, requests) })
    return phone
  }

  private func content(_ phone: Phone) -> ContentStatistics { phone.run().apps[0].content }

  @Test("what is published and not received is missing from its publication on")
  func byHand() {
    let phone = phone(
      publishes: [[100, 200, 220, 400]], receives: [10, 150, 300, 350], until: 500)
    let content = content(phone)
    #expect(content.followed == .seconds(491))
    // From 100 to 150, from 200 to 300 (the oldest counts), from 400 to the end; the integral is
    // half of each square: 1,250 + 5,000 + 5,000.
    #expect(content.stale == .seconds(250))
    #expect(content.ageSecondsSquared == 11_250)
    #expect(content.freshness == 241.0 / 491)
    #expect(content.age == 11_250.0 / 491)
  }

  @Test("the age of information is that of the newest item held, new items missing or not")
  func ageOfInformation() {
    let content = content(phone(publishes: [[100, 200]], receives: [10, 150, 300], until: 400))
    // From the first request, at 9, to 150 it holds nothing newer than the start; then what came at
    // 100; from 300 on what came at 200.
    let integral: Double = 79.5 * 141 + 125 * 150 + 150 * 100
    #expect(content.informationSecondsSquared == integral)
    #expect(content.ageOfInformation == integral / 391)
  }

  @Test("of several servers the mean over them is the age of information")
  func severalAges() {
    let phone = phone(publishes: [[100], [50]], receives: [], until: 200)
    phone.scenario.apps[0].follows = ["server0", "server1"]
    phone.on("didBecomeActive", [.after(99, [.request("https://server0/")])])
    // One holds nothing for 100 s, then what is new; the other nothing to the end.
    #expect(content(phone).informationSecondsSquared == (5_000 + 5_000 + 20_000) / 2)
  }

  @Test("an app follows the servers that its configuration names from the start, served or not")
  func unserved() throws {
    let phone = phone(publishes: [[100], [900]], receives: [], until: 500)
    phone.scenario.apps[0].follows = ["server0", "server1", "elsewhere"]
    phone.closes(at: 10)
    phone.opens(at: 50, 300)
    let run = phone.run()
    let content = run.apps[0].content
    #expect(content.followed == .seconds(500) && content.stale == .seconds(400))
    #expect(content.ageSecondsSquared == 80_000)
    #expect(content.ageOfInformation == 250)
    #expect(run.apps[0].opensWithContent == 3)
    #expect(run.apps[0].freshAtOpen == 2.0 / 3)
    #expect(run.apps[0].staleness.max == 200)
    #expect(Metrics.named("fresh over time")?.value(run) == 0.2)
    let cut = self.phone(publishes: [[100]], receives: [], until: 500)
    cut.scenario.apps[0].follows = ["server0"]
    cut.run(until: 200)
    cut.device.beginMeasuring()
    #expect(self.content(cut).freshness == 0)
    #expect(self.content(cut).age == 250)
  }

  @Test("a policy that starves an app does not make the others' freshness its own")
  func starved() {
    let phone = Phone("a", "b", seconds: 1_000)
    for (name, rate) in [("a", 10.0), ("b", 100)] {
      phone.server(name, publishes: .every(.seconds(rate)))
      phone.opens(name, at: name == "a" ? 0 : 1)
    }
    phone.scenario.apps[0].follows = ["a"]
    phone.scenario.apps[1].follows = ["b"]
    phone.on("didBecomeActive", of: "b", [.timer("t", every: 100, [.request("https://b/")])])
    let run = phone.run()
    // The busy one is fresh until its first item only.
    #expect(run.apps[0].content.freshness == 0.01)
    #expect(run.apps[1].content.freshness.map { $0 > 0.9 } == true)
    let fresh = run.apps.compactMap(\.content.freshness)
    #expect(Metrics.named("fresh over time")?.value(run) == (fresh[0] + fresh[1]) / 2)
  }

  @Test("of several servers the oldest missing item counts")
  func severalServers() {
    let content = content(
      phone(publishes: [[100, 300], [120, 150]], receives: [10, 200], until: 400))
    #expect(content.stale == .seconds(200))
    #expect(content.ageSecondsSquared == 10_000)
  }

  @Test("an app whose server is not named or asked, or never publishes, follows nothing")
  func followsNothing() {
    let silent = Phone(seconds: 100)
    silent.server()
    silent.opens(at: 0)
    silent.on("didBecomeActive", [.request("https://server/")])
    #expect(content(silent).freshness == nil)
    let deaf = phone(publishes: [[50]], receives: [], until: 100)
    #expect(content(deaf) == ContentStatistics())
    #expect(Metrics.named("fresh over time")?.value(deaf.result) == nil)
    #expect(Metrics.named("age")?.value(deaf.result) == nil)
    #expect(Metrics.named("age of information")?.value(deaf.result) == nil)
  }

  @Test("looking at a run does not change it, and a warm-up is left out at its border")
  func border() {
    let looked = phone(publishes: [[100]], receives: [10, 150], until: 300)
    for second in stride(from: 0.0, to: 300, by: 7) { looked.run(until: second) }
    let plain = phone(publishes: [[100]], receives: [10, 150], until: 300)
    #expect(content(looked) == content(plain))
    let cut = phone(publishes: [[100]], receives: [10, 150], until: 300)
    cut.run(until: 120)
    cut.device.beginMeasuring()
    let rest = content(cut)
    #expect(rest.followed == .seconds(180) && rest.stale == .seconds(30))
    #expect(rest.ageSecondsSquared == 1_050)
  }

  @Test("the metrics are the mean over the apps that follow a server")
  func overApps() {
    var fresh = AppStatistics(name: "fresh")
    fresh.content = ContentStatistics(followed: .seconds(10))
    var stale = AppStatistics(name: "stale")
    stale.content = ContentStatistics(
      followed: .seconds(100), stale: .seconds(50), ageSecondsSquared: 1_250,
      informationSecondsSquared: 2_000)
    let apps = [fresh, stale, AppStatistics(name: "none")]
    #expect(AppFigures.content.map { $0.total(of: apps) } == [0.75, 6.25, 10])
  }

  /// Cho and Garcia-Molina (SIGMOD 2000), the figures of oracles.md.
  @Test(
    "refreshed every so often, Poisson changes give the closed forms of freshness and age",
    arguments: [(0.1, 0.951626), (0.5, 0.786939), (1, 0.632121), (2, 0.432332), (5, 0.198652)])
  func closedForm(changesPerFetch r: Double, freshness: Double) throws {
    let period = 360.0
    let phone = Phone(seconds: period * 5_000)
    phone.server(publishes: .perHour(10 * r))
    phone.opens(at: 0)
    phone.on("didBecomeActive", [.timer("t", every: period, [.request("https://server/")])])
    let content = content(phone)
    #expect(abs(try #require(content.freshness) - freshness) < 0.015)
    let age = period * (0.5 - 1 / r + (1 - exp(-r)) / (r * r))
    #expect(abs(try #require(content.age) - age) < 0.02 * period)
    // When it is fetched, the newest of a Poisson stream is as old as a gap of it is long.
    let information = period * (1 / r + 0.5)
    #expect(abs(try #require(content.ageOfInformation) - information) < 0.15 * information)
  }
}
