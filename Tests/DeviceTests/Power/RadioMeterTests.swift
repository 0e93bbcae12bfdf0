import Simulation
import Testing

@testable import Device

/// The figures of oracles.md, "Radio energy".
@Suite("The radio's energy")
struct RadioMeterTests {
  /// Transfers of zero bytes at these moments, looked at in the end.
  private func joules(_ model: RadioModel, at moments: [Double], until end: Double) -> Double {
    var radio = RadioMeter(model)
    for second in moments {
      radio.begin(at: moment(second))
      radio.end(at: moment(second))
    }
    return radio.energy(at: moment(end)).joules
  }

  private func isEqual(_ value: Double, _ expected: Double) -> Bool {
    abs(value - expected) < 0.00005
  }

  @Test("an isolated transfer costs promotion and tail")
  func isolated() {
    #expect(joules(.lte, at: [50], until: 100) == 11.36704)
    #expect(joules(.threeG, at: [50], until: 100) == 9.5)
    #expect(joules(.wifi, at: [50], until: 100) == 0.10075)
  }

  @Test(
    "transfers every so often for an hour of LTE",
    arguments: [(10.0, 3921.1403), (30, 1352.6778), (60, 670.6554), (300, 125.0374)])
  func everySoOften(period: Double, expected: Double) {
    let moments = Array(stride(from: period, to: 3_600, by: period))
    #expect(isEqual(joules(.lte, at: moments, until: 3_600), expected))
  }

  @Test("six apps that share the tail cost a sixth of six that spread")
  func aligned() {
    let spread = Array(stride(from: 0.0, to: 3_600, by: 50))
    let aligned = stride(from: 0.0, to: 3_600, by: 300).flatMap { Array(repeating: $0, count: 6) }
    #expect(isEqual(joules(.lte, at: spread, until: 3_700), 818.42688))
    #expect(isEqual(joules(.lte, at: aligned, until: 3_700), 136.40448))
    #expect(
      joules(.lte, at: spread, until: 3_700) == 6 * joules(.lte, at: aligned, until: 3_700))
  }

  @Test("inside the tail a packet costs no promotion but that from FACH; one at its end does")
  func insideTail() {
    let inside = joules(.threeG, at: [0, 13.999999999], until: 100)
    let after = joules(.threeG, at: [0, 14], until: 100)
    // From FACH it takes a promotion of its own, in the place of 1.5 s of FACH.
    #expect(abs(inside - (1.3 + 8.2 + 8.2 + 1.5 * (0.65 - 0.3))) < 1e-6)
    #expect(abs(joules(.threeG, at: [0, 4], until: 100) - (1.3 + 5.2 + 8.2)) < 1e-6)
    #expect(abs(joules(.threeG, at: [0, 5], until: 100) - (1.3 + 5.2 + 0.3 + 8.2 + 0.675)) < 1e-6)
    #expect(after == 19)
  }

  @Test(
    "what one more transfer costs is told beforehand, asleep or in the tail of another",
    arguments: [RadioModel.lte, .threeG, .wifi])
  func cost(model: RadioModel) {
    let lasts = TimeSpan.milliseconds(1_700)
    for tail in [0.0, 0.1, 0.25, 5, 9.5, 12, 20] {
      var radio = RadioMeter(model)
      radio.begin(at: moment(0))
      radio.end(at: moment(0))
      let began = moment(tail)
      let left = radio.tail(at: began)
      let without = radio.energy(at: moment(60))
      let told = model.cost(ofTransferLasting: lasts, tailLeft: left)
      radio.begin(at: began)
      radio.end(at: began + lasts)
      let more = (radio.energy(at: moment(60)) - without).joules
      // Where the listening of the tail begins anew, by a part of a period.
      #expect(abs(more - told.joules) < 0.003, "\(tail): \(more), \(told.joules)")
    }
  }

  @Test("a transfer that lasts is charged as packets without a pause, overlapping ones once")
  func lasting() {
    var radio = RadioMeter(.lte)
    radio.begin(at: moment(10))
    radio.begin(at: moment(11))
    radio.end(at: moment(12))
    #expect(abs(radio.energy(at: moment(13)).joules - (0.3146 + 3 * 1.2)) < 1e-12)
    radio.end(at: moment(15))
    #expect(abs(radio.energy(at: moment(90)).joules - (11.36704 + 5 * 1.2)) < 1e-12)
  }

  @Test("10 MB over LTE at 8 Mbit/s cost 58.4 J up and 27.5 J down, promotion and tail included")
  func throughput() {
    var radio = RadioMeter(.lte)
    radio.begin(at: moment(0))
    radio.end(at: moment(10))
    let time = radio.energy(at: moment(100))
    let up = time + RadioModel.lte.energy(of: Load(sent: 10_000_000))
    let down = time + RadioModel.lte.energy(of: Load(received: 10_000_000))
    // .3146 + 10 (1.2 + 8 x .43839 or .05197) + .12 + .02244 + 10.91
    #expect(abs(up.joules - 58.43824) < 1e-9)
    #expect(abs(down.joules - 27.52464) < 1e-9)
    #expect(RadioModel.wifi.energy(of: Load(sent: 1e9, received: 1e9)) == .zero)
    #expect(RadioModel.threeG.energy(of: Load(sent: 1e9, received: 1e9)) == .zero)
  }

  @Test("random packets cost what a walk through every millisecond counts", arguments: 0..<10)
  func reference(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), name: "radio")
    let packets = Set((0..<12).map { _ in random.integer(in: 0..<90_000) })
    var millijoules = 0.0
    var sinceLast = Int.max
    for millisecond in 0..<100_000 {
      if packets.contains(millisecond) {
        if sinceLast >= 10_120 { millijoules += 314.6 }
        sinceLast = 0
      }
      switch sinceLast {
      case ..<100: millijoules += 1.2
      case ..<120: millijoules += (sinceLast - 100) % 20 < 2 ? 1.68 : 1.06
      case ..<10_120: millijoules += (sinceLast - 120) % 40 < 2 ? 1.68 : 1.06
      default: break
      }
      if sinceLast != .max { sinceLast += 1 }
    }
    let moments = packets.sorted().map { Double($0) / 1_000 }
    #expect(abs(joules(.lte, at: moments, until: 100) - millijoules / 1_000) < 1e-8)
  }
}
