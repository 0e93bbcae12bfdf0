import CLuaReference
import Foundation
import Lua
import Testing

/// Holds the functions that scripts see against liblua's own, in the same process.
///
/// A generator is a Lua text that makes random calls and tells of each: it runs in a state of
/// Dormouse's and in a plain one of liblua, from the same seed, and both must tell the same. It
/// follows `Differential.prelude` and calls `check(name, f, ...)`; at its end `return told()`.
struct Differential {
  let generator: String
  /// Records in which liblua says one of these are not compared: where Dormouse does better.
  var tolerated: [String] = []

  /// Calls that the suite makes of each generator; `DORMOUSE_DIFFERENTIAL_CALLS` asks for another
  /// number, and `scripts/differential` sets that.
  static let calls =
    ProcessInfo.processInfo.environment["DORMOUSE_DIFFERENTIAL_CALLS"].flatMap(Int.init) ?? 20_000

  private static let batch = 1_000

  /// Makes so many calls in both that differ from one another; the first of which the two told
  /// differently, each as its two records.
  func differences(calls: Int = Differential.calls, seed: Int = 1) throws -> [String] {
    let chunk = Self.prelude + generator
    let reference = try ReferenceState(chunk)
    let script = try Script(LuaLimits(memoryBytes: 1 << 30))
    let function = try script.state.load(chunk, name: "differential")
    var differences: [String] = []
    var made = DistinctCalls()
    let most = 5 * (calls / Self.batch + 1)
    for batch in 0..<most where made.count < calls && differences.count <= 5 {
      let expected = try reference.run(seed * 1_000_003 + batch, Self.batch)
      let told = try script.state.call(function) {
        $0.push(seed * 1_000_003 + batch)
        $0.push(Self.batch)
      } results: { (frame) throws(LuaFailure) in
        try frame.bytes(1)
      }
      script.state.collectIfGrown()
      made.insert(expected)
      if told != expected { differences += compare(records(of: told), records(of: expected)) }
    }
    if made.count < calls && differences.isEmpty {
      differences.append("only \(made.count) different calls in \(most * Self.batch)")
    }
    return differences
  }

  /// Records an issue for each difference that is found first.
  func expectNone(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for difference in try differences() {
      Issue.record("\(difference)", sourceLocation: sourceLocation)
    }
  }

  private func compare(_ told: [String], _ expected: [String]) -> [String] {
    var differences: [String] = []
    for (told, expected) in zip(told, expected) where told != expected {
      if tolerated.contains(where: { expected.contains($0) }) { continue }
      differences.append("Dormouse: \(visible(told))\nliblua:   \(visible(expected))")
    }
    if told.count != expected.count {
      differences.append("\(told.count) records instead of \(expected.count)")
    }
    return differences
  }

  /// Bytes become characters one by one, whatever they are.
  private func records(of bytes: [UInt8]) -> [String] {
    String(bytes: bytes, encoding: .isoLatin1)!.components(separatedBy: "\n#")
  }

  private func visible(_ record: String) -> String {
    String(
      String.UnicodeScalarView(
        record.unicodeScalars.map {
          $0.value >= 32 && $0.value < 127 || $0 == "\n" ? $0 : Unicode.Scalar(0x2400 + $0.value)!
        }))
  }

  /// What generators are made of. `check` notes a call under pcall with its arguments and results,
  /// `random(n)` is 1 ... n, `one(list)` one of a list, and `several(n, f)` n results of f as a
  /// list.
  static let prelude = """
    local seed, calls = ...
    local word = seed * 0x9E3779B97F4A7C15 | 1
    local function random(n)
      word = word ~ word << 13
      word = word ~ word >> 7
      word = word ~ word << 17
      return (word >> 20) % n + 1
    end
    local function one(list) return list[random(#list)] end
    local function several(n, f)
      local list = {}
      for i = 1, n do list[i] = f(i) end
      return list
    end
    local records, record = {}, {}
    local function tell(v, depth)
      local kind = math.type(v) or type(v)
      local text
      if kind == "string" then text = '"' .. v .. '"'
      elseif kind == "float" then text = string.format("%a", v)
      elseif kind == "integer" or kind == "boolean" or kind == "nil" then text = tostring(v)
      elseif kind == "table" and depth < 3 then
        record[#record + 1] = "{"
        for i = 1, rawlen(v) do tell(rawget(v, i), depth + 1) end
        text = "}"
      else text = kind end
      record[#record + 1] = text
    end
    local function tell_all(...)
      for i = 1, select("#", ...) do tell((select(i, ...)), 0) end
    end
    local function check(name, f, ...)
      record = {"\\n#" .. #records .. " " .. name}
      tell_all(...)
      record[#record + 1] = "="
      tell_all(pcall(f, ...))
      records[#records + 1] = table.concat(record, " ")
    end
    local function told() return table.concat(records) end

    """
}

/// Counts records that differ in more than their number.
private struct DistinctCalls {
  private var digests: Set<Int> = []

  var count: Int { digests.count }

  /// Takes the records of a batch, of which each is a line break, "#", its number, and the call.
  mutating func insert(_ records: [UInt8]) {
    for record in records.split(separator: UInt8(ascii: "#")) {
      let call = record.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      var hasher = Hasher()
      unsafe call.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      digests.insert(hasher.finalize())
    }
  }
}

/// A plain state of liblua that has compiled one chunk.
@safe
final class ReferenceState {
  private let state: OpaquePointer

  init(_ chunk: String) throws {
    unsafe state = reference_open()!
    var text: UnsafePointer<CChar>?
    let length = chunk.utf8.count
    guard unsafe reference_load(state, chunk, length, "@differential", &text) == 0 else {
      throw LuaFailure(.syntax, unsafe String(cString: text!))
    }
  }

  deinit { unsafe reference_close(state) }

  /// Runs the chunk with two integers; the text that it returns.
  func run(_ first: Int, _ second: Int) throws -> [UInt8] {
    var text: UnsafePointer<CChar>?
    var length = 0
    let status = unsafe reference_run(state, Int64(first), Int64(second), &text, &length)
    guard status == 0 else { throw LuaFailure(.runtime, unsafe String(cString: text!)) }
    return unsafe Array(UnsafeRawBufferPointer(start: text, count: length))
  }
}
