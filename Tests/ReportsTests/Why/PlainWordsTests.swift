import Device
import Simulation
import Testing

@testable import Reports

/// What has happened to an app of Android, in the words of `why`.
@Suite("Plain words of records")
struct PlainWordsTests {
  @Test(
    "say what jobs, works, alarms and buckets do",
    arguments: [
      (Record.jobFinished(7, reschedule: false, took: .seconds(1)), "its job 7 is finished"),
      (
        .jobFinished(7, reschedule: true, took: .seconds(1)),
        "its job 7 has failed, and is wanted again"
      ),
      (
        .workChanged(1, worker: "compress", name: "upload", to: "ENQUEUED", attempts: 0),
        "its work \"upload\" is ENQUEUED"
      ),
      (
        .workChanged(1, worker: "compress", name: nil, to: "RUNNING", attempts: 0),
        "its work \"compress\" is RUNNING"
      ),
      (
        .alarmSet(
          1, operation: "pill", at: .start, window: .zero, every: nil, wakes: true, whileIdle: nil),
        "it sets the alarm \"pill\""
      ),
      (.alarmRefused("pill", error: "no"), "it may not set the alarm \"pill\": no"),
      (.alarmCancelled(1, operation: "pill"), "its alarm \"pill\" is cancelled"),
      (.alarmDelivered(1, operation: "pill", late: .zero), "its alarm \"pill\" goes off"),
      (.bucketChanged(.workingSet), "its bucket is workingSet"),
    ])
  func android(record: Record, words: String) {
    #expect(RecordEntry(at: .start, app: "a", record).plainWords(on: nil) == words)
  }
}
