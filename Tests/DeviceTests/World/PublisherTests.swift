import Simulation
import Testing

@testable import Device

@Suite("Publications at random")
struct PublisherTests {
  private func times(
    _ publication: ServerConfiguration.Publication, seed: UInt64, count: Int
  ) -> [Double] {
    var publisher = Publisher(
      ServerConfiguration(host: "h", publication: publication), seed: seed)
    return (0..<count).compactMap { publisher.publication(ofItem: $0)?.seconds }
  }

  @Test("with all hours alike they are those of a rate", arguments: [0.01, 1, 250])
  func even(rate: Double) {
    let even = times(.perHour(rate), seed: 7, count: 500)
    let byHour = times(
      .byHour(Array(repeating: rate, count: 24), startsAt: .minutes(77)), seed: 7, count: 500)
    #expect(even.count == 500)
    // Sums over hours are rounded: by far less than a millionth of a pause.
    for (a, b) in zip(even, byHour) { #expect(abs(a - b) <= 1e-9 * a + 1e-6) }
  }

  @Test("each hour of the day has its own number of them, an hour of 0 none")
  func hours() {
    let rates = (0..<24).map { $0 < 6 ? 0 : Double($0) / 10 }
    let days = 2_000.0
    let startsAt = 6.5 * 3_600
    var counts = [Double](repeating: 0, count: 24)
    for moment in times(.byHour(rates, startsAt: .seconds(startsAt)), seed: 3, count: 54_000)
    where moment < days * 86_400 {
      counts[Int((startsAt + moment) / 3_600) % 24] += 1
    }
    for (count, rate) in zip(counts, rates) {
      // Poisson: five deviations are passed once in 1.7 million times.
      #expect(abs(count - days * rate) <= 5 * (days * rate).squareRoot(), "\(counts)")
    }
  }

  @Test("an item comes when as many as were drawn are expected, over hours and days")
  func moments() {
    var rates = [Double](repeating: 0, count: 24)
    rates[8] = 2
    rates[20] = 4
    func moment(_ after: Double, _ items: Double, startsAt: TimeSpan = .zero) -> Double {
      let last = Instant.start + .seconds(after * 3_600)
      return Publisher.moment(after: last, expecting: items, rates, startsAt: startsAt).seconds
        / 3_600
    }
    #expect(moment(0, 1) == 8.5 && moment(8.25, 0.5) == 8.5)
    #expect(moment(0, 4) == 20.5 && moment(8.5, 4) == 20.75)
    #expect(moment(0, 6 + 1) == 24 + 8.5 && moment(9, 3 * 6 + 2) == 3 * 24 + 20.5)
    #expect(moment(0, 0.5, startsAt: .minutes(510)) == 0.25)
    #expect(moment(0, 1.5, startsAt: .hours(21)) == 11.75)
    // What nobody lives to see is no error.
    #expect(Publisher.moment(after: .start, expecting: 1e300, rates, startsAt: .zero) > .start)
  }

  @Test("nothing is published by rates of 0")
  func never() {
    var publisher = Publisher(
      ServerConfiguration(
        host: "h", publication: .byHour(Array(repeating: 0, count: 24), startsAt: .zero)), seed: 1)
    #expect(!publisher.publishes && publisher.count(at: .start + .days(9)) == 0)
    #expect(publisher.publication(ofItem: 0) == nil)
  }
}
