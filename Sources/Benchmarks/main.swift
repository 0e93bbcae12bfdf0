// Prints what docs and README say about speed and memory, the C floor beside ours in one run.
// `scripts/bench` builds and runs it; arguments choose among weekday, memory, timers, calls,
// patterns and pairs, or ask for what takes long: what decisions cost, `decisions`, and a mixed day of
// 10,000 apps, `scale` (well over ten minutes).
// `scripts/count-instructions` uses `--work NAME UNITS`.

let wanted = CommandLine.arguments.dropFirst()
let benchmarks = [
  ("weekday", measureWeekday), ("memory", measureMemory), ("timers", measureTimers),
  ("calls", measureCalls), ("patterns", measurePatterns), ("pairs", measurePairs),
]

if wanted.first == "--work" {
  doCountedWork(Array(wanted.dropFirst()))
} else if wanted.first == "decisions" {
  measureDecisions()
} else if wanted.first == "scale" {
  measureScale()
} else {
  print("benchmark                                            measured        goal   reached")
  for (name, measure) in benchmarks where wanted.isEmpty || wanted.contains(name) {
    measure()
  }
}
