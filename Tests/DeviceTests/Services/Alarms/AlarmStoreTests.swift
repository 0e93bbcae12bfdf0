import Simulation
import Testing

@testable import Device

/// What the alarm store does beyond the values of AOSP's tests.
@Suite("Alarm store")
struct AlarmStoreTests {
  private let app = AppID(0)
  private func moment(_ seconds: Int) -> Instant { .start + .seconds(seconds) }

  private func store(_ requests: AlarmRequest...) -> AlarmStore {
    var store = AlarmStore(AlarmRules(), apps: 2)
    for request in requests { _ = store.set(request, of: app, at: .start) }
    return store
  }

  @Test("the 501st alarm is the platform's exception, even if it would take another's place")
  func tooMany() {
    var store = AlarmStore(AlarmRules(), apps: 2)
    for number in 1...500 {
      let request = AlarmRequest("a\(number)", at: moment(number))
      #expect((try? store.set(request, of: app, at: .start).get()) != nil)
    }
    for name in ["b", "a1"] {
      let refused = store.set(AlarmRequest(name, at: moment(9)), of: app, at: .start)
      #expect(refused == .failure(.tooMany))
      #expect(AlarmError.tooMany.exception == "IllegalStateException")
    }
    #expect(store.count(of: app) == 500)
    #expect(
      (try? store.set(AlarmRequest("b", at: moment(9)), of: AppID(1), at: .start).get()) != nil)
  }

  @Test("an alarm for a moment that is past comes after the least delay of five seconds")
  func past() {
    var store = AlarmStore(AlarmRules(), apps: 1)
    _ = store.set(AlarmRequest("a", at: moment(10), window: .exact), of: app, at: moment(100))
    #expect(store.nextDelivery == moment(105))
    #expect(store.nextWakeUp == moment(105))
  }

  @Test("an alarm that starts the same as another of its app takes its place")
  func replaced() {
    let store = store(
      AlarmRequest("a", at: moment(50)), AlarmRequest("a", at: moment(90), window: .exact))
    #expect(store.alarms.map(\.requested) == [moment(90)])
    #expect(store.count(of: app) == 1)
  }

  @Test(
    "a window of the system's choice is three quarters of the time until then, an hour at most")
  func chosenWindow() {
    for (delay, interval, window) in [
      (9, nil, 0), (100, nil, 75), (86_400, nil, 3600), (100, 600, 450), (100, 1, 45),
      (100, 86_400, 64_800),
    ] as [(Int, Int?, Int)] {
      let request = AlarmRequest("a", at: moment(delay), every: interval.map { .seconds($0) })
      let timing = request.timing(at: .start, AlarmRules())
      #expect(timing.window == .seconds(window), "\(request)")
    }
  }

  @Test("a window of over twelve hours is cut to one hour")
  func longWindow() {
    for (hours, window) in [(12, 12), (13, 1)] {
      let request = AlarmRequest("a", at: moment(90_000), window: .length(.hours(hours)))
      #expect(request.timing(at: .start, AlarmRules()).window == .hours(window))
    }
  }

  @Test("alarms whose windows overlap are delivered when the first of these ends")
  func together() {
    var store = store(
      AlarmRequest("a", at: moment(1000), window: .length(.seconds(1200))),
      AlarmRequest("b", at: moment(1500), window: .length(.seconds(1200))),
      AlarmRequest("c", at: moment(2201), window: .exact))
    #expect(store.nextWakeUp == moment(2200))
    #expect(store.deliver(at: moment(2200)).map(\.operation) == ["a", "b"])
    #expect(store.nextWakeUp == moment(2201))
  }

  @Test("an alarm that wakes nobody does not wake the device, and goes with one that does")
  func drowsy() {
    var store = store(
      AlarmRequest("sleeps", at: moment(100), window: .exact, wakes: false),
      AlarmRequest("wakes", at: moment(300), window: .exact))
    #expect(store.nextDelivery == moment(100))
    #expect(store.nextWakeUp == moment(300))
    #expect(store.deliver(at: moment(300)).map(\.operation) == ["sleeps", "wakes"])
  }

  @Test("a repeating alarm keeps its beat, and leaves out what was missed")
  func repeating() {
    var store = store(AlarmRequest("a", at: moment(100), every: .seconds(600)))
    #expect(store.deliver(at: moment(550)).count == 1)
    #expect(store.alarms.map(\.requested) == [moment(700)])
    #expect(store.deliver(at: moment(2000)).count == 1)
    #expect(store.alarms.map(\.requested) == [moment(2500)])
    #expect(
      store.set(AlarmRequest("b", at: moment(9), every: .zero), of: app, at: .start)
        == .failure(.noInterval))
  }

  @Test("with the screen off alarms that wake nobody wait, the longer the longer it is off")
  func putOff() {
    for (off, until) in [(200, 380), (1600, 2950), (4000, 9400)] {
      var store = store(
        AlarmRequest("w", at: moment(off - 1), window: .exact),
        AlarmRequest("s", at: moment(off), window: .exact, wakes: false))
      store.drowsy.screen(isOn: false, at: .start)
      #expect(store.deliver(at: moment(off - 1)).count == 1)
      #expect(store.deliver(at: moment(off)) == [])
      #expect(store.nextDelivery == moment(until))
      #expect(store.deliver(at: moment(until)).map(\.operation) == ["s"])
      #expect(store.count(of: app) == 0)
    }
  }
}
