import Device
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// One of two runs: its trace, and its figures if it was run here.
struct ComparedRun {
  let name: String
  let result: RunResult?
  /// The contents of scripts by the names that findings give them; none for a trace.
  let scripts: [String: String]
  private let path: String
  private var lines: LineReader
  private var number = 0
  /// What the scenario says of a run and does not hold.
  private(set) var broken: [String] = []
  /// What blocks of Lua have printed.
  let output: [String]
  /// The timeline under way; nil: none is shown.
  private let gathering: TimelineGathering?
  private var last = Instant.start
  /// Gets the records of a trace again, for their fingerprint; nil: nobody asks for it.
  private let repeated: Trace?
  /// Whether the trace ends within a record.
  private(set) var isCutShort = false

  /// Returns whether a file is a scenario to be run, and not a trace.
  static func isScenario(_ file: String) -> Bool {
    file.hasSuffix(".lua") || FileContent(of: file) == .store
  }

  /// Opens a trace, or runs a scenario.
  ///
  /// - Parameters:
  ///   - isShown: keeps a timeline too.
  ///   - change: what is done to a scenario's phone at a moment of the run.
  ///   - until: the moment at which a scenario's run stops; nil: at its end.
  ///   - isVerified: takes the fingerprint of a trace, which may be cut short.
  init(
    _ request: Composition.Request, isShown: Bool, changed change: WhatIf? = nil,
    until: WrittenMoment? = nil, isVerified: Bool = false
  ) throws(CommandError) {
    path = request.file
    repeated = isVerified && !ComparedRun.isScenario(request.file) ? Trace() : nil
    guard ComparedRun.isScenario(request.file) else {
      name = request.file
      result = nil
      scripts = [:]
      output = []
      gathering = isShown ? TimelineGathering(TimelineBuilder(isForPage: true)) : nil
      lines = try LineReader(path: request.file)
      return
    }
    let composition = try request.composed()
    scripts = composition.apps.texts
    let gathering =
      isShown
      ? TimelineGathering(TimelineBuilder(composition.loaded.scenario, isForPage: true)) : nil
    self.gathering = gathering
    let sink = try TemporaryTrace()
    let properties = try ScenarioProperties.of(composition)
    let blocks = try change?.blocks(for: composition.loaded) ?? []
    var observers: [RecordObserver] = blocks.compactMap { $0 }.map { block in { block.note($0) } }
    if let gathering { observers.append({ gathering.builder.read($0) }) }
    let observer: RecordObserver? =
      observers.isEmpty ? nil : { entry in for observer in observers { observer(entry) } }
    let device = composition.device(
      trace: Trace(sink: sink),
      observer: properties.observer(beside: observer),
      explaining: gathering.map { gathering in { gathering.builder.explain($0) } },
      mostTold: TimelineDecision.most)
    func run(until end: Instant) {
      properties.run(device, until: end) { now, events in
        Progress.shared.note(at: now, of: device.end, on: device.clock, events: events)
        return Interruption.shared.signal == nil && sink.failure == nil
      }
    }
    try change?.perform(on: device, blocks, asking: properties) { run(until: $0) }
    output = blocks.flatMap { $0?.output ?? [] }
    run(until: until.map { min($0.instant(device.clock), device.end) } ?? device.end)
    try device.throwBreakdown(in: composition.loaded.path)
    let run = device.result()
    try Interruption.shared.heed("interrupted at \(device.clock.text(device.now))")
    let settings = composition.settings.map { ", \($0.name)=\($0.text)" }
    name =
      "\(request.file), \(run.policy), seed \(run.seed)\(settings.joined())"
      + (change.map { ", with \($0.name)" } ?? "")
    result = run
    lines = try sink.lines()
    do throws(ScriptError) {
      broken =
        try
        ((properties?.failures.map(\.timed) ?? [])
        + (until == nil ? composition.loaded.failures(of: run) : []))
        .map { TestReport.Failure($0).text }
    } catch {
      throw CommandError(error)
    }
  }

  /// The timeline up to the records that were taken; nil: it was not asked for.
  var timeline: Timeline? {
    gathering?.builder.finished(at: result.map { .start + $0.duration })
  }

  /// The fingerprint of the run, or of the trace's records that were taken; nil for a trace that is
  /// not verified.
  var fingerprint: Fingerprint? { result?.fingerprint ?? repeated?.fingerprint }

  /// Returns the next record; nil at the end. Comments on what happened are left out.
  mutating func next() throws(CommandError) -> [UInt8]? {
    while true {
      number += 1
      do {
        guard let (line, isWhole) = try lines.next() else { return nil }
        if repeated != nil, !isWhole {
          isCutShort = true
          return nil
        }
        if result == nil { try show(line) }
        guard try !TraceComparison.isComment(line) else { continue }
        if let repeated {
          let entry = try RecordEntry(parsing: line)
          repeated.record(entry.record, of: entry.app, at: entry.at)
        }
        return line
      } catch {
        throw .data(
          "\(shown(path)):\(number): \(error); name a scenario or what 'dormouse run --trace' wrote"
        )
      }
    }
  }

  /// Gives a line of a trace to the timeline.
  private mutating func show(_ line: [UInt8]) throws {
    guard let gathering else { return }
    let record = try RecordEntry(parsing: line)
    guard record.at >= last else {
      throw TraceOrder()
    }
    last = record.at
    gathering.builder.read(record)
  }

  private struct TraceOrder: Error, CustomStringConvertible {
    let description = "it is earlier than the record before it"
  }
}

/// Gathers a timeline while its run goes on.
private final class TimelineGathering {
  var builder: TimelineBuilder

  init(_ builder: TimelineBuilder) { self.builder = builder }
}
