import Foundation
import Lua
import Testing

/// What the tests' scripts talk to.
final class Notebook {
  var lines: [String] = []
  var waiting: [LuaFiber] = []
  var references: [LuaReference] = []
  /// By `print` and `io`, where the library has them.
  var written = ""
}

/// The scripts' globals: `note(...)`, `sleep(...)` (awaits), `fail(message)`, `call(f)`, `quit()`,
/// `Box`.
let library = LuaLibrary<Notebook> { define(in: &$0) }

/// The same, and what prints and inspects.
let openLibrary = LuaLibrary<Notebook> { library in
  define(in: &library)
  library.hasInspection = true
  library.output { bytes, notebook in
    notebook.written += String(decoding: bytes, as: UTF8.self)
  }
}

private func define(in library: inout LuaLibraryBuilder<Notebook>) {
  library.function("note", arguments: .printed) { (frame, notebook) throws(LuaFailure) in
    notebook.lines.append(try frame.string(1))
    return .none
  }
  library.function("log", arguments: .formatted) { (frame, notebook) throws(LuaFailure) in
    notebook.lines.append(try frame.string(1))
    return .none
  }
  library.function("host.sleep") { (frame, notebook) throws(LuaFailure) in
    if let fiber = frame.waitingFiber { notebook.waiting.append(fiber) }
    return .await
  }
  library.function("host.fail") { (frame, _) throws(LuaFailure) in
    throw LuaFailure(.runtime, try frame.string(1))
  }
  library.function("host.add") { (frame, _) throws(LuaFailure) in
    frame.result(try frame.integer(1) + frame.integer(2))
  }
  library.function("host.call") { (frame, notebook) throws(LuaFailure) in
    let function = try frame.function(1)
    defer { frame.state.release(function) }
    return try frame.state.call(function) { (results) throws(LuaFailure) in
      frame.result(results.count)
    }
  }
  library.function("host.keep") { (frame, notebook) throws(LuaFailure) in
    notebook.references.append(frame.reference(1))
    return .none
  }
  library.function("host.quit") { (frame, _) throws(LuaFailure) in
    frame.state.kill("quit")
    return .none
  }
  library.function("host.idle") { (frame, _) throws(LuaFailure) in
    let end = processorSeconds() + (try frame.number(1))
    while processorSeconds() < end {}
    return .none
  }
  library.function("host.line") { (frame, _) throws(LuaFailure) in
    frame.result(frame.sourceLocation()?.line ?? 0)
  }
  library.function("host.copy") { (frame, _) throws(LuaFailure) in
    frame.result(try frame.value(1, as: "value"))
  }
  library.modules { name, _ in
    if name == "itself" {
      return .found(source: Array("return require('itself')".utf8), name: "itself.lua")
    }
    if name == "nested" {
      return .found(source: Array(HostileScripts.nested.utf8), name: "nested.lua")
    }
    return name == "answer"
      ? .found(source: Array("return { value = 42, name = ... }".utf8), name: "lib/answer.lua")
      : .missing("\n\tno file '\(name).lua'")
  }
}

/// Processor time of this thread.
private func processorSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let testSeed = LuaSeed(1, 2, 3, 4)

/// A state with the notebook that its scripts write.
struct Script {
  let state: LuaState
  let notebook = Notebook()

  init(memoryBytes: Int = 16 << 20, slice: Int = .max / 8, limit: Int = 20_000_000)
    throws(LuaFailure)
  {
    try self.init(
      LuaLimits(memoryBytes: memoryBytes, sliceInstructions: slice, entryInstructions: limit))
  }

  init(
    _ limits: LuaLimits, seed: LuaSeed = testSeed, library: LuaLibrary<Notebook> = library
  ) throws(LuaFailure) {
    state = try LuaState(limits: limits, seed: seed, library: library, host: notebook)
  }

  /// Runs a text on a fiber.
  func run(_ source: String) throws(LuaFailure) -> LuaStep {
    let function = try state.load(source, name: "test.lua")
    defer { state.release(function) }
    return state.start(function)
  }

  /// Runs it to the end; what it noted.
  @discardableResult
  func lines(_ source: String) throws -> [String] {
    switch try run(source) {
    case .finished: break
    case .failed(let failure): throw failure
    case .awaiting, .preempted: throw LuaFailure(.runtime, "the script stopped")
    }
    return notebook.lines
  }

  /// Runs it to its failure.
  func failure(_ source: String) throws -> LuaFailure {
    guard case .failed(let failure) = try run(source) else {
      throw LuaFailure(.runtime, "the script did not fail: \(notebook.lines)")
    }
    return failure
  }
}

extension LuaStep {
  var fiber: LuaFiber? {
    switch self {
    case .awaiting(let fiber), .preempted(let fiber): fiber
    case .finished, .failed: nil
    }
  }

  var isFinished: Bool { if case .finished = self { true } else { false } }
  var failure: LuaFailure? { if case .failed(let failure) = self { failure } else { nil } }
}
