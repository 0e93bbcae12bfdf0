import Foundation
import Scripting
import Simulation
import Testing

@testable import dormouse

@Suite("docs/command.md")
struct CommandPageTests {
  private let page: String

  init() throws {
    page = try String(contentsOfFile: repositoryFile("docs/command.md"), encoding: .utf8)
  }

  @Test("has every exit status, and no other")
  func statuses() {
    let told = page.split(separator: "\n").compactMap { line -> Int32? in
      guard line.hasPrefix("| ") else { return nil }
      return Int32(line.dropFirst(2).prefix { $0.isNumber })
    }
    // Testing has an ExitStatus too.
    typealias Status = dormouse.ExitStatus
    let statuses: [Status] = [
      .success, .expectationFailed, .usage, .data, .noInput, .fault, .inputOutput,
    ]
    #expect(told == statuses.map(\.code) + [128])
    #expect(Status.different.code == Status.expectationFailed.code)
    #expect(Status.signal(2).code == 130)
  }

  @Test("writes times as they are taken")
  func times() {
    let section = page.components(separatedBy: "## Times")[1].components(separatedBy: "\n## ")[0]
    let list = section.components(separatedBy: "\n- ").dropFirst().joined()
    let examples = list.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element).replacing("'", with: "") }
    #expect(examples.count == 8)
    for example in examples { #expect(WrittenMoment(String(example)) != nil, "\(example)") }
  }

  @Test("has every adversity under which check tries apps, and no other")
  func adversities() {
    let list = page.components(separatedBy: "This happens once as it is, and once\n\n")[1]
      .components(separatedBy: "\n\n")[0]
    #expect(
      list.split(separator: "\n").map { $0.dropFirst(2) }
        == FaultCondition.allCases.dropFirst().map { $0.phrase[...] })
  }

  @Test("and README.md links it")
  func linked() throws {
    let readme = try String(contentsOfFile: repositoryFile("README.md"), encoding: .utf8)
    #expect(readme.contains("](docs/command.md)"))
  }
}
