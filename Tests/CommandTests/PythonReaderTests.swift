import Foundation
import TestSizes
import Testing

/// `scripts/setup --all` installs the pandas and SciPy that these need.
@Suite("The reader of stores in Python", .fullSize)
struct PythonReaderTests {
  /// Settings with and without numbers, values missing, units that are blocks.
  static let experiments: [[(String, String)]] = [
    [],
    [("poolMinutes = { 0, 10 }", "poolMinutes = { 0, 0.5, 1 }")],
    [("parameters = { poolMinutes = { 0, 10 } }, ", ""), ("replications = 3", "replications = 4")],
    [("replications = 3", "replications = 2, blocks = \"poolMinutes\"")],
  ]

  @Test("has the means, differences and intervals of `dormouse report`", arguments: experiments)
  func reader(changes: [(String, String)]) throws {
    let place = try Workplace.withExperiment()
    try place.writeExperiment(
      changes + [("\"tasks expired\"", "\"tasks expired\", \"wake ups\", \"slot wait mean\"")])
    #expect(try place.run("compare", "two.lua").status == 0)
    let check = repositoryFile("scripts/python/tests/check_reader.py")
    let outcome = try place.shell(
      "\"$0\" report two.sqlite --format json > two.json && python3 \(check) two.sqlite two.json")
    #expect(outcome.status == 0 && outcome.output.hasSuffix(" figures equal\n"), "\(outcome)")
  }

  @Test("its example runs on the experiment that it is about")
  func example() throws {
    let place = try Workplace()
    let experiment = repositoryFile("scripts/experiments/weekday.lua")
    let outcome = try place.shell(
      """
      "$0" compare \(experiment) --replications 2 -o weekday.sqlite > compared 2>&1 \
        && PYTHONPATH=\(repositoryFile("scripts/python")) \
           python3 \(repositoryFile("scripts/python/examples/weekday.py"))
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.hasPrefix("A weekday under eight policies: 48 runs, compared with "))
    #expect(outcome.output.contains("workCutOff "))
  }
}
