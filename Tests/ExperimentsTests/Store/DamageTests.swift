import Foundation
import Simulation
import Testing

@testable import Experiments

@Suite("A damaged store")
struct DamageTests {
  /// Twelve runs, in a file of its own.
  @discardableResult
  private static func sample(
    in folder: StoreFolder, seed: UInt64, apps: Int = 3
  ) throws -> [RunRecord] {
    var random = RandomRuns(seed: seed, apps: apps)
    let store = try folder.store(.sample())
    try store.note([.init(path: "s.lua", digest: "12ab")])
    let records = Experiment.sample().runs().map { random.record($0) }
    try store.record(records)
    return records
  }

  /// Everything that reports take from a store, to the last bit.
  private static func told(_ store: Store) throws -> [String] {
    var lines = ["\(try store.experiment())", "\(try store.progress())"]
    for metric in ["wake ups", "jain index", "staleness p95"] {
      lines += try observations(metric, in: store).map { "\(metric) \($0)" }
    }
    let apps = try store.apps()
    try store.observations(ofEachApp: ["opens", "slot wait mean"]) { metric, app, found in
      lines.append("\(metric) \(apps[app]?.name ?? "?") \(found)")
    }
    lines += try store.findings().map { "\($0)" } + store.exits().map { "\($0)" }
    lines += try store.sessions().map { "\($0)" } + store.costs().map { "\($0)" }
    return lines.sorted()
  }

  @Test(
    "a metric whose name, key, unit or better way is another makes all values of it another",
    arguments: ["name = 'x'", "key = 'x'", "unit = 'MB'", "better = 'neutral'"])
  func metric(edit: String) throws {
    let folder = try StoreFolder()
    try Self.sample(in: folder, seed: 1)
    let connection = try Connection(folder.file("runs.db"), .readWrite)
    try connection.execute("UPDATE metrics SET \(edit) WHERE id = 1")
    let store = try Store(folder.file("runs.db"), access: .read)
    #expect(store.damagedRuns.map(\.number) == Array(1...12))
  }

  @Test("what SQLite finds is reported in one line")
  func verdict() {
    let verdict = "*** in database main ***\nTree 5 page 5: btreeInitPage() returns error code 11"
    #expect(
      SQLiteError.damaged(byVerdict: verdict + "\nrow 3 missing from index a").description
        == "Tree 5 page 5: btreeInitPage() returns error code 11; row 3 missing from index a")
    #expect(
      SQLiteError.damaged(byVerdict: "NULL value in runs.key").description
        == "NULL value in runs.key")
  }

  @Test(
    "a run that is not as it was written is named and left out, and the rest is reported",
    arguments: [
      "UPDATE run_metrics SET value = value + 1 WHERE run = 5 AND metric = 1",
      "UPDATE app_metrics SET value = 0.5 WHERE run = 5 AND app = 2",
      "DELETE FROM app_metrics WHERE run = 5 AND app = 1",
      "DELETE FROM run_metrics WHERE run = 5",
      "INSERT INTO exits VALUES (5, 1, 'watchdog', 1000000)",
      "INSERT INTO findings VALUES (5, 77, 1, 'taskNeverEnded', NULL, NULL, '', 0, 1)",
      "UPDATE runs SET events = 9223372036854775807 WHERE id = 5",
      "UPDATE runs SET fingerprint = 'ff' WHERE id = 5",
      "UPDATE runs SET digest = '' WHERE id = 5",
      "UPDATE runs SET real_seconds = -1 WHERE id = 5",
    ])
  func oneRun(edit: String) throws {
    let folder = try StoreFolder()
    let records = try Self.sample(in: folder, seed: 1)
    let whole = try observations("wake ups", in: Store(folder.file("runs.db"), access: .read))
    try Connection(folder.file("runs.db"), .readWrite).execute(edit)
    do {
      let store = try Store(folder.file("runs.db"), access: .read)
      #expect(store.damagedRuns.map(\.number) == [5])
      #expect(store.damagedRuns.first?.description == "run 5 (pool=10, b, seed 3)")
      #expect(try store.progress() == .init(done: 11, failed: 0, missing: 1))
      let left = try observations("wake ups", in: store)
      #expect(left == whole.filter { $0.setting != 0 || $0.policy != 0 || $0.seed != 3 })
      #expect(throws: StoreError.self) {
        try Store.merge([store.path], into: folder.file("merged.db"))
      }
      #expect(try !folder.names().contains("merged.db"))
    }
    // The next experiment runs it anew.
    let store = try folder.store(.sample())
    #expect(store.damagedRuns.isEmpty)
    #expect(try !store.reuse(records[4].key, for: records[4].run))
    try store.record(records[4])
    #expect(try observations("wake ups", in: store) == whole)
  }

  @Test("what a run is of cannot be exchanged, nor one that was set aside be brought back")
  func moved() throws {
    let folder = try StoreFolder()
    let records = try Self.sample(in: folder, seed: 2)
    do {
      var random = RandomRuns(seed: 9, apps: 3)
      let store = try folder.store(.sample())
      try store.record(random.record(records[0].run, key: "another"))
      #expect(try store.progress().done == 12)
    }
    try Connection(folder.file("runs.db"), .readWrite).execute(
      """
      UPDATE runs SET status = CASE id WHEN 1 THEN 'done' ELSE 'retired' END WHERE id IN (1, 13);
      UPDATE runs SET seed = 99 WHERE id = 2;
      UPDATE runs SET seed = CASE id WHEN 3 THEN 3 ELSE 2 END, key = key || 'x' WHERE id IN (3, 5);
      """)
    let store = try Store(folder.file("runs.db"), access: .read)
    #expect(store.damagedRuns.map(\.number) == [1, 2, 3, 5])
    #expect(try store.progress() == .init(done: 8, failed: 0, missing: 4))
    #expect(store.damagedRuns.map(\.description).contains("run 2 (pool=10, a, seed 99)"))
  }

  @Test(
    "a plan that is not as it was written is refused, whatever number of it is changed",
    arguments: [
      ("DELETE FROM policies", "plan_policies refers to rows that are missing"),
      ("UPDATE plans SET baseline = 77", "baseline of its plan is out of range (77)"),
      ("UPDATE plans SET baseline = 1", "its plan is not as it was written"),
      (
        "UPDATE plans SET replications = 1000000000",
        "replications of its plan is out of range (1000000000)"
      ),
      (
        "UPDATE plans SET replications = 99999999, last_seed = 99999999",
        "its plan has too many runs (99999999 replications)"
      ),
      ("UPDATE plans SET replications = -1", "replications of its plan is out of range (-1)"),
      ("UPDATE plans SET first_seed = -5", "first_seed of its plan is out of range (-5)"),
      ("UPDATE plans SET last_seed = 2", "the last seed of its plan is out of range (2)"),
      ("UPDATE plans SET warm_up_ns = -1", "warm_up_ns of its plan is out of range (-1)"),
      (
        "UPDATE plans SET id = 9223372036854775807",
        "an id of plans is out of range (9223372036854775807)"
      ),
      ("UPDATE runs SET id = -4 WHERE id = 4", "an id of runs is out of range (-4)"),
      ("DELETE FROM plans", "plan_settings refers to rows that are missing"),
      ("DELETE FROM plan_policies WHERE ordinal = 0", "policies of its plan is out of range (1)"),
      ("DELETE FROM plan_policies", "policies of its plan is out of range (0)"),
      ("DELETE FROM plan_settings WHERE ordinal = 1", "its plan is not as it was written"),
      (
        "UPDATE plan_settings SET ordinal = 7 WHERE ordinal = 1",
        "settings of its plan is out of range (7)"
      ),
      ("UPDATE setting_values SET text = '11'", "its plan is not as it was written"),
      ("UPDATE settings SET text = 'pool=6' WHERE id = 2", "its plan is not as it was written"),
      ("UPDATE policies SET label = 'z' WHERE id = 1", "its plan is not as it was written"),
      (
        """
        UPDATE plans SET precision_metric = 'wake ups', precision_half_width = 0, precision_maximum = 2
        """, "the half width of its plan is out of range (0.0)"
      ),
      ("UPDATE provenance SET version = '9'", "its provenance is not as it was written"),
      ("UPDATE files SET digest = '0'", "its provenance is not as it was written"),
      ("DROP VIEW results", "view results is missing"),
      ("DROP TABLE findings", "table findings is missing"),
      ("ALTER TABLE runs DROP COLUMN events", "table runs is not as it was made"),
      (
        "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM runs; END",
        "trigger t does not belong to it"
      ),
    ])
  func plan(edit: String, reason: String) throws {
    let folder = try StoreFolder()
    try Self.sample(in: folder, seed: 3)
    try Connection(folder.file("runs.db"), .readWrite).execute(edit)
    let bytes = try folder.bytes("runs.db")
    for access in [Store.Access.read, .write] {
      let error = #expect(throws: StoreError.self) {
        try Store(folder.file("runs.db"), access: access)
      }
      #expect(
        error
          == .unusable(
            "\(folder.file("runs.db")): it is damaged (\(reason)); use a copy, or another file and "
              + "run again"))
    }
    #expect(try folder.bytes("runs.db") == bytes)
  }

  /// What may be changed by accident: bits, bytes, pages, the length, and rows by a hand that means
  /// well.
  private static func damage(_ bytes: inout Data, _ random: inout RandomRuns) -> String {
    switch random.count(4) {
    case 0:
      let place = random.count(bytes.count)
      bytes[place] ^= UInt8(1 << random.count(8))
      return "a bit at \(place)"
    case 1:
      let place = random.count(bytes.count)
      for index in place..<min(bytes.count, place + 1 + random.count(16)) {
        bytes[index] = UInt8(random.count(256))
      }
      return "bytes from \(place)"
    case 2:
      let page = 4096
      let (from, to) = (random.count(bytes.count / page), random.count(bytes.count / page))
      bytes.replaceSubrange(
        to * page..<(to + 1) * page, with: bytes.subdata(in: from * page..<(from + 1) * page))
      return "page \(from) over \(to)"
    default:
      let count = 1 + random.count(bytes.count)
      bytes.removeLast(count)
      return "\(count) bytes less"
    }
  }

  @Test(
    "of 600 copies that chance has damaged, none is believed: it is refused, or says what is missing",
    arguments: 1...6)
  func chance(seed: UInt64) throws {
    let folder = try StoreFolder()
    try Self.sample(in: folder, seed: seed, apps: 12)
    let whole = try Self.told(Store(folder.file("runs.db"), access: .read))
    let bytes = try folder.bytes("runs.db")
    var random = RandomRuns(seed: 100 + seed)
    var (refused, named, unharmed) = (0, 0, 0)
    for _ in 0..<100 {
      var copy = bytes
      let what = Self.damage(&copy, &random)
      try folder.write(copy, to: "copy.db")
      do {
        let store = try Store(folder.file("copy.db"), access: .read)
        let told = try Self.told(store)
        if store.damagedRuns.isEmpty {
          // Space that nothing lies in.
          #expect(told == whole, "\(what)")
          unharmed += 1
        } else {
          // What is told of a single run is told as it was.
          let observed = told.filter { $0.contains("Observation(") }
          #expect(observed.allSatisfy(whole.contains), "\(what)")
          named += 1
        }
      } catch is StoreError {
        refused += 1
      }
    }
    #expect(refused + named + unharmed == 100 && refused > 20)
  }
}
