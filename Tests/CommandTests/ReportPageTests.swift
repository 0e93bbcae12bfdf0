import Foundation
import Testing

@testable import Reports

@Suite("docs/reading-a-report.md")
struct ReportPageTests {
  private func page() throws -> String {
    try String(contentsOfFile: repositoryFile("docs/reading-a-report.md"), encoding: .utf8)
  }

  @Test("shows what each band of a lane means")
  func bands() throws {
    let told = try page().split(separator: "\n").drop { !$0.hasPrefix("| band ") }.dropFirst(2)
      .prefix { $0.hasPrefix("| ") }
      .map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
    #expect(told == Activity.allCases.map(\.words))
  }

  @Test("shows pictures that are there, as scripts/screenshots makes them")
  func pictures() throws {
    let studio = try String(contentsOfFile: repositoryFile("docs/studio.md"), encoding: .utf8)
    let named = try (page() + studio).components(separatedBy: "](images/").dropFirst().map {
      $0.components(separatedBy: ")")[0]
    }
    let images = try FileManager.default.contentsOfDirectory(atPath: repositoryFile("docs/images"))
    #expect(named.sorted() == images.sorted())
    let scripts = try ["scripts/screenshots", "scripts/test-perfetto"].map {
      try String(contentsOfFile: repositoryFile($0), encoding: .utf8)
    }.joined()
    for name in named {
      let isMade =
        scripts.contains("picture(\"\(name.dropLast(4))\"") || scripts.contains("\"\(name)\"")
      #expect(isMade, "\(name)")
    }
  }

  @Test("its commands are those of the command")
  func commands() throws {
    for line in try page().split(separator: "\n") where line.hasPrefix("    dormouse ") {
      let place = try Workplace.withExperiment()
      // A trace that the page makes one line above.
      try place.write("", to: "day.jsonl")
      if line.contains("week.sqlite") {
        #expect(try place.run("compare", "two.lua", "-o", "week.sqlite", "--quiet").status == 0)
      }
      let arguments = line.split(separator: " ").dropFirst().map {
        $0.hasPrefix("scripts/") ? repositoryFile(String($0)) : String($0)
      }
      let outcome = try place.run(arguments + (line.contains(" run ") ? ["--quiet"] : []))
      #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    }
  }
}
