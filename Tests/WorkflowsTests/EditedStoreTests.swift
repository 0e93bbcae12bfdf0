import Experiments
import Foundation
import Testing
import Workflows

@Suite("A store that was edited")
struct EditedStoreTests {
  private func store(at place: StorePlace) throws {
    var experimentRun = ExperimentRun(
      try SampleStudy.plan(), into: try Store(place.path, access: .write), jobs: 1)
    try experimentRun.run(SampleStudy.build.provenance(command: ["test"]))
    #expect(experimentRun.outcome.failed == 0)
  }

  private func study(_ store: Store) throws -> StoredStudy {
    try StoredStudy(store, by: SampleStudy.build)
  }

  @Test("with another script, or without one, is not read as the study")
  func edited() throws {
    let place = try StorePlace()
    try store(at: place)
    let texts = [
      // A script that is another now: its digest tells.
      (
        "UPDATE contents SET bytes = CAST('return 1' AS BLOB) WHERE digest = (SELECT digest FROM files"
          + " WHERE path = 'saver.lua')", "saver.lua in it is not as it was written"
      ),
      // One that is gone.
      ("DELETE FROM files WHERE path = 'saver.lua'", "its provenance is not as it was written"),
    ]
    for (sql, words) in texts {
      let copy = try StorePlace()
      try FileManager.default.copyItem(atPath: place.path, toPath: copy.path)
      try run(sql, on: copy.path)
      do {
        _ = try study(Store(copy.path, access: .read))
        Issue.record("it was read: \(sql)")
      } catch {
        #expect("\(error)".contains(words), "\(error)")
      }
    }
  }

  @Test("has a damaged run where a fingerprint is another, which is no run to verify")
  func damaged() throws {
    let place = try StorePlace()
    try store(at: place)
    try run(
      "UPDATE runs SET fingerprint = '00000000000000000000000000000000' WHERE id = 4",
      on: place.path)
    let edited = try Store(place.path, access: .read)
    #expect(edited.damagedRuns.count == 1)
    let study = try study(edited)
    #expect(study.runs.count == 17 && !study.runs.contains { $0.number == 4 })
    #expect(try Verification(study, runs: study.runs).run() == [])
  }

  private func run(_ sql: String, on path: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = [
      "python3", "-c",
      "import sqlite3,sys;c=sqlite3.connect(sys.argv[1]);c.execute(sys.argv[2]);c.commit()", path,
      sql,
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }
}
