import Foundation
import TestSizes
import Testing

@testable import dormouse

@Suite("dormouse plot")
struct PlotCommandTests {
  private func withStore() throws -> Workplace {
    let place = try Workplace.withExperiment()
    let compared = try place.run("compare", "two.lua", "-o", "two.sqlite", "--quiet")
    #expect(compared.status == 0, "\(compared.errors)")
    return place
  }

  @Test("gnuplot draws what the store shows: title, policies, metric, caption", .fullSize)
  func labels() throws {
    let place = try withStore()
    let plotted = try place.run("plot", "two.sqlite", "--kind", "intervals", "-o", "f.svg")
    #expect(plotted.status == 0 && plotted.output.isEmpty && plotted.errors.isEmpty, "\(plotted)")
    let picture = try place.read("f.svg")
    for text in [
      "Two apps compared", "first-come", "half", "nothing", "background seconds used",
      "poolMinutes=10", "Means over 3 seeds, 1 to 3",
    ] {
      #expect(picture.contains(text), "\(text)")
    }
    #expect(try place.run("plot", "two.sqlite", "--kind", "intervals", "-o", "g.svg").status == 0)
    #expect(try place.read("g.svg") == picture)
  }

  @Test(
    "every kind is drawn, in every format",
    arguments: FullSize.isWanted ? ["svg", "pdf", "png", "gp"] : ["gp"])
  func kinds(format: String) throws {
    let place = try withStore()
    for (kind, more) in [
      ("intervals", []), ("differences", []), ("response", []),
      ("pareto", ["--metric", "wake ups", "--metric", "background seconds used"]),
      ("timeline", ["--policy", "half", "--seed", "2", "--set", "poolMinutes=10"]),
    ] {
      let plotted = try place.run(
        ["plot", "two.sqlite", "--kind", kind, "-o", "f.\(format)"] + more)
      #expect(plotted.status == 0, "\(kind): \(plotted.errors)")
      let bytes = try Data(contentsOf: place.folder.appendingPathComponent("f.\(format)"))
      let begins = ["svg": "<?xml", "pdf": "%PDF", "png": "\u{89}PNG", "gp": "set terminal"][format]
      let head = Data((begins ?? "").unicodeScalars.map { UInt8($0.value) })
      #expect(bytes.starts(with: head) && bytes.count > 1_000, "\(kind)")
    }
  }

  @Test("a timeline comes from a scenario, a trace or a store, and is the same", .fullSize)
  func timelines() throws {
    let place = try Workplace.withScripts()
    #expect(try place.run("run", "hour.lua", "--quiet", "--trace", "t.jsonl").status == 0)
    for file in ["hour.lua", "t.jsonl"] {
      let plotted = try place.run("plot", file, "--kind", "timeline", "-o", "\(file).svg")
      #expect(plotted.status == 0, "\(plotted.errors)")
      let picture = try place.read("\(file).svg")
      // The last events, and the first.
      for text in ["saver", "sleeper", "killed", "background task", "08:10", "One run (n = 1)"] {
        #expect(picture.contains(text), "\(file): \(text)")
      }
    }
    let part = try place.run(
      "plot", "hour.lua", "--kind", "timeline", "-o", "p.svg", "--from", "08:20", "--to", "08:25",
      "--app", "sleeper")
    #expect(part.status == 0, "\(part.errors)")
    let picture = try place.read("p.svg")
    #expect(picture.contains("08:21") && !picture.contains("saver"))
  }

  @Test(
    "names are drawn as they are, whatever gnuplot would take them for",
    arguments: FullSize.isWanted ? ["svg", "gp"] : ["gp"])
  func names(format: String) throws {
    let place = try withStore()
    let scenario = SampleScripts.scenario.replacing("\"saver\"", with: "\"100 %\"")
      .replacing("\"sleeper\"", with: "\"%d {x}_y^z\"")
      .replacing("An hour", with: "50 % of an hour")
    try place.write(scenario, to: "odd.lua")
    let timeline = try place.run(
      "plot", "odd.lua", "--kind", "timeline", "-o", "t.\(format)")
    #expect(timeline.status == 0, "\(timeline.errors)")
    try place.writeExperiment(
      [("half.lua", "odd.lua"), ("Two apps", "50 % of apps")], to: "names.lua")
    try place.write(SampleScripts.half.replacing("half", with: "100 %"), to: "odd.lua")
    let compared = try place.run("compare", "names.lua", "-o", "names.sqlite", "--quiet")
    #expect(compared.status == 0, "\(compared.errors)")
    for kind in ["intervals", "differences", "response"] {
      let plotted = try place.run(
        "plot", "names.sqlite", "--kind", kind, "-o", "\(kind).\(format)")
      #expect(plotted.status == 0, "\(plotted.errors)")
    }
    guard format == "svg" else { return }
    for text in [">100 %<", ">%d {x}_y^z<", "50 % of an hour"] {
      #expect(try place.read("t.svg").contains(text), "\(text)")
    }
    for kind in ["intervals", "differences", "response"] {
      let picture = try place.read("\(kind).svg")
      #expect(picture.contains("100 %") && !picture.contains("100 %%"), "\(kind)")
      #expect(picture.contains("50 % of apps compared"), "\(kind)")
    }
  }

  @Test("a gnuplot that is missing is reported before the work, and its script needs none")
  func missing() throws {
    let place = try withStore()
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("empty"), withIntermediateDirectories: true)
    let line = "PATH=empty \"$0\" plot two.sqlite --kind intervals -o f"
    let without = try place.shell(line + ".svg")
    #expect(without.status == 66)
    #expect(without.errors.hasPrefix("plot: there is no gnuplot on the PATH"))
    #expect(!(try place.files().contains("f.svg")))
    #expect(try place.shell(line + ".gp").status == 0)
  }

  @Test(
    "what is wrong is reported, with what to do, and nothing is left behind",
    arguments: [
      (
        ["--kind", "interval", "-o", "f.svg"], 64,
        "--kind: there is no such figure (interval); did you"
      ),
      (["-o", "f.svg"], 64, "--kind: it is missing; give one of intervals, differences"),
      (["--kind", "intervals"], 64, "--output: it is missing; write -o FIGURE.svg"),
      (["--kind", "intervals", "-o", "f.jpg"], 64, "--output: not a figure's name (f.jpg)"),
      (["--kind", "intervals", "-o", "no/f.gp"], 66, "no/f.gp: there is no such folder"),
      (
        ["--kind", "intervals", "-o", "f.svg", "--seed", "1"], 64, "--seed: it is not for this kind"
      ),
      (
        ["--kind", "timeline", "-o", "f.svg", "--over", "x"], 64, "--over: it is not for this kind"
      ),
      (
        ["--kind", "intervals", "-o", "f.gp", "--set", "size=1"], 64,
        "--set: the store has no such"
      ),
      (
        ["--kind", "intervals", "-o", "f.gp", "--metric", "nonsense"], 64,
        "--metric: unknown metric"
      ),
    ])
  func refusals(arguments: [String], status: Int32, message: String) throws {
    let place = try withStore()
    let before = try place.files()
    let outcome = try place.run(["plot", "two.sqlite"] + arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(try place.files() == before)
  }

  @Test("a scenario has no intervals, and a store without runs no figure")
  func foreign() throws {
    let place = try Workplace.withScripts()
    let scenario = try place.run("plot", "hour.lua", "--kind", "intervals", "-o", "f.svg")
    #expect(
      scenario.status == 65 && scenario.errors.contains("it is a script, not a store of runs"))
  }
}
