import Simulation
import Testing

@testable import Device

@Suite("Rules of background transfers")
struct TransferRulesTests {
  // MARK: Sessions

  private static let done = URLAnswer(statusCode: 200, bytes: 0, newItems: 0, error: nil)

  /// Sessions "x" and "y", created in this process, with so many transfers each under way.
  private func sessions(
    _ counts: Int..., launching: Bool = true
  ) -> (TransferSessions, [[TransferID]]) {
    var sessions = TransferSessions()
    var ids: [[TransferID]] = []
    for (count, name) in zip(counts, ["x", "y"]) {
      let (session, _) = sessions.connect(name, TransferSettings(sendsLaunchEvents: launching))
      ids.append(
        (0..<count).map { _ in
          let id = sessions.nextID()
          sessions.add(
            Transfer(
              id: id, session: session, direction: .download,
              request: URLRequest(url: "https://server/"), server: nil, isDiscretionary: false,
              begun: .start, description: nil))
          return id
        })
    }
    return (sessions, ids)
  }

  @Test("an app is woken once all transfers of a session are done, once for each of them")
  func wakes() {
    var (sessions, ids) = sessions(2, 1)
    #expect(!sessions.wakes)
    sessions.finish(ids[0][0], with: Self.done)
    #expect(!sessions.wakes)
    sessions.finish(ids[0][1], with: Self.done)
    #expect(sessions.wakes)
    #expect(sessions.announce().map(\.number) == [0])
    #expect(!sessions.wakes)
    sessions.finish(ids[1][0], with: Self.done)
    #expect(sessions.announce().map(\.number) == [1])
    #expect(sessions.announce().isEmpty)
  }

  @Test("a session that sends no launch events wakes nobody, and keeps its results")
  func noLaunchEvents() {
    var (sessions, ids) = sessions(1, launching: false)
    sessions.finish(ids[0][0], with: Self.done)
    #expect(!sessions.wakes)
    #expect(sessions.handOver() == ids[0])
  }

  @Test("each transfer is under way, then done, then handed over, then taken, once")
  func inOrder() {
    var (sessions, ids) = sessions(2)
    let (first, second) = (ids[0][0], ids[0][1])
    #expect(sessions.take(first) == nil)
    sessions.finish(second, with: Self.done)
    sessions.finish(second, with: .failure(.cancelled))
    sessions.finish(first, with: Self.done)
    #expect(sessions.take(first) == nil)
    #expect(sessions.handOver() == [second, first])
    #expect(sessions.handOver() == [])
    #expect(sessions.take(second)?.answer?.error == nil)
    #expect(sessions.take(second) == nil)
    #expect(sessions.openCount == 1)
  }

  @Test("what was handed to a process and not taken waits for it, or for the next one, again")
  func handedAgain() {
    var (sessions, ids) = sessions(1)
    sessions.finish(ids[0][0], with: Self.done)
    #expect(sessions.handOver() == ids[0])
    sessions.rest()
    #expect(sessions.wakes)
    #expect(sessions.handOver() == ids[0])
    sessions.processEnds()
    #expect(sessions.handOver() == [])
    #expect(!sessions.connect("x", TransferSettings()).isTwice)
    #expect(sessions.handOver() == ids[0])
  }

  @Test("a session created twice in one process is the first; after its end it is created anew")
  func createdTwice() {
    var (sessions, _) = sessions(1)
    let twice = sessions.connect("x", TransferSettings(isDiscretionary: true))
    #expect(twice.isTwice && twice.id.number == 0)
    #expect(!sessions[twice.id].settings.isDiscretionary)
    sessions.processEnds()
    let again = sessions.connect("x", TransferSettings(isDiscretionary: true))
    #expect(!again.isTwice && again.id.number == 0)
    #expect(sessions[again.id].settings.isDiscretionary)
  }

  @Test("a session that the app was woken for and has created has its announcement ended, once")
  func announcement() {
    var (sessions, ids) = sessions(1)
    sessions.finish(ids[0][0], with: Self.done)
    sessions.processEnds()
    #expect(sessions.announce().map(\.number) == [0])
    #expect(sessions.endAnnouncements().isEmpty)
    _ = sessions.connect("x", TransferSettings())
    #expect(sessions.hasReady)
    #expect(sessions.endAnnouncements().map(\.number) == [0])
    #expect(sessions.endAnnouncements().isEmpty)
  }

  @Test("an announcement ends with the process that was woken for it")
  func announcementOfADeadProcess() {
    var (sessions, ids) = sessions(1)
    sessions.finish(ids[0][0], with: Self.done)
    sessions.processEnds()
    #expect(sessions.announce().map(\.number) == [0])
    sessions.processEnds()
    _ = sessions.connect("x", TransferSettings())
    #expect(sessions.endAnnouncements().isEmpty)
    #expect(sessions.handOver() == ids[0])
  }

  // MARK: Conditions

  @Test("what a transfer waits for, by network, battery, kind and delay")
  func conditions() {
    let full = PowerStatus(level: 1, isCharging: false)
    let half = PowerStatus(level: 0.49, isCharging: false)
    let charging = PowerStatus(level: 0.1, isCharging: true)
    let saving = PowerStatus(level: 1, isCharging: true, isLowPowerMode: true)
    let cases: [(NetworkKind, PowerStatus, Bool, Double?, TransferObstacle?)] = [
      (.wifi, full, false, nil, nil), (.cellular, half, false, nil, nil),
      (.none, full, false, nil, .network), (.none, full, true, nil, .network),
      (.wifi, saving, false, nil, nil), (.wifi, full, true, nil, nil),
      (.cellular, full, true, nil, .wifi), (.wifi, half, true, nil, .power),
      (.wifi, charging, true, nil, nil), (.wifi, saving, true, nil, .lowPowerMode),
      (.wifi, full, false, 10, nil), (.wifi, full, false, 11, .delayed(until: moment(11))),
      (.none, half, true, 11, .delayed(until: moment(11))),
    ]
    for (network, power, isDiscretionary, notBefore, expected) in cases {
      let conditions = TransferConditions(
        now: moment(10), network: network, power: power, goodBattery: 0.5)
      let obstacle = conditions.obstacle(
        isDiscretionary: isDiscretionary, notBefore: notBefore.map { moment($0) })
      #expect(obstacle == expected, "\(network) \(power) \(isDiscretionary)")
    }
  }

  // MARK: Progress

  @Test("a transfer goes on where it was, however often it stands still, and moves all its bytes")
  func progress() {
    var progress = TransferProgress(Load(sent: 300, received: 700))
    #expect(progress.look() == 0)
    #expect(progress.look(moving: 300) == 300)
    progress.stop(after: Load(sent: 300, received: 100))
    #expect(progress.look() == 100)
    #expect(progress.look() == 0)
    #expect(progress.left == Load(sent: 0, received: 600))
    #expect(progress.moved.bytes == 400)
    #expect(progress.look(moving: 50) == 50)
    progress.arrive()
    #expect(progress.look() == 550)
    #expect(progress.moved == progress.load)
  }

  // MARK: The delay

  @Test("each resume in a chain doubles the delay; the front, or a delay without a link, ends it")
  func delay() {
    var delay = ResumeDelay()
    func resumed(_ seconds: Double) { delay.resumed(at: moment(seconds), first: .seconds(60)) }
    #expect(delay.begin(at: moment(0)) == nil)
    resumed(100)
    #expect(delay.begin(at: moment(101)) == moment(160))
    resumed(170)
    #expect(delay.begin(at: moment(170)) == moment(290))
    resumed(300)
    #expect(delay.until(at: moment(300)) == moment(540))
    // Nothing was begun in it: it is over.
    #expect(delay.begin(at: moment(540)) == nil)
    resumed(600)
    #expect(delay.begin(at: moment(601)) == moment(660))
    delay.reset()
    #expect(delay.begin(at: moment(602)) == nil)
    resumed(700)
    resumed(710)
    #expect(delay.until(at: moment(710)) == moment(830))
  }

  @Test("a delay doubled without end is for ever, not a fault")
  func longDelay() {
    var delay = ResumeDelay()
    for _ in 0..<200 {
      delay.resumed(at: .start, first: .seconds(60))
      #expect(delay.begin(at: .start) != nil)
    }
    #expect(delay.begin(at: .start) == .distantFuture)
  }
}
