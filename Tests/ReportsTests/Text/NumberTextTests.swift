import Simulation
import Testing

@testable import Reports

@Suite struct NumberTextTests {
  @Test(
    "numbers keep their decimals and part their thousands",
    arguments: [
      (0, 0, "0"), (999, 0, "999"), (1_000, 0, "1,000"), (-1_234_567.89, 1, "-1,234,567.9"),
      (0.05, 1, "0.1"), (2.999, 2, "3.00"), (1e300, 1, "1e+300"),
    ])
  func numbers(value: Double, decimals: Int, expected: String) {
    #expect(grouped(value, decimals: decimals) == expected)
  }

  @Test(
    "spans in tables take the unit that suits what is shown",
    arguments: [
      (0, "0s"), (0.04, "0.0s"), (59.94, "59.9s"), (59.97, "1.0m"), (3_599, "1.0h"),
      (172_700, "2.0d"), (86_400, "24.0h"), (864_000, "10.0d"),
    ])
  func spans(seconds: Double, expected: String) {
    #expect(shortSpan(seconds: seconds) == expected)
  }

  @Test(
    "energy and sizes take the unit that suits what is shown",
    arguments: [
      (0, "0.0 J", "0 B"), (999.94, "999.9 J", "1,000 B"), (999.97, "1.0 kJ", "1.0 KB"),
      (31_464, "31.5 kJ", "31.5 KB"), (-2_500, "-2.5 kJ", "-2.5 KB"),
      (1e15, "1,000,000.0 GJ", "1,000.0 TB"), (1e30, "1.00e21 GJ", "1.00e18 TB"),
    ])
  func amounts(value: Double, joules: String, bytes: String) {
    #expect(energy(joules: value) == joules)
    #expect(size(bytes: value) == bytes)
  }

  @Test(
    "spans in full leave out what is zero",
    arguments: [
      (TimeSpan.zero, "0 s"), (.hours(24), "24 h"), (.hours(54) + .minutes(30), "2 d 6 h 30 min"),
      (.milliseconds(1_500), "1.5 s"), (.minutes(90), "1 h 30 min"),
    ])
  func fullSpans(span: TimeSpan, expected: String) {
    #expect(longSpan(span) == expected)
  }

  @Test("a long name keeps its ends, a long text breaks at spaces or where it must")
  func cuts() {
    #expect(shortened("photos-of-the-family-17", to: 12) == "photo..ly-17")
    #expect(shortened("short", to: 12) == "short")
    #expect(shortened("photos-of-the-family-17", to: 11) == "photo..y-17")
    #expect(displayWidth(shortened("日本語のアプリの名前", to: 9)) <= 9)
    #expect(wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(wrapped("abcdefghij", to: 4) == ["abcd", "efgh", "ij"])
    #expect(wrapped("a bcdefg hi j", to: 4) == ["a", "bcde", "fg", "hi j"])
    #expect(wrapped("日本", to: 1) == ["日", "本"])
    #expect(wrapped(String(repeating: "x", count: 1_000_000), to: 100).count == 10_000)
  }
}
