// Prints the figures of docs and README on speed and memory. `scripts/bench` builds and runs it;
// arguments choose among weekday, fortnight, launches, memory, timers, calls, scale and
// writer.
// `scripts/count-instructions` uses `--work NAME UNITS`.

let wanted = CommandLine.arguments.dropFirst()
let benchmarks = [
  ("weekday", measureWeekday), ("fortnight", measureFortnight), ("launches", measureLaunches),
  ("memory", measureMemory), ("timers", measureTimers), ("calls", measureCalls),
  ("scale", measureScale), ("writer", measureWriter),
]

if wanted.first == "--work" {
  doCountedWork(Array(wanted.dropFirst()))
} else {
  print("benchmark                                            measured        goal   reached")
  for (name, measure) in benchmarks where wanted.isEmpty || wanted.contains(name) {
    measure()
  }
}
