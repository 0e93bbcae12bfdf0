import Simulation
import Testing

@testable import Device

@Suite("App standby buckets: what a predictor says")
struct PredictedBucketTests {
  @Test(
    "an app is where the predictor expects it, but for an hour after its use",
    arguments: [
      (nil, ["0 active", "43210 workingSet"]),
      (.active, ["0 active"]),
      (.frequent, ["0 active", "3610 frequent"]),
      (.rare, ["0 active", "3610 rare"]),
    ] as [(AppBucket?, [String])])
  func predicted(_ bucket: AppBucket?, _ buckets: [String]) {
    let phone = phone(bucket)
    phone.run()
    #expect(phone.timeline("app.bucket", of: "a") == buckets)
  }

  @Test("one that it expects rarely is restricted when it was not used for long enough")
  func restricted() {
    let phone = phone(.rare, days: 12)
    // The screen is on for an hour each day, with the other app in front.
    for day in 0..<12 {
      phone.opens("b", at: Double(day) * 86_400 + 7_200)
      phone.closes(at: Double(day) * 86_400 + 10_800)
    }
    phone.run()
    #expect(
      phone.timeline("app.bucket", of: "a") == ["0 active", "3610 rare", "691210 restricted"])
  }

  @Test("a bucket that is set stays, whatever the predictor says")
  func set() {
    let phone = phone(.rare)
    phone.run(until: 7_200)
    phone.device.setBucket(of: AppID(0), to: .workingSet)
    phone.run()
    #expect(
      phone.timeline("app.bucket", of: "a") == ["0 active", "3610 rare", "7200 workingSet"])
  }

  /// App a is opened for 10 s.
  private func phone(_ bucket: AppBucket?, days: Double = 0.9) -> Phone {
    let phone = Phone("a", "b", seconds: days * 86_400)
    phone.scenario.device = DeviceConfiguration(Platform(.android15))
    phone.scenario.apps[0].predictedBucket = bucket
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }
}
