import Simulation
import Testing

@testable import Device
@testable import Reports

/// What a file of Perfetto says is what the timeline of the same records says.
@Suite("A file of Perfetto")
struct PerfettoFileTests {
  private func file(_ lines: [String], end: Double, of scenario: Scenario? = nil) throws
    -> PerfettoFile
  {
    let bytes = PerfettoBytes()
    var writer = PerfettoWriter(bytes, of: scenario)
    for line in lines { writer.read(try record(line)) }
    writer.finish(at: .start + .seconds(end))
    return try PerfettoFile(bytes.bytes)
  }

  private func both(_ seed: UInt64) throws -> (file: PerfettoFile, timeline: Timeline) {
    let account = PlainAccount(seed: seed, records: 400)
    let end = Double(account.end)
    return (
      try file(account.lines, end: end), try timeline(account.lines, end: end)
    )
  }

  /// `from-to name (cause)`, without what lasted no time, and with what goes on in one.
  private func stretches(_ slices: [PerfettoFile.Slice]) -> [String] {
    var kept: [(from: Int64, to: Int64, name: String)] = []
    for slice in slices where slice.from < slice.to {
      let name = "\(slice.name) \(slice.cause)"
      if let last = kept.last, last.to == slice.from, last.name == name {
        kept[kept.count - 1].to = slice.to
      } else {
        kept.append((slice.from, slice.to, name))
      }
    }
    return kept.map { "\($0.from)-\($0.to) \($0.name)" }
  }

  @Test(
    "has the state of each app and the user's app, as the timeline has them",
    arguments: 1...8 as ClosedRange<UInt64>)
  func states(seed: UInt64) throws {
    let (file, timeline) = try both(seed)
    for lane in timeline.apps {
      let wanted = lane.activities.filter { $0.activity != .notRunning }.map {
        "\($0.from.nanoseconds)-\($0.to.nanoseconds) \($0.activity.words) \($0.cause)"
      }
      #expect(stretches(file.slices("state", in: lane.name)) == wanted, "\(lane.name)")
      #expect(wanted.count > 5)
    }
    #expect(
      stretches(file.slices("user", in: "device"))
        == timeline.user.map { "\($0.from.nanoseconds)-\($0.to.nanoseconds) \($0.name) " })
  }

  @Test(
    "has each span on a track of its kind, no two of which overlap",
    arguments: 1...8 as ClosedRange<UInt64>)
  func spans(seed: UInt64) throws {
    let (file, timeline) = try both(seed)
    for lane in timeline.apps {
      for kind in SpanKind.allCases {
        let told = file.slices(kind.words, in: lane.name)
        let wanted = lane.spans.filter { $0.kind == kind }
        #expect(told.allSatisfy { $0.category == kind.words })
        #expect(
          told.map { "\($0.name) \($0.from)-\($0.to) \($0.ended)" }
            == wanted.map {
              "\($0.name) \($0.from.nanoseconds)-\($0.to.nanoseconds) \($0.outcome ?? "")"
            })
        for track in Set(told.map(\.track)) {
          let own = told.filter { $0.track == track }
          #expect(zip(own, own.dropFirst()).allSatisfy { $0.to <= $1.from })
        }
      }
    }
  }

  @Test(
    "has an arrow from each decision to what followed from it, and no other",
    arguments: 1...8 as ClosedRange<UInt64>)
  func flows(seed: UInt64) throws {
    let (file, timeline) = try both(seed)
    let decisions = file.instants("decisions", in: "device")
    #expect(decisions.map(\.at) == timeline.decisions.map(\.at.nanoseconds))
    var arrows = 0
    for lane in timeline.apps {
      for kind in [SpanKind.task, .work] {
        let told = file.slices(kind.words, in: lane.name).map { slice in
          slice.flow.flatMap { flow in decisions.firstIndex { $0.flows.contains(flow) } }
        }
        #expect(told == lane.spans.filter { $0.kind == kind }.map(\.decision))
        arrows += told.count { $0 != nil }
      }
    }
    #expect(arrows == file.slices.count { $0.flow != nil })
  }

  @Test("has levels and events as the timeline has them", arguments: 1...8 as ClosedRange<UInt64>)
  func levels(seed: UInt64) throws {
    let (file, timeline) = try both(seed)
    for level in [Level.pool, .slots] {
      #expect(file.steps(level.words) == timeline.steps(of: level))
    }
    // Of slots that few apps take, the file begins with the first that is taken.
    let processing = timeline.steps(of: .processingSlots).drop { $0.value == 0 }
    #expect(file.steps(Level.processingSlots.words) == Array(processing))
    for lane in timeline.apps {
      #expect(
        file.instants("events", in: lane.name).map { "\($0.at) \($0.category): \($0.name)" }
          == lane.marks.map { "\($0.at.nanoseconds) \($0.kind.words): \(timeline.words[$0.words])" }
      )
    }
  }

  @Test("of a scenario has its apps, what its pool holds and the network that it assumes")
  func scenario() throws {
    var device = DeviceConfiguration()
    device.pool.capacity = .seconds(600)
    device.pool.initial = .seconds(90)
    let scenario = Scenario(
      duration: .seconds(12), device: device,
      apps: ["never", "news"].map { AppConfiguration(name: $0) })
    let file = try file(
      [
        #"5 network - "to":"wifi""#, #"9 network - "to":"none""#,
        #"9 power - "level":0.5,"charging":true,"lowPowerMode":true"#,
        #"10 budget.grant news "grantNs":30000000000"#,
      ], end: 12, of: scenario)
    #expect(
      file.tracks.values.map {
        "\($0.process)/\($0.name) \($0.unit ?? "-")" + ($0.range.map { " (\($0))" } ?? "")
      }.sorted() == [
        "device/battery, as set % (0 to 100 %)", "device/charger -", "device/device -",
        "device/network -",
        "device/pool s (0 to 600.0 s)", "device/slots taken slots (0 to 3)", "never/never -",
        "news/news -",
      ])
    #expect(file.steps("pool").map(\.value) == [90, 60])
    #expect(file.steps("battery, as set").map(\.value) == [50])
    #expect(
      stretches(file.slices("network", in: "device"))
        == ["0-9000000000 wifi ", "9000000000-12000000000 none "])
    #expect(
      file.slices("charger", in: "device").map(\.name) == ["charging, Low Power Mode"])
  }

  @Test("keeps names and texts as they are, whatever is in them")
  func texts() throws {
    let hostile = "עברית 👩‍👩‍👧 \"q\" \\ </script> \u{202E}\u{0}\u{7F}\n"
    let quoted = JSONValue.string(hostile).text
    let bytes = PerfettoBytes()
    var writer = PerfettoWriter(bytes)
    for fields in [
      #""kind":"app.log","message":\#(quoted)"#,
      #""kind":"finding","rule":"hang","file":\#(quoted),"line":3,"message":\#(quoted)"#,
      #""kind":"task.begin","id":1,"name":\#(quoted)"#,
    ] {
      writer.read(try record(json: #"{"ns":0,"app":\#(quoted),\#(fields)}"#))
    }
    writer.finish()
    let file = try PerfettoFile(bytes.bytes)
    #expect(
      file.instants("events", in: hostile).map(\.name) == [hostile, "hang: \(hostile)"])
    #expect(file.instants("events", in: hostile)[1].annotations == ["line": "\(hostile):3"])
    #expect(file.slices("background task", in: hostile).map(\.name) == [hostile])
  }
}
