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
    #expect(content.followed == .seconds(490))
    // From 100 to 150, from 200 to 300 (the oldest counts), from 400 to the end; the integral is
    // half of each square: 1,250 + 5,000 + 5,000.
    #expect(content.stale == .seconds(250))
    #expect(content.ageSecondsSquared == 11_250)
    #expect(content.freshness == 240.0 / 490)
    #expect(content.age == 11_250.0 / 490)
  }

  @Test("of several servers the oldest missing item counts")
  func severalServers() {
    let content = content(
      phone(publishes: [[100, 300], [120, 150]], receives: [10, 200], until: 400))
    #expect(content.stale == .seconds(200))
    #expect(content.ageSecondsSquared == 10_000)
  }

  @Test("an app that has never received, or whose server never publishes, follows nothing")
  func followsNothing() {
    let silent = Phone(seconds: 100)
    silent.server()
    silent.opens(at: 0)
    silent.on("didBecomeActive", [.request("https://server/")])
    #expect(content(silent).freshness == nil)
    let deaf = phone(publishes: [[50]], receives: [], until: 100)
    #expect(content(deaf) == ContentStatistics())
    #expect(Metrics.named("fresh over time")?.value(deaf.result) == nil)
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
      followed: .seconds(100), stale: .seconds(50), ageSecondsSquared: 1_250)
    let apps = [fresh, stale, AppStatistics(name: "none")]
    #expect(AppFigures.content.map { $0.total(of: apps) } == [0.75, 6.25])
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
  }
}
