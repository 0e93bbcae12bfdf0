import CFloor
import Foundation
import Lua

private final class Searcher {}

/// The typical uses of patterns in scripts: what is prepared, and what is called over and over.
private let patterns: [(name: String, ready: String, call: String)] = [
  ("a word found", "s = 'the quick brown fox jumps'", "s:find('fox')"),
  ("a line taken apart", "s = 'key = value'", "s:match('^(%w+)%s*=%s*(%w+)$')"),
  ("a number", "s = '  -12.5e3 '", "s:match('^%s*([+-]?%d+%.?%d*)')"),
  ("a date", "s = '2026-11-22'", "s:match('(%d+)-(%d+)-(%d+)')"),
  ("spaces trimmed", "s = '   hello world   '", "s:match('^%s*(.-)%s*$')"),
  ("the last part of a path", "s = '/usr/share/lua/5.4/pl/path.lua'", "s:match('([^/]+)$')"),
  ("a path in two", "s = '/usr/share/lua/5.4/pl/path.lua'", "s:match('(.*)/(.*)')"),
  ("words", "s = ('some words in a line, '):rep(5)", "for w in s:gmatch('%a+') do end"),
  ("fields", "s = ('12,abc,,x y,'):rep(5)", "for w in s:gmatch('([^,]*)') do end"),
  ("a digit in 1 KB", "s = ('x'):rep(1000) .. 1", "s:find('%d')"),
  ("a word in 10 KB", "s = ('some text '):rep(1000) .. 'end.'", "s:find('end%.')"),
  ("a word that is not there", "s = ('lorem ipsum '):rep(100)", "s:find('(dolor) (%a+)')"),
  ("brackets", "s = 'f(a(b)c(d(e)))'", "s:match('%b()')"),
  ("a quoted text", "s = [[x = 'it is \"so\"' .. y]]", "s:match([[([\"'])(.-)%1]])"),
  ("frontiers", "s = 'THE (quick) fox'", "s:gsub('%f[%a]%a+%f[%A]', '%0')"),
  ("a text replaced", "s = ('some text '):rep(10)", "s:gsub('text', 'words')"),
  ("by a table", "s = '$name is $age years' t = {name = 'x', age = 7}", "s:gsub('%$(%w+)', t)"),
  (
    "by a function", "s = 'a b&c=d/e' f = function(c) return ('%%%02X'):format(c:byte()) end",
    "s:gsub('[^%w]', f)"
  ),
  ("with captures", "s = 'x=1, y=2, z=3'", "s:gsub('(%w+)=(%w+)', '%2=%1')"),
  ("spaces made one", "s = ('a  b   c '):rep(10)", "s:gsub('%s+', ' ')"),
]

/// Measures patterns used over and over, ours beside liblua's own in the same process.
func measurePatterns() {
  var product = 1.0
  for pattern in patterns {
    let source = "local s, t, f \(pattern.ready) for i = 1, ... do \(pattern.call) end"
    let calls = 100_000
    let pairs = Pairs(3) {
      run(source, calls)
    } floor: {
      unsafe dm_floor_chunk(source, calls)
    }
    let (ours, floor) = (pairs.bestOurs, pairs.bestFloor)
    product *= ours / floor
    let times = [floor, ours].map { decimals($0 / Double(calls) * 1e9, 0) + " ns" }
    report(
      pattern.name + ", ours to liblua's \(times[0])", times[1], goal: decimals(ours / floor, 2))
  }
  let mean = pow(product, 1 / Double(patterns.count))
  report(
    "patterns, ours to liblua's, geometric mean", decimals(mean, 2), goal: "< 1",
    isReached: mean < 1)
}

private func run(_ source: String, _ calls: Int) -> Double {
  do {
    let library = LuaLibrary<Searcher> { _ in }
    let state = try LuaState(seed: LuaSeed(1, 2, 3, 4), library: library, host: Searcher())
    let chunk = try state.load(source, name: "benchmark.lua")
    return try seconds { () throws(LuaFailure) in try state.call(chunk) { $0.push(calls) } }
  } catch {
    fatalError("benchmark: \(error)")
  }
}
