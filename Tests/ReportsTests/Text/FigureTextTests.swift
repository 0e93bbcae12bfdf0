import Device
import Testing

@testable import Reports

@Suite("Figures for people and for programs")
struct FigureTextTests {
  @Test(
    "each unit has its own way to be read",
    arguments: [
      (FigureUnit.count, 1_234, "1,234"), (.count, 0, "0"), (.count, 1e8, "1.00e8"),
      (.count, -5, "-5"), (.seconds, 12.34, "12.3"), (.seconds, 0, "0.0"),
      (.seconds, 1_234_567.8, "1,234,568"), (.seconds, 2e8, "2.00e8"), (.span, 90, "1.5m"),
      (.joules, 1_500, "1.5 kJ"), (.bytes, 1_500, "1.5 KB"), (.share, 0.256, "26%"),
      (.share, 1, "100%"), (.index, 0.5, "0.500"), (.index, 1, "1.000"),
    ])
  func texts(unit: FigureUnit, value: Double, text: String) {
    #expect(unit.text(value) == text)
  }

  @Test("programs get every digit, and whole numbers of what is counted only")
  func json() {
    #expect(FigureUnit.count.json(3) == .integer(3))
    #expect(FigureUnit.count.json(2.5) == .number(2.5))
    #expect(FigureUnit.count.json(1e300) == .number(1e300))
    #expect(FigureUnit.seconds.json(3) == .number(3))
    #expect(FigureUnit.share.json(0.256) == .number(0.256))
    #expect(FigureUnit.index.json(.nan).text == "null")
  }

  @Test(
    "what is too large to be read has three digits and a power of ten",
    arguments: [
      (1, "1.00e0"), (9.99, "9.99e0"), (9.996, "1.00e1"), (12_345, "1.23e4"), (99_960, "1.00e5"),
      (123_456_789, "1.23e8"), (1e9, "1.00e9"), (-2e9, "-2.00e9"),
    ])
  func powers(value: Double, text: String) {
    #expect(powerOfTen(value) == text)
  }

  @Test("what rounds to nothing has no sign, and what is no number is shown as such")
  func rounding() {
    #expect(grouped(-0.04, decimals: 1) == "0.0")
    #expect(grouped(-0.05, decimals: 1) == "-0.1")
    #expect(grouped(0.5, decimals: 0) == "1")
    #expect(grouped(999.95, decimals: 1) == "1,000.0")
    #expect(grouped(.nan, decimals: 1) == "nan")
    #expect(grouped(-.infinity, decimals: 1) == "-inf")
  }

  @Test(
    "every unit of a span begins where the one before it would be full",
    arguments: [
      (59.94, "59.9s"), (59.95, "1.0m"), (60, "1.0m"), (3_596, "59.9m"), (3_600, "1.0h"),
      (172_600, "47.9h"), (172_800, "2.0d"), (86_400_000, "1,000d"),
    ])
  func spans(seconds: Double, text: String) {
    #expect(shortSpan(seconds: seconds) == text)
  }
}
