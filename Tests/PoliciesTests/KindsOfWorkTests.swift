import Device
import Policies
import Simulation
import Testing

/// How the policies treat work that is no fetch.
@Suite struct KindsOfWorkTests {
  private func decision(
    _ policy: String, _ candidates: [WorkCandidate], slots: Int, at seconds: Int = 1_000,
    network: NetworkKind = .wifi, explains: Bool = false
  ) throws -> WorkDecision {
    let policy = try PolicyCatalogue.policy(policy, in: world(apps: 8))
    var snapshot = device(at: seconds, network: network)
    snapshot.explains = explains
    return policy.answer(WorkCandidates(candidates), slots: slots, device: snapshot).value
  }

  @Test(
    "rules about content leave other work to the order of waiting, and let it go first",
    arguments: [
      "likely-next", "learned", "markov", "freshness-optimal", "freshness-index", "far-sighted",
    ])
  func beside(policy: String) throws {
    let candidates = [
      candidate(app(0, lastOpened: 0), since: 100),
      candidate(1, .push, since: 300),
      candidate(2, .transfer, since: 200),
    ].sorted { $0.eligibleSince < $1.eligibleSince }
    let decision = try decision(policy, candidates, slots: 2)
    #expect(decision.indices == [2, 1])
    #expect(decision.reason(for: 1) == "push waits")
  }

  @Test("periodic jobs that need a network are content, and other jobs are not")
  func jobs() throws {
    let periodic = candidate(0, .job, since: 10, interval: 900, requirements: [.network])
    let once = candidate(1, .job, since: 20, requirements: [.network])
    let offline = candidate(2, .job, since: 30, interval: 900)
    for policy in ["likely-next{threshold=0.9}", "learned{gainPerJoule=1000}"] {
      let decision = try decision(policy, [periodic, once, offline], slots: 3)
      #expect(decision.indices == [1, 2], "\(policy)")
      #expect(decision.reason(for: 1) == "job waits")
      #expect(decision.reason(for: 0)?.contains("not") == true)
    }
  }

  @Test("what a rule of content does with the slots that are left is its own affair")
  func left() throws {
    let candidates = [candidate(0, .push, since: 10), candidate(1, since: 20)]
    let decision = try decision("freshness-optimal", candidates, slots: 2, explains: true)
    #expect(decision.indices == [0, 1])
    #expect(decision.explanation?.candidates.map(\.app.index) == [0, 1])
    #expect(decision.explanation?.measure?.name == "due")
  }

  @Test("work that needs no network does not wait for company, nor for a network")
  func coalescing() throws {
    let candidates = [
      candidate(0, since: 990), candidate(1, .processing, since: 995),
      candidate(2, .processing, since: 996, requirements: [.network]),
      candidate(3, .transfer, since: 997),
    ]
    #expect(try decision("coalescing", candidates, slots: 4).indices == [1, 3])
    #expect(try decision("coalescing", candidates, slots: 4, network: .none).indices == [1, 3])
  }

  @Test("a deadline is the latest moment that the app has named, else the interval's, else at once")
  func deadlines() throws {
    let candidates = [
      candidate(0, since: 100, interval: 900),
      candidate(1, .refresh, since: 100, latest: 950),
      candidate(2, .refresh, since: 100, latest: 5_000),
      candidate(3, .push, since: 940),
    ]
    #expect(try decision("earliest-deadline", candidates, slots: 4).indices == [3, 1, 0, 2])
  }

  @Test("quotas of buckets hold for jobs, and pushes are none")
  func quotas() throws {
    let never = app(0)
    let jobs: [WorkKind] = [.fetch, .refresh, .processing, .job]
    for kind in WorkKind.allCases {
      let decision = try decision("standby-buckets", [candidate(never, kind, since: 10)], slots: 1)
      #expect(decision.indices == (jobs.contains(kind) ? [] : [0]), "\(kind)")
    }
  }

  @Test("the time of other work says nothing of fetches")
  func learning() throws {
    for name in ["far-sighted", "freshness-optimal"] {
      let entry = try PolicyCatalogue.entry(named: name)
      let (taught, untaught) = (entry.policy(in: world(apps: 3)), entry.policy(in: world(apps: 3)))
      let candidates = [candidate(0, since: 10), candidate(1, since: 20)]
      for kind in WorkKind.allCases where ![.fetch, .refresh, .job].contains(kind) {
        taught.observe(
          .work(
            kind, app: AppID(0), at: .start + .seconds(500), result: .newData, took: .seconds(400)))
      }
      for seconds in [600, 5_000, 50_000] {
        let answers = [taught, untaught].map {
          $0.fetches(candidates, slots: 1, device: device(at: seconds))
        }
        #expect(answers[0].chosen == answers[1].chosen, "\(name) at \(seconds)")
        #expect(answers[0].askAgainAfter == answers[1].askAgainAfter, "\(name) at \(seconds)")
      }
    }
  }

  @Test("who says that it treats all kinds alike chooses the same, whatever the kinds are")
  func alike() throws {
    var alike: [String] = []
    for entry in PolicyCatalogue.entries {
      let choices = WorkKind.allCases.filter { $0.lane == .short }.map { kind in
        let policy = entry.policy(in: world(apps: 8))
        return (1...40).map { round in
          let moment = round * 500
          let candidates = (0..<6).map {
            candidate(
              app($0, lastOpened: $0 * 70, lastUsed: $0 * 80, lastFetch: moment - 1_000), kind,
              since: moment - 7 * ($0 + 1))
          }
          let decision = policy.fetches(candidates, slots: 2, device: device(at: moment))
          return "\(decision.indices) \(decision.askAgainAfter?.description ?? "")"
        }
      }
      if Set(choices).count == 1 { alike.append(entry.name) }
      if entry.kinds == "all alike" { #expect(Set(choices).count == 1, "\(entry.name)") }
    }
    #expect(!alike.contains("ios-like") && !alike.contains("standby-buckets"))
  }

  @Test("each policy says how it treats the kinds of work")
  func said() {
    for entry in PolicyCatalogue.entries { #expect(!entry.kinds.isEmpty, "\(entry.name)") }
  }
}
