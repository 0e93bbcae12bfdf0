import Simulation
import Testing

@testable import Device

@Suite("Who waits for slots")
struct WaitingTests {
  @Test("the list of those who wait is that of a plain search, whatever happens", arguments: 0..<4)
  func plainSearch(batch: Int) {
    var severalQueues = 0
    for seed in batch * 5..<(batch + 1) * 5 {
      let phone = Chaos.phone(seed: UInt64(seed))
      for second in stride(from: 0.0, through: 900, by: 2.5) {
        phone.device.run(until: moment(second))
        for lane in WorkLane.allCases {
          let services = phone.device.services
          let line = phone.device.arbiter.line(lane)
          let found = line.waiting
          #expect(line.names.sum == CandidateTexts(line.names.texts).sum)
          #expect(line.kinds.sum == CandidateTexts(line.kinds.texts).sum)
          #expect(found == plain(lane, phone.device), "seed \(seed) at \(second)")
          #expect(services.someoneWaits(in: lane) == !found.isEmpty)
          if Set(found.map(\.queue)).count > 1 { severalQueues += 1 }
        }
      }
    }
    #expect(severalQueues > 10)
  }

  /// Every app with the queue that it has waited in longest, of those of notices if it waits in one,
  /// of equals the first, in order of its longest wait, then of the queue, then of coming.
  private func plain(_ lane: WorkLane, _ device: Device) -> [Waiting] {
    let queues = device.services[lane]
    let waiting = device.processes.compactMap { process -> Waiting? in
      let waits = queues.indices.compactMap { queue in
        queues[queue].wait(of: process).map {
          Waiting(app: process.id, queue: queue, since: $0.since, turn: $0.turn)
        }
      }.sorted { ($0.since, $0.queue) < ($1.since, $1.queue) }
      var told = waits.first { [.push, .transfer].contains(queues[$0.queue].kind) } ?? waits.first
      if let longest = waits.first { told?.since = longest.since }
      return told
    }
    return waiting.sorted {
      ($0.since, $0.queue, $0.turn) < ($1.since, $1.queue, $1.turn)
    }
  }

  @Test("an app that waits for two kinds is a candidate once, for its push")
  func once() {
    let phone = Phone("a", "b", seconds: 100)
    phone.scenario.device.fetchSlots.concurrent = 0
    phone.scenario.device.limits.minimumFetchInterval = .zero
    for index in [0, 1] { phone.scenario.apps[index].modes = [.fetch, .remoteNotification] }
    for app in ["a", "b"] { phone.on("didFinishLaunching", of: app, [.fetchEvery(20)]) }
    phone.opens("a", at: 0)
    phone.opens("b", at: 1)
    phone.closes(at: 2)
    phone.scenario.pushes = [15, 40].map {
      PushSource(to: AppID($0 == 15 ? 1 : 0), .at(moment($0)))
    }
    func waiting(at second: Double) -> [String] {
      phone.run(until: second)
      let services = phone.device.services
      return phone.device.arbiter.line(.short).waiting.map {
        "\(phone.device[$0.app].name) \(services[.short][$0.queue].kind)"
      }
    }
    #expect(waiting(at: 10) == [])
    #expect(waiting(at: 16) == ["b push"])
    #expect(waiting(at: 30) == ["b push", "a fetch"])
    #expect(waiting(at: 45) == ["b push", "a push"])
  }

  @Test("the last fetch that a policy sees is the fetch or refresh that began last, if any did")
  func lastFetch() {
    for seed in 0..<5 {
      let phone = Chaos.phone(seed: UInt64(seed))
      for second in stride(from: 0.0, through: 900, by: 12.5) {
        phone.device.run(until: moment(second))
        for process in phone.device.processes {
          let began = phone.device.services.queues
            .filter { [.fetch, .refresh].contains($0.kind) }
            .compactMap { $0.history(of: process).lastBegan }.max()
          #expect(phone.device.snapshot(of: process).lastFetchBegan == began, "seed \(seed)")
        }
      }
    }
  }
}

extension CandidateLine {
  fileprivate var waiting: [Waiting] { candidates.compactMap { wait(of: $0.app.id) } }
}
