import Simulation

@testable import Reports

/// A file of Perfetto taken apart: slices, instants and counters on their tracks.
struct PerfettoFile {
  struct Malformed: Error {
    let what: String
  }

  struct Track {
    let name: String
    /// Of the process that it is in.
    let process: String
    let isCounter: Bool
    let unit: String?
    /// Of a counter, in words.
    let range: String?
  }

  /// Something that lasted.
  struct Slice {
    let track: UInt64
    let category: String
    let name: String
    let from: Int64
    var to: Int64
    let cause: String
    var ended: String
    /// The arrow that ends at it.
    let flow: UInt64?
  }

  /// Something that happened at one moment.
  struct Instant {
    let track: UInt64
    let category: String
    let name: String
    let at: Int64
    let annotations: [String: String]
    /// The arrows that begin at it.
    let flows: [UInt64]
  }

  private(set) var tracks: [UInt64: Track] = [:]
  private(set) var slices: [Slice] = []
  private(set) var instants: [Instant] = []
  private(set) var counters: [(track: UInt64, at: Int64, value: Double)] = []

  /// Reads a file strictly: tracks are described before they are used, times do not run backwards,
  /// slices of a track are nested and all of them closed.
  init(_ bytes: [UInt8]) throws {
    var open: [UInt64: [Int]] = [:]
    var last: Int64 = 0
    for packet in try Message(bytes).all(1).map({ try Message($0) }) {
      guard packet.number(10) == 1 else { throw Malformed(what: "a packet of another sequence") }
      if let descriptor = try packet.message(60) {
        try describe(descriptor)
        continue
      }
      let at = Int64(packet.number(8) ?? 0)
      guard at >= last else { throw Malformed(what: "\(at) after \(last)") }
      last = at
      guard let event = try packet.message(11), let track = event.number(11), tracks[track] != nil
      else { throw Malformed(what: "an event of no track") }
      switch event.number(9) {
      case 1:
        open[track, default: []].append(slices.count)
        slices.append(try slice(event, track, at))
      case 2:
        guard let place = open[track]?.popLast() else { throw Malformed(what: "ends nothing") }
        slices[place].to = at
        slices[place].ended = try annotations(event)["ended"] ?? ""
      case 3: instants.append(try instant(event, track, at))
      case 4: counters.append((track, at, Double(bitPattern: event.number(44) ?? 0)))
      default: throw Malformed(what: "a type of event that there is not")
      }
    }
    guard open.values.allSatisfy(\.isEmpty) else { throw Malformed(what: "slices that never end") }
  }

  private mutating func describe(_ descriptor: Message) throws {
    let name = descriptor.text(2) ?? ""
    let process = try descriptor.message(3)
    let parent = descriptor.number(5).flatMap { tracks[$0] }
    guard let uuid = descriptor.number(1), tracks[uuid] == nil, (process == nil) != (parent == nil),
      process?.text(6) ?? name == name
    else { throw Malformed(what: "a track that is described badly: \(name)") }
    let counter = try descriptor.message(8)
    tracks[uuid] = Track(
      name: name, process: parent?.name ?? name, isCounter: counter != nil, unit: counter?.text(6),
      range: descriptor.text(14))
  }

  private func slice(_ event: Message, _ track: UInt64, _ at: Int64) throws -> Slice {
    Slice(
      track: track, category: event.text(22) ?? "", name: event.text(23) ?? "", from: at, to: at,
      cause: try annotations(event)["cause"] ?? "", ended: "", flow: event.number(48))
  }

  private func instant(_ event: Message, _ track: UInt64, _ at: Int64) throws -> Instant {
    Instant(
      track: track, category: event.text(22) ?? "", name: event.text(23) ?? "", at: at,
      annotations: try annotations(event), flows: event.allNumbers(47))
  }

  private func annotations(_ event: Message) throws -> [String: String] {
    var texts: [String: String] = [:]
    for annotation in try event.all(4).map({ try Message($0) }) {
      texts[annotation.text(10) ?? ""] = annotation.text(6)
    }
    return texts
  }

  /// Slices of tracks of a name in a process, in the order in which they began.
  func slices(_ track: String, in process: String) -> [Slice] {
    slices.filter { tracks[$0.track]?.name == track && tracks[$0.track]?.process == process }
  }

  func instants(_ track: String, in process: String) -> [Instant] {
    instants.filter { tracks[$0.track]?.name == track && tracks[$0.track]?.process == process }
  }

  /// The values of a counter, of each moment the last, and each only where it is another.
  func steps(_ counter: String) -> [Timeline.Step] {
    var steps: [Timeline.Step] = []
    for told in counters where tracks[told.track]?.name == counter {
      let at = Simulation.Instant(nanoseconds: told.at)
      if steps.last?.at == at { steps.removeLast() }
      if steps.last?.value != told.value { steps.append(Timeline.Step(at: at, value: told.value)) }
    }
    return steps
  }
}
