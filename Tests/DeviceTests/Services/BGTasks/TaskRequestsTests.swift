import Simulation
import Testing

@testable import Device

@Suite("Requests to BGTaskScheduler: what is taken, by table (T3, T4)")
struct TaskRequestsTests {
  private let here = SourceLocation(file: "test", line: 1)
  private let permissions = TaskPermissions(
    identifiers: ["r", "s"] + (0...11).map { "p\($0)" }, modes: [.fetch, .processing],
    isRefreshOn: true)

  private func pending(_ request: TaskRequest, at seconds: Double = 0) -> PendingRequest {
    PendingRequest(
      request: request, submitted: moment(seconds), number: 1, location: here, isInChain: false)
  }

  @Test("identifier, mode and the user's switches decide, in this order")
  func permitted() {
    let refresh = TaskRequest.refresh("r")
    let processing = TaskRequest.processing("r")
    let table: [(TaskRequest, [String], BackgroundModes, Bool, TaskRequestError?)] = [
      (refresh, ["r"], [.fetch], true, nil),
      (refresh, [], [.fetch], true, .notPermitted),
      (refresh, ["R"], [.fetch], true, .notPermitted),
      (refresh, ["r"], [.processing], true, .notPermitted),
      (processing, ["r"], [.processing], true, nil),
      (processing, ["r"], [.fetch], true, .notPermitted),
      (refresh, ["r"], [.fetch], false, .unavailable),
      (processing, ["r"], [.processing], false, .unavailable),
      (refresh, [], [.fetch], false, .notPermitted),
    ]
    for (request, identifiers, modes, isOn, error) in table {
      var requests = TaskRequests()
      let permissions = TaskPermissions(identifiers: identifiers, modes: modes, isRefreshOn: isOn)
      #expect(requests.submit(pending(request), permissions) == error)
      #expect(requests.pending.count == (error == nil ? 1 : 0))
    }
  }

  @Test("one refresh and ten processing requests are pending at most; the same identifier replaces")
  func bounds() {
    var requests = TaskRequests()
    func submit(_ request: TaskRequest) -> TaskRequestError? {
      requests.submit(pending(request), permissions)
    }
    #expect(submit(.refresh("r")) == nil)
    #expect(submit(.refresh("s")) == .tooManyPendingTaskRequests)
    #expect(submit(.refresh("r", earliest: moment(9))) == nil)
    #expect(requests.pending.map(\.request) == [.refresh("r", earliest: moment(9))])
    for number in 0..<10 { #expect(submit(.processing("p\(number)")) == nil) }
    #expect(submit(.processing("p10")) == .tooManyPendingTaskRequests)
    #expect(submit(.processing("p3", requiresPower: true)) == nil)
    // It would replace the refresh, but there is no room for it: the refresh stays.
    #expect(submit(.processing("r")) == .tooManyPendingTaskRequests)
    #expect(requests.pending.count == 11)
    #expect(requests.remove("p3")?.request.requirements == .externalPower)
    #expect(requests.remove("p3") == nil)
    #expect(submit(.processing("r")) == nil)
    #expect(!requests.pending.contains { $0.request.kind == .refresh })
    for _ in 0..<1_000 { #expect(submit(.processing("p11")) == .tooManyPendingTaskRequests) }
    #expect(requests.pending.count == 10)
  }

  @Test("the request with the fewest obstacles comes next, of equals the one due first")
  func order() {
    var requests = TaskRequests()
    for (name, due) in [("p1", 30.0), ("p2", 20), ("p3", 20)] {
      _ = requests.submit(pending(.processing(name, earliest: moment(due))), permissions)
    }
    func next(_ obstacles: (PendingRequest) -> [Ineligibility]) -> String? {
      requests.next(.processing, obstacles: obstacles)?.request.request.identifier
    }
    #expect(next { _ in [] } == "p2")
    #expect(next { $0.request.identifier == "p1" ? [] : [.notCharging] } == "p1")
    #expect(requests.next(.refresh) { _ in [] } == nil)
    let past = pending(.refresh("r", earliest: moment(-50)), at: 7)
    #expect(past.due == moment(7) && pending(.refresh("r"), at: 7).due == moment(7))
  }

  @Test("a handler is registered once an identifier, while the app launches")
  func handlers() {
    var handlers = TaskHandlers()
    let handler = TaskHandlers.Handler(block: BlockID(1), isOnMain: false, location: here)
    #expect(handlers.register(handler, for: "r") == nil)
    #expect(handlers.register(handler, for: "r")?.contains("registered already (r)") == true)
    #expect(handlers.register(handler, for: "s") == nil)
    handlers.launchIsOver()
    #expect(handlers.register(handler, for: "p")?.contains("before didFinishLaunching") == true)
    #expect(handlers["s"] != nil && handlers["p"] == nil)
  }
}
