import Device
import Lua
import Simulation
import Testing

@testable import Scripting

@Suite("What WorkManager keeps")
struct WorkStoreTests {
  private let here = SourceLocation(file: "test", line: 1)

  private func store(
    _ steps: [[String]], named name: String? = "w", _ change: (inout WorkRequest) -> Void = { _ in }
  ) -> WorkStore {
    var store = WorkStore()
    enqueue(steps, named: name, .keep, at: 0, into: &store, change)
    return store
  }

  private func enqueue(
    _ steps: [[String]], named name: String? = "w", _ policy: ExistingWorkPolicy,
    at seconds: Double,
    into store: inout WorkStore, _ change: (inout WorkRequest) -> Void = { _ in }
  ) {
    let requests = steps.map { step in
      step.map { name in
        var request = WorkRequest(worker: name)
        change(&request)
        return request
      }
    }
    store.enqueue(requests, named: name, policy, at: at(seconds), location: here)
  }

  private func at(_ seconds: Double) -> Instant { .start + .seconds(seconds) }

  private func states(_ store: WorkStore) -> [String] {
    store.works.map { "\($0.request.worker) \($0.state.rawValue)" }
  }

  /// Begins a unit of work and ends it.
  private func run(
    _ number: Int32, _ outcome: WorkOutcome = .success, output: LuaValue = .table([]),
    at seconds: Double = 0, in store: inout WorkStore
  ) {
    store.isScheduled(number)
    _ = store.begin(number, at: at(seconds))
    store.end(number, outcome, output: output, at: at(seconds))
  }

  @Test(
    "work that failed waits 30 s, 60 s, 120 s, five hours at most; linearly as often as it failed")
  func backoff() {
    for (policy, waits) in [
      (JobBackoff.Policy.exponential, [30.0, 60, 120, 240]), (.linear, [30, 60, 90, 120]),
    ] {
      var store = store([["a"]]) { $0.backoff = JobBackoff(policy, initial: .seconds(30)) }
      var now = 100.0
      for wait in waits {
        run(1, .retry, at: now, in: &store)
        #expect(store[1]?.due == at(now + wait))
        now += 5 * 3600
      }
      for _ in 0..<40 {
        run(1, .retry, at: now, in: &store)
        now += 5 * 3600
      }
      let longest = policy == .linear ? 44 * 30.0 : 5 * 3600
      #expect(store[1]?.due == at(now - 5 * 3600 + longest))
    }
  }

  @Test(
    "periodic work comes again an interval after its end; its first run is at once, or in the flex")
  func periodic() {
    var plain = store([["a"]]) { $0.interval = .hours(1) }
    #expect(plain[1]?.due == at(0))
    run(1, .failure, at: 50, in: &plain)
    #expect(states(plain) == ["a ENQUEUED"] && plain[1]?.due == at(3650))
    let flexible = store([["a"]]) { request in
      request.interval = .hours(1)
      request.flex = .minutes(10)
      request.initialDelay = .seconds(5)
    }
    #expect(flexible[1]?.due == at(3000 + 5))
  }

  @Test("a chain goes on when all before it has succeeded, and gets what they gave")
  func chain() {
    var store = store([["a", "b"], ["c"]])
    #expect(states(store) == ["a ENQUEUED", "b ENQUEUED", "c BLOCKED"])
    run(1, output: .table([LuaEntry(key: .text("x"), value: .integer(1))]), in: &store)
    #expect(states(store) == ["a SUCCEEDED", "b ENQUEUED", "c BLOCKED"])
    run(2, output: .table([LuaEntry(key: .text("x"), value: .integer(2))]), in: &store)
    #expect(states(store).last == "c ENQUEUED")
    store.isScheduled(3)
    let begun = store.begin(3, at: at(0))
    #expect(begun?.input["x"] == .integer(2))
  }

  @Test("what waits for work that fails, or is cancelled, does so too")
  func failedChain() {
    var failed = store([["a"], ["b"], ["c"]])
    run(1, .failure, in: &failed)
    #expect(states(failed) == ["a FAILED", "b FAILED", "c FAILED"])
    var cancelled = store([["a"], ["b"], ["c"]])
    cancelled.cancel(at: at(0)) { $0.number == 1 }
    #expect(states(cancelled) == ["a CANCELLED", "b CANCELLED", "c CANCELLED"])
  }

  @Test(
    "a policy says what becomes of work that has the name",
    arguments: [
      (ExistingWorkPolicy.keep, ["a ENQUEUED"], ["n ENQUEUED"]),
      (.replace, ["n ENQUEUED"], ["n ENQUEUED"]),
      (.append, ["a ENQUEUED", "n BLOCKED"], ["a FAILED", "n FAILED"]),
      (.appendOrReplace, ["a ENQUEUED", "n BLOCKED"], ["n ENQUEUED"]),
    ])
  func policies(_ policy: ExistingWorkPolicy, pending: [String], failed: [String]) {
    var waiting = store([["a"]])
    enqueue([["n"]], policy, at: 1, into: &waiting)
    #expect(states(waiting) == pending)
    var over = store([["a"]])
    run(1, .failure, in: &over)
    enqueue([["n"]], policy, at: 1, into: &over)
    #expect(states(over) == failed)
    #expect(over.takeChanges().last?.request.worker == "n")
  }

  @Test("UPDATE keeps since when the work waits, and does nothing where nothing has changed")
  func update() {
    var store = store([["a"]]) { $0.interval = .hours(1) }
    run(1, at: 10, in: &store)
    store.isScheduled(1)
    var request = WorkRequest(worker: "a")
    request.interval = .hours(1)
    var isThere = [store.update("w", to: request, location: here)]
    #expect(store[1]?.isScheduled == true)
    request.interval = .hours(2)
    isThere.append(store.update("w", to: request, location: here))
    #expect(store[1]?.isScheduled == false && store[1]?.due == at(7210))
    isThere.append(store.update("other", to: request, location: here))
    #expect(isThere == [true, true, false])
  }

  @Test("twenty jobs stand for work at once, the longest waiting first")
  func limit() {
    var store = WorkStore()
    for number in 0..<30 {
      enqueue([["\(number)"]], named: nil, .keep, at: Double(number), into: &store)
    }
    for number in Int32(1)...20 {
      #expect(store.nextUnscheduled()?.number == number)
      store.isScheduled(number)
    }
    #expect(store.nextUnscheduled().map(\.number) == nil)
    run(7, at: 30, in: &store)
    #expect(store.nextUnscheduled()?.number == 21)
  }

  @Test("a new process finds what ran enqueued, and what has lost its job without one")
  func reopening() {
    var store = store([["a"], ["b"]], named: nil)
    store.isScheduled(1)
    _ = store.begin(1, at: at(5))
    store.reopen(jobs: [1_000_001], at: at(10))
    #expect(states(store) == ["a ENQUEUED", "b BLOCKED"])
    #expect(store[1]?.isScheduled == true && store[1]?.attempts == 1)
    store.reopen(jobs: [], at: at(10))
    #expect(store[1]?.isScheduled == false)
    run(1, at: 40, in: &store)
    run(2, at: 40, in: &store)
    store.reopen(jobs: [], at: at(39 + 86_400))
    #expect(store.works.count == 2)
    store.reopen(jobs: [], at: at(40 + 86_400))
    #expect(store.works.isEmpty)
  }

  @Test("urgent work is urgent once: one that is delayed or tries again is a job like any other")
  func urgent() {
    var store = store([["a"]]) { $0.outOfQuota = .runAsNonExpedited }
    #expect(store[1]?.jobRequest(at: at(0)).isExpedited == true)
    run(1, .retry, at: 0, in: &store)
    let again = store[1]?.jobRequest(at: at(10))
    #expect(again?.isExpedited == false && again?.minimumLatency == .seconds(20))
    #expect(store[1]?.jobRequest(at: at(60)).isExpedited == false)
    store.isNotUrgent(1)
    #expect(store[1]?.request.outOfQuota == nil)
  }

  @Test("Data holds texts, numbers, booleans and lists of them, 10,240 bytes of them")
  func data() {
    func excess(_ value: LuaValue) -> String? {
      WorkRules.excess(of: .table([LuaEntry(key: .text("k"), value: value)]))
    }
    #expect(excess(.list([.integer(1), .text("x")])) == nil)
    #expect(excess(.string(Array(repeating: 0, count: 10_226))) == nil)
    #expect(excess(.string(Array(repeating: 0, count: 10_227)))?.hasPrefix("IllegalState") == true)
    #expect(excess(.list([.list([])]))?.hasPrefix("IllegalArgument") == true)
    #expect(
      excess(.table([LuaEntry(key: .text("x"), value: .integer(1))]))?
        .hasPrefix("IllegalArgument") == true)
  }

  @Test("each of a chain that is cancelled is so once")
  func cancelledOnce() {
    var store = store([["a"], ["b"], ["c"]])
    _ = store.takeChanges()
    store.cancel(at: at(5)) { $0.name == "w" }
    let changes = store.takeChanges().map(\.number)
    #expect(changes == [1, 2, 3])
    #expect(states(store) == ["a CANCELLED", "b CANCELLED", "c CANCELLED"])
  }

  @Test("work that was stopped gets another job, of what is asked by then")
  func anotherJob() throws {
    for isUpdated in [false, true] {
      var store = store([["a"]]) { $0.interval = .minutes(20) }
      store.isScheduled(1)
      _ = store.begin(1, at: at(0))
      if isUpdated {
        var request = WorkRequest(worker: "b")
        request.interval = .minutes(30)
        let isThere = store.update("w", to: request, location: here)
        #expect(isThere)
      }
      #expect(store.nextUnscheduled().map(\.number) == nil)
      store.interrupt(1)
      #expect(store[1]?.state == .enqueued)
      #expect(store.nextUnscheduled()?.request.worker == (isUpdated ? "b" : "a"))
    }
  }

  @Test("its backoff is since it was enqueued, and a job that comes sooner is put off")
  func stopped() {
    var store = store([["a"]])
    store.isScheduled(1)
    _ = store.begin(1, at: at(2))
    store.interrupt(1)
    #expect(store[1]?.due == at(30) && store[1]?.attempts == 1)
    #expect(store[1]?.jobRequest(at: at(9)).minimumLatency == .seconds(21))
    store.isScheduled(1)
    let early = store.begin(1, at: at(9))
    #expect(early == nil && store.nextUnscheduled()?.number == 1)
    store.isScheduled(1)
    let late = store.begin(1, at: at(200))
    #expect(late != nil)
    store.interrupt(1)
    // Its second backoff, of 60 s, is over already.
    #expect(store[1]?.jobRequest(at: at(300)).minimumLatency == nil)
  }

  @Test("attempts stay known when the work is over; periodic work begins to count anew")
  func attempts() {
    var once = store([["a"]])
    run(1, .retry, at: 0, in: &once)
    run(1, at: 40, in: &once)
    #expect(once[1]?.attempts == 2 && once[1]?.state == .succeeded)
    var periodic = store([["a"]]) { $0.interval = .hours(1) }
    run(1, at: 0, in: &periodic)
    #expect(periodic[1]?.attempts == 0)
  }
}
