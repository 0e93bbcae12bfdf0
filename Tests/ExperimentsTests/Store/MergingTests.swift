import Device
import Foundation
import Simulation
import Testing

@testable import Experiments

@Suite("Merging stores")
struct MergingTests {
  @Test(
    "Shards merged in any order have the results of one store of the whole plan", arguments: 1...3)
  func equalsLocal(seed: UInt64) throws {
    var random = RandomRuns(seed: seed)
    let folder = try StoreFolder()
    let experiment = Experiment.sample(replications: 4)
    var records = experiment.runs().map { random.record($0) }
    records[5].outcome = .failed("no")
    let local = try folder.store(experiment, "local.db")
    try local.record(records)
    let shards = (0..<3).map { shard in
      records.enumerated().filter { $0.offset % 3 == shard }.map(\.element)
    }
    for (index, shard) in shards.enumerated() {
      let store = try folder.store(experiment, "\(index).db", shard: Shard(index + 1, of: 3))
      try store.record(random.shuffled(shard))
    }
    let names = random.shuffled(["0.db", "1.db", "2.db"]).map(folder.file)
    try Store.merge(names, into: folder.file("merged.db"))
    let merged = try Store(folder.file("merged.db"), access: .read)
    #expect(try contents(of: merged) == contents(of: local))
    #expect(try merged.experiment() == experiment)
    #expect(try merged.progress() == .init(done: 15, failed: 1, missing: 0))
    #expect(try merged.sessions().map(\.runs).sorted() == [5, 5, 6])
    #expect(
      try folder.names().filter { $0.hasPrefix(".") || $0.contains("merged.db-") == true } == [
        "merged.db-shm", "merged.db-wal",
      ])
  }

  @Test(
    "A run that two parts have is there once; one that is done counts more than one that failed")
  func overlap() throws {
    var random = RandomRuns(seed: 4)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let runs = Array(experiment.runs())
    let both = random.record(runs[0])
    let done = random.record(runs[1])
    var failed = done
    failed.outcome = .failed("out of memory")
    try folder.store(experiment, "a.db").record([both, failed])
    try folder.store(experiment, "b.db").record([both, done])
    for (parts, name) in [(["a.db", "b.db"], "ab.db"), (["b.db", "a.db"], "ba.db")] {
      try Store.merge(parts.map(folder.file), into: folder.file(name))
      let merged = try Store(folder.file(name), access: .read)
      #expect(try merged.progress() == .init(done: 2, failed: 0, missing: 10))
      #expect(
        try observations("wake ups", in: merged).map(\.value) == [
          Double(result(both).device.wakeUps), Double(result(done).device.wakeUps),
        ])
    }
  }

  @Test("A merged store takes more runs")
  func goesOn() throws {
    var random = RandomRuns(seed: 5)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let records = experiment.runs().map { random.record($0) }
    try folder.store(experiment, "a.db", shard: Shard(1, of: 2)).record(Array(records[..<7]))
    try Store.merge([folder.file("a.db")], into: folder.file("merged.db"))
    let merged = try folder.store(experiment, "merged.db")
    #expect(try records.map { try merged.reuse($0.key, for: $0.run) }.filter { $0 }.count == 7)
    try merged.record(Array(records[7...]))
    try folder.store(experiment, "local.db").record(records)
    let local = try Store(folder.file("local.db"), access: .read)
    #expect(try contents(of: merged) == contents(of: local))
  }

  @Test("Parts that do not belong together are refused, and nothing is made")
  func refused() throws {
    var random = RandomRuns(seed: 6)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let run = try #require(Array(experiment.runs()).first)
    let one = random.record(run, key: "k")
    let other = random.record(run, key: "k")
    do {
      try folder.store(experiment, "a.db").record(one)
      try folder.store(.sample(replications: 4), "plan.db").record(one)
      try folder.store(experiment, "result.db").record(other)
      let files = try folder.store(experiment, "files.db")
      try files.note([.init(path: "news.lua", digest: "2")])
      try files.record(one)
      let version = try folder.store(experiment, "version.db", version: "9.9.9")
      try version.record(one)
      let build = try folder.store(experiment, "build.db")
      try build.begin(experiment, digest: "other", provenance: .sample)
      try build.record(one)
      let original = try Store(folder.file("a.db"), access: .write)
      try original.begin(experiment, digest: "plan", provenance: .sample)
      try original.note([.init(path: "news.lua", digest: "1")])
      _ = try Store(folder.file("empty.db"), access: .write)
    }
    let before = try folder.names()
    for (part, message) in [
      ("plan.db", "it is part of another plan than"),
      ("result.db", "the run of pool=10, b, seed 1, has different results in another part"),
      ("files.db", "it was made from another news.lua than"),
      ("version.db", "it was made by another dormouse than"),
      ("build.db", "it was made by another build of dormouse than"),
      ("empty.db", "it has no runs yet"),
      ("absent.db", "there is no such file"),
    ] {
      let error = #expect(throws: StoreError.self) {
        try Store.merge(["a.db", part].map(folder.file), into: folder.file("out.db"))
      }
      #expect(error?.description.hasPrefix("\(folder.file(part)): \(message)") == true)
      #expect(try folder.names() == before)
    }
  }

  @Test("A part that is no store of this version is refused by its name, first or last")
  func foreignParts() throws {
    var random = RandomRuns(seed: 8)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    try folder.store(experiment, "a.db").record(experiment.runs().map { random.record($0) })
    try folder.store(experiment, "old.db").record(experiment.runs().map { random.record($0) })
    try Connection(folder.file("old.db"), .readWrite).execute("PRAGMA user_version = 2")
    try Connection(folder.file("foreign.db"), .create).execute("CREATE TABLE runs (id)")
    try folder.write(Data(repeating: 0x61, count: 5_000), to: "text.db")
    try folder.write(folder.bytes("a.db").prefix(20_000), to: "short.db")
    let before = try folder.names()
    for (part, message) in [
      ("old.db", "it is a store of another version (schema 2, not \(Store.schemaVersion)); "),
      ("foreign.db", "it is another program's SQLite file (application 0); "),
      ("text.db", "it is not an SQLite file; "), ("short.db", "it is damaged ("),
    ] {
      for parts in [["a.db", part], [part, "a.db"]] {
        let error = #expect(throws: StoreError.self) {
          try Store.merge(parts.map(folder.file), into: folder.file("out.db"))
        }
        #expect(
          error?.description.hasPrefix("\(folder.file(part)): \(message)") == true,
          "\(String(describing: error))")
        #expect(try folder.names() == before)
      }
    }
  }

  @Test("What made runs that a merge leaves out is left out too")
  func provenance() throws {
    var random = RandomRuns(seed: 9)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let records = experiment.runs().map { random.record($0) }
    for name in ["a.db", "b.db"] {
      let store = try folder.store(experiment, name)
      try store.note([.init(path: "news.lua", digest: "1")])
      try store.record(Array(records[..<8]))
      try store.begin(experiment, digest: "plan", provenance: .sample)
      try store.note([.init(path: "news.lua", digest: "1")])
      if name == "b.db" { try store.record(Array(records[8...])) }
    }
    try Store.merge(["a.db", "b.db"].map(folder.file), into: folder.file("ab.db"))
    let merged = try Store(folder.file("ab.db"), access: .read)
    #expect(try merged.progress() == .init(done: 12, failed: 0, missing: 0))
    // All that the second part has of the first eight is what the first has.
    #expect(try merged.sessions().map(\.runs) == [8, 4])
    // The last session of a part comes along, with the files that it was made of.
    #expect(try merged.connection.integer("SELECT count(*) FROM provenance") == 3)
    #expect(try merged.files() == [.init(path: "news.lua", digest: "1")])
  }

  @Test("A file that is there already is not replaced")
  func existing() throws {
    var random = RandomRuns(seed: 7)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    try folder.store(experiment, "a.db").record(
      random.record(#require(Array(experiment.runs()).first)))
    try folder.write(Data("mine".utf8), to: "out.db")
    let error = #expect(throws: StoreError.self) {
      try Store.merge([folder.file("a.db")], into: folder.file("out.db"))
    }
    #expect(
      error?.description.hasSuffix("it exists already; name another file, or remove it")
        == true)
    #expect(try folder.bytes("out.db") == Data("mine".utf8))
  }
}

/// All that a store tells of its present plan, but for real time and provenance.
private func contents(of store: Store) throws -> [String] {
  var lines: [String] = []
  for query in [
    "SELECT setting, policy, seed, metric, unit, value FROM results ORDER BY 1, 2, 3, 4",
    "SELECT setting, policy, seed, app, metric, unit, value FROM app_results ORDER BY 1, 2, 3, 4, 5",
    "SELECT * FROM parameters ORDER BY 1, 2",
    """
    SELECT setting_ordinal, policy_ordinal, r.seed, key, r.status, message, fingerprint,
      virtual_seconds, events, policy_fault
    FROM plan_runs AS p JOIN runs AS r ON r.id = p.run ORDER BY 1, 2, 3
    """,
    """
    SELECT setting_ordinal, policy_ordinal, seed, f.ordinal, name, rule, file, line, message,
      first_at_ns, count
    FROM plan_runs AS p JOIN findings AS f USING (run) JOIN apps ON id = app ORDER BY 1, 2, 3, 4
    """,
    """
    SELECT setting_ordinal, policy_ordinal, seed, name, reason, count
    FROM plan_runs AS p JOIN exits USING (run) JOIN apps ON id = app ORDER BY 1, 2, 3, 4, 5
    """, "SELECT name, key, unit, better, definition FROM metrics ORDER BY 1",
  ] {
    let before = lines.count
    try store.connection.prepare(query).run { row in
      lines.append((0..<row.count).map { row.literal($0) }.joined(separator: "|"))
    }
    #expect(lines.count > before)
  }
  return lines
}

extension Row {
  /// Told apart by type and to the last bit.
  fileprivate func literal(_ column: Int) -> String {
    isNull(column) ? "null" : "\(text(column)) \(String(real(column).bitPattern, radix: 16))"
  }
}
