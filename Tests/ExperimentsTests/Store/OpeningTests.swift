import Foundation
import Simulation
import Testing

@testable import Experiments

@Suite("Opening a store")
struct OpeningTests {
  @Test("What is no store is refused with its reason and stays as it is, alone in its folder")
  func noStore() throws {
    let folder = try StoreFolder()
    try folder.write(Data(), to: "empty")
    try folder.write(Data(repeating: 0x61, count: 5000), to: "text")
    try folder.write(Data("SQLite format 3\0".utf8), to: "head")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "nowhere")
    do {
      let foreign = try Connection(folder.file("foreign"), .create)
      try foreign.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x); PRAGMA user_version = 1")
      _ = try folder.store(.sample(), "old")
      let old = try Connection(folder.file("old"), .readWrite)
      try old.execute("PRAGMA user_version = 1")
    }
    for (name, reason) in [
      ("empty", "it is empty; remove it, or name another file"),
      ("text", "it is not an SQLite file; name another"),
      ("head", "it is not an SQLite file; name another"),
      ("foreign", "it is another program's SQLite file (application 0); "),
      ("old", "it is a store of another version (schema 1, not \(Store.schemaVersion)); "),
    ] {
      let bytes = try folder.bytes(name)
      for access in [Store.Access.read, .write] {
        try expectRefusal(folder.file(name), access, reason)
        #expect(try folder.bytes(name) == bytes)
      }
    }
    #expect(try folder.names() == ["empty", "foreign", "head", "link", "old", "text"])
    try expectRefusal(folder.path, .write, "it is a folder; name a file")
    try expectRefusal("/dev/null", .write, "it is not a regular file; name one")
    try expectRefusal(folder.file("absent"), .read, "there is no such file; ")
    try expectRefusal(folder.file("link"), .read, "it is a broken link; ")
    try expectRefusal(folder.file("link"), .write, "it is a broken link; ")
    // In no folder, and where nobody can make a file, whoever runs the tests.
    for path in [folder.file("absent/x.db"), "/proc/x.db"] {
      let reason = "it cannot be made (No such file or directory); name a file in another folder"
      #expect(throws: StoreError.failed("\(path): \(reason)")) {
        try Store(path, access: .write)
      }
    }
    #expect(try folder.names() == ["empty", "foreign", "head", "link", "old", "text"])
  }

  @Test("A store that was cut off or written over is refused and stays as it is", arguments: 1...12)
  func damaged(seed: UInt64) throws {
    var random = RandomRuns(seed: seed)
    let folder = try StoreFolder()
    do {
      let store = try folder.store(.sample())
      try store.record(Experiment.sample().runs().map { random.record($0) })
    }
    var bytes = try folder.bytes("runs.db")
    let page = Schema.pageSize
    if seed % 2 == 0 {
      bytes.removeLast(1 + random.count(bytes.count - page))
    } else {
      // The head of a page that is not the first.
      let start = (1 + random.count(bytes.count / page - 1)) * page
      for index in start..<start + 100 { bytes[index] = UInt8(1 + random.count(255)) }
    }
    try folder.write(bytes, to: "runs.db")
    for access in [Store.Access.read, .write] {
      try expectRefusal(folder.file("runs.db"), access, "it is damaged (")
      #expect(try folder.bytes("runs.db") == bytes)
      #expect(try folder.names() == ["runs.db"])
    }
  }

  @Test("A store whose runs are looked at later is refused before another is written")
  func damagedRuns() throws {
    var random = RandomRuns(seed: 5)
    let folder = try StoreFolder()
    let experiment = Experiment.sample(replications: 20)
    let records = experiment.runs().map { random.record($0) }
    let place: Int
    do {
      let store = try folder.store(experiment)
      try store.record(Array(records.dropLast()))
      place = try store.connection.integer(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'app_metrics'")
    }
    var bytes = try folder.bytes("runs.db")
    let start = (place - 1) * Schema.pageSize
    for index in start..<start + 100 { bytes[index] = 0xff }
    try folder.write(bytes, to: "runs.db")
    try expectRefusal(folder.file("runs.db"), .write, "it is damaged (")
    let store = try Store(folder.file("runs.db"), access: .write, checksRunsLater: true)
    try store.begin(experiment, digest: "plan", provenance: .sample)
    #expect(try store.reuse(records[0].key, for: records[0].run))
    for attempt in [{ try store.check() }, { try store.record(records[records.count - 1]) }] {
      let error = #expect(throws: StoreError.self) { try attempt() }
      #expect(error?.description.hasPrefix("\(store.path): it is damaged (") == true)
    }
    #expect(try store.connection.integer("SELECT count(*) FROM runs") == records.count - 1)
  }

  /// Whom file permissions do not concern cannot try them.
  private static let isRoot = getuid() == 0

  @Test(
    "Without permission to write, a store is read, not written, and nothing is left beside it",
    .disabled(if: isRoot, "the super-user may write everything"))
  func permissions() throws {
    var random = RandomRuns(seed: 8)
    let folder = try StoreFolder()
    try folder.store(.sample()).record(Experiment.sample().runs().map { random.record($0) })
    defer { try? folder.allow(0o755, on: folder.path) }
    for mode in [0o755, 0o555] {
      try folder.allow(0o444, on: folder.file("runs.db"))
      try folder.allow(mode, on: folder.path)
      #expect(try Store(folder.file("runs.db"), access: .read).progress().done == 12)
      let path = folder.file("runs.db")
      let refusal =
        "it cannot be written (Permission denied); make it writable, or name another file"
      #expect(throws: StoreError.failed("\(path): \(refusal)")) { try Store(path, access: .write) }
      #expect(try folder.names() == ["runs.db"])
    }
    let new = folder.file("new.db")
    let reason = "it cannot be made (Permission denied); name a file in another folder"
    #expect(throws: StoreError.failed("\(new): \(reason)")) { try Store(new, access: .write) }
    #expect(try folder.names() == ["runs.db"])
  }

  @Test("One process writes: another is refused at once, readers are not, and see what was there")
  func oneWriter() throws {
    var random = RandomRuns(seed: 1)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let runs = Array(experiment.runs())
    do {
      let store = try folder.store(experiment)
      try store.record(random.record(runs[0]))
      let reader = try Store(folder.file("runs.db"), access: .read)
      try store.record(random.record(runs[1]))
      #expect(try reader.progress().done == 1)
      #expect(try Store(folder.file("runs.db"), access: .read).progress().done == 2)
      try expectRefusal(folder.file("runs.db"), .write, "it is in use by another process; ")
      try store.record(random.record(runs[2]))
    }
    let next = try folder.store(experiment)
    #expect(try next.progress().done == 3)
  }

  @Test("What was recorded is there when the process ends in the middle, closing nothing")
  func sudden() throws {
    var random = RandomRuns(seed: 2)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let store = try folder.store(experiment)
    for (count, run) in experiment.runs().enumerated() {
      try store.record(random.record(run))
      // What is on the disk now is what an end of the process now would leave.
      for suffix in ["", "-wal"] {
        try folder.write(folder.bytes("runs.db\(suffix)"), to: "left.db\(suffix)")
      }
      for access in [Store.Access.read, .write] {
        #expect(try Store(folder.file("left.db"), access: access).progress().done == count + 1)
      }
    }
    withExtendedLifetime(store) {}
  }

  @Test("A store whose log was moved into it in part only, when the disk was full, is whole")
  func partOfLog() throws {
    var random = RandomRuns(seed: 6)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    var store: Store? = try folder.store(experiment)
    let before = try folder.bytes("runs.db")
    try store?.record(experiment.runs().map { random.record($0) })
    let log = try folder.bytes("runs.db-wal")
    store = nil
    let after = try folder.bytes("runs.db")
    // Its first page, which goes first, tells of more pages than the file has yet.
    try #require(after.count > before.count)
    for access in [Store.Access.read, .write] {
      try folder.write(
        after.prefix(Schema.pageSize) + before.dropFirst(Schema.pageSize), to: "left.db")
      try folder.write(log, to: "left.db-wal")
      let store = try Store(folder.file("left.db"), access: access)
      #expect(try store.progress().done == experiment.runCount)
    }
  }

  @Test("On a full disk what was recorded before is safe, and recording goes on when there is room")
  func full() throws {
    var random = RandomRuns(seed: 3)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let records = experiment.runs().map { random.record($0) }
    let store = try folder.store(experiment)
    try store.record(records[0])
    let pages = try store.connection.integer("PRAGMA page_count")
    try store.connection.prepare("PRAGMA max_page_count = \(pages + 2)").run()
    let error = #expect(throws: StoreError.self) { try store.record(Array(records[1...])) }
    #expect(
      error
        == .failed(
          "\(store.path): the disk is full; make room and run again, all finished runs are kept"))
    #expect(try store.progress().done == 1)
    try store.connection.prepare("PRAGMA max_page_count = 1000000").run()
    try store.record(Array(records[1...]))
    #expect(try store.progress().done == records.count)
    #expect(try store.connection.text("PRAGMA integrity_check") == "ok")
  }

  @Test(
    "Any name is a file of that name",
    arguments: [
      ":memory:", "file:x?mode=memory", "a b", "100%41", "x?y#z", "Ünï.db", "'q'", "a\\b", "-x",
    ])
  func names(name: String) throws {
    var random = RandomRuns(seed: 4)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    do {
      let store = try folder.store(experiment, name)
      try store.record(random.record(#require(Array(experiment.runs()).first)))
      #expect(try Store(folder.file(name), access: .read).progress().done == 1)
    }
    #expect(try folder.names() == [name])
    #expect(try Store(folder.file(name), access: .read).progress().done == 1)
    try Store.merge([folder.file(name)], into: folder.file("merged \(name)"))
    #expect(try Store(folder.file("merged \(name)"), access: .read).progress().done == 1)
  }

  @Test("Seeds that SQL has no number for are refused before anything is run")
  func seeds() throws {
    let folder = try StoreFolder()
    let store = try Store(folder.file("runs.db"), access: .write)
    let last = UInt64(Int.max)
    #expect(throws: StoreError.self) {
      try store.begin(.sample(firstSeed: last - 1), digest: "", provenance: .sample)
    }
    try store.begin(.sample(firstSeed: last - 2), digest: "", provenance: .sample)
    #expect(try store.experiment() == .sample(firstSeed: last - 2))
  }

  private func expectRefusal(_ path: String, _ access: Store.Access, _ reason: String) throws {
    let error = #expect(throws: StoreError.self) { try Store(path, access: access) }
    let message = try #require(error?.description)
    #expect(message.hasPrefix("\(path): \(reason)"))
    guard case .unusable = error else { return #expect(error == .unusable(message)) }
  }
}
