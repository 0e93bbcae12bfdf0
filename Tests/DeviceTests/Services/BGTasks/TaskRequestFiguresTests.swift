import Simulation
import Testing

@testable import Device

@Suite("What became of requests to BGTaskScheduler, in figures")
struct TaskRequestFiguresTests {
  private static let here = SourceLocation(file: "test", line: 1)

  private static func submit(_ requests: TaskRequest...) -> Step {
    .run { app in
      for request in requests {
        guard let refused = try? app.application.submit(request, at: here) else { continue }
        app.application.noteRead(errorOfSubmit: refused.number)
      }
    }
  }

  private func phone(
    modes: BackgroundModes = [.fetch, .processing], inFront steps: [Step]
  ) -> Phone {
    let phone = Phone(seconds: 1_000, modes: modes)
    phone.scenario.apps[0].permittedIdentifiers = ["r", "s", "p"]
    phone.on(
      "didFinishLaunching",
      ["r", "s", "p"].map { name in
        .run { app in
          let done = Step.run { app in
            guard let task = app.task else { return }
            app.application.setTaskCompleted(
              task, success: true, hasExpirationHandler: true, at: Self.here)
          }
          _ = try? app.application.registerLaunchHandler(
            app.block([done]), for: name, onMain: true, at: Self.here)
        }
      })
    phone.on("didBecomeActive", steps)
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  @Test("each request is counted once: refused by reason, replaced, cancelled, revoked, begun")
  func account() {
    let later = moment(500)
    let phone = phone(inFront: [
      Self.submit(
        .refresh("r", earliest: later), .refresh("r", earliest: later), .refresh("s"),
        .refresh("unknown"), .processing("p", earliest: later), .processing("p")),
      .run { app in
        app.application.cancelTaskRequest("r")
        app.application.cancelTaskRequest("r")
      },
      Self.submit(.refresh("s", earliest: later)),
    ])
    phone.forceQuits(at: 100)
    var requests = phone.run(until: 50).apps[0].taskRequests
    #expect(requests.submitted == 7)
    #expect(requests.refusedByReason == [0, 1, 1, 0])
    #expect(requests.replaced == 2 && requests.cancelled == 1 && requests.revoked == 0)
    #expect(requests.pending == 1 && phone.figures()[.processing].started == 1)
    requests = phone.run().apps[0].taskRequests
    #expect(requests.revoked == 1 && requests.pending == 0)
    #expect(Metrics.named("task requests not permitted")?.value(phone.result) == 1)
    #expect(Metrics.named("task requests too many")?.value(phone.result) == 1)
    #expect(Metrics.named("task requests revoked")?.value(phone.result) == 1)
    #expect(Metrics.named("pushes sent")?.value(phone.result) == nil)
  }

  @Test("with background refresh off all are unavailable; an app that submits none has no figures")
  func unavailable() {
    let off = phone(inFront: [Self.submit(.refresh("r"), .processing("p"))])
    off.scenario.apps[0].backgroundRefresh = false
    #expect(off.run().apps[0].taskRequests.refused(.unavailable) == 2)
    #expect(Metrics.named("task requests unavailable")?.value(off.result) == 2)
    #expect(Metrics.named("task requests submitted")?.value(phone(inFront: []).run()) == nil)
  }
}
