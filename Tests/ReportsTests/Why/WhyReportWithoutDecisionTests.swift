import Simulation
import Testing

@testable import Device
@testable import Reports

private typealias Sample = SampleDecisions

@Suite("Why nothing was decided about an app")
struct WhyReportWithoutDecisionTests {
  @Test(
    "an app that waits for no slot: each reason, and what would have been needed",
    arguments: [
      (
        Ineligibility.noFetchMode, "it does not declare the mode fetch",
        "the mode fetch, declared in the scenario"
      ),
      (
        .backgroundRefreshOff, "background refresh is off",
        "background refresh on, for the device and for it"
      ),
      (
        .noInterval, "it has asked for no fetches",
        "a minimum fetch interval, set by the app itself"
      ),
      (.forceQuit, "the user has swiped it away", "to be opened by the user again"),
      (.inForeground, "it is in front", "to be in the background"),
      (
        .fetching(since: .start + .seconds(5)), "its fetch runs since 08:00:05.000",
        "an end of its fetch, which had begun at 08:00:05.000"
      ),
      (.lowPowerMode, "Low Power Mode is on", "Low Power Mode off"),
      (.batteryLow, "the battery is low", "more charge, or the charger"),
      (
        .intervalNotElapsed(until: .start + .minutes(15)), "its interval is over at 08:15:00.000",
        "its interval to be over, as it is at 08:15:00.000"
      ),
      (
        .noRemoteNotificationMode, "it does not declare the mode remote-notification",
        "the mode remote-notification, declared in the scenario"
      ),
      (
        .neverOpened, "it was never opened, and so has no push token", "to have been opened once"
      ),
      (.noNetwork, "there is no network that such work may use", "a network that it may use"),
      (.noPush, "no push waits for it", "a silent push, sent to it"),
      (
        .handlingPush(since: .start + .seconds(5)), "it handles a push since 08:00:05.000",
        "an end of its push, which it had got at 08:00:05.000"
      ),
    ])
  func ineligible(reason: Ineligibility, words: String, remedy: String) {
    expect(reason, words, remedy)
  }

  private static let ofTransfers: [(Ineligibility, String, String)] = [
    (
      .noTransfer, "no transfer of it is under way, or done and not yet reported",
      "a transfer of a background session, begun by the app itself"
    ),
    (
      .transferring(since: .start + .seconds(5)),
      "a transfer that it began at 08:00:05.000 is not done",
      "an end of its transfer, which had begun at 08:00:05.000"
    ),
    (
      .transferWaits(.network), "a transfer of it waits for a network",
      "a network for its transfer"
    ),
    (
      .transferWaits(.wifi), "a transfer of it waits for Wi-Fi",
      "Wi-Fi for its transfer, or one begun in front and not discretionary"
    ),
    (
      .transferWaits(.lowPowerMode), "a transfer of it waits for the end of Low Power Mode",
      "Low Power Mode off, or a transfer begun in front and not discretionary"
    ),
    (
      .transferWaits(.power), "a transfer of it waits for the charger or a good battery",
      "the charger or more charge, or a transfer begun in front and not discretionary"
    ),
    (
      .transferWaits(.delayed(until: .start + .minutes(15))),
      "a transfer of it waits until 08:15:00.000, for it was resumed for others before",
      "all transfers begun at once, or in front: this one is held back until 08:15:00.000"
    ),
  ]

  @Test("likewise one whose transfers are not done", arguments: ofTransfers)
  func transfers(reason: Ineligibility, words: String, remedy: String) {
    expect(reason, words, remedy)
  }

  private func expect(_ reason: Ineligibility, _ words: String, _ remedy: String) {
    let standing = Sample.standing(of: Sample.app(1), at: 60, [reason], interval: nil)
    let text = Sample.report(at: 60, [], standing: standing).text()
    // The sentence may be wrapped anywhere.
    #expect(
      text.replacing("\n", with: " ").contains(
        "There was no decision about news then: it waited for no slot (\(words)) and asked for"),
      "\(text)")
    #expect(text.contains("\nFor a slot it would have needed\n  - \(remedy)\n"), "\(text)")
    #expect(
      text.hasSuffix(
        "\nNo decision was ever about news: it never waited for a slot, nor asked for time.\n"))
    #expect(text.contains("  last opened   never\n"))
  }
}
