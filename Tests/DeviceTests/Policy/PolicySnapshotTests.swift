import Simulation
import Testing

@testable import Device

@Suite("What policies see")
struct PolicySnapshotTests {
  @Test("an app is in the app switcher from its first open until it is swiped away")
  func appSwitcher() {
    let phone = Phone("a", "b", seconds: 100)
    phone.opens("a", at: 10)
    phone.closes(at: 20)
    phone.forceQuits("a", at: 30)
    phone.opens("a", at: 40)
    func seen(_ app: String, at second: Double) -> Bool {
      phone.run(until: second)
      return phone.device.present(of: phone.id(app)).isInAppSwitcher
    }
    #expect(!seen("a", at: 5))
    #expect(seen("a", at: 15))
    #expect(seen("a", at: 25))
    #expect(!seen("a", at: 35))
    #expect(seen("a", at: 45))
    #expect(!seen("b", at: 45))
  }

  @Test("options that a scenario makes visible are on each snapshot of the app")
  func options() {
    let phone = Phone(seconds: 10)
    phone.scenario.apps[0].visibleOptions = [AppOption("priority", .integer(2))]
    let seen = phone.device.present(of: AppID(0))
    #expect(seen.option("priority") == .integer(2) && seen.option("other") == nil)
  }

  @Test("opens are told by the hour that the device's clock shows")
  func opensByHour() {
    let phone = Phone(seconds: 10_000)
    phone.scenario.startsAt = .hours(23)
    phone.opens(at: 10, 3_599, 3_600, 9_000)
    phone.closes(at: 20, 3_599.5, 3_700)
    phone.scenario.user.sort { $0.at < $1.at }
    phone.run()
    let hours = phone.device.present(of: AppID(0)).opensByHour
    #expect(hours.count == 24)
    #expect(hours[23] == 2 && hours[0] == 1 && hours[1] == 1)
    #expect(hours.reduce(0, +) == 4)
  }

  @Test("the device is in use while an app is in front")
  func inUse() {
    let phone = Phone(seconds: 100)
    phone.opens(at: 10)
    phone.closes(at: 20)
    phone.opens(at: 30)
    phone.forceQuits(at: 40)
    for (second, isInUse) in [(5.0, false), (15, true), (25, false), (35, true), (45, false)] {
      phone.run(until: second)
      #expect(phone.device.present.isInUse == isInUse)
    }
  }

  @Test("background refresh is on when it is on for device and app")
  func backgroundRefresh() {
    for (device, app) in [(true, true), (true, false), (false, true)] {
      let phone = Phone(seconds: 10)
      phone.scenario.device.backgroundRefresh = device
      phone.scenario.apps[0].backgroundRefresh = app
      let snapshot = phone.device.present(of: AppID(0))
      #expect(snapshot.backgroundRefresh == (device && app))
    }
  }

  @Test("an app's last use is when it was last in front, with the screen time since then")
  func lastUse() {
    let phone = Phone("a", "b", seconds: 100)
    phone.opens("a", at: 10)
    phone.closes(at: 20)
    phone.opens("b", at: 30)
    phone.closes(at: 35)
    phone.opens("a", at: 40)
    phone.opens("b", at: 50)
    for (second, lastUsed, screenOn) in [
      (5.0, nil, nil), (15, 15, 0), (25, 20, 0), (33, 20, 3), (38, 20, 5), (45, 45, 0),
      (60, 50.0, 10.0),
    ] as [(Double, Double?, Double?)] {
      phone.run(until: second)
      let seen = phone.device.present(of: phone.id("a"))
      #expect(seen.lastUsed == lastUsed.map { moment($0) }, "\(second)")
      if let screenOn { #expect(seen.screenOnSinceUse == .seconds(screenOn), "\(second)") }
    }
    #expect(phone.device.present.screenOn == .seconds(35))
  }

  @Test("the week goes on from Monday, and the minute counts from midnight")
  func calendar() {
    let phone = Phone(seconds: 3 * 86_400)
    phone.scenario.startsAt = .hours(23)
    for (second, weekday, minute) in [
      (0.0, 2, 1_380), (3_599, 2, 1_439), (3_600, 3, 0), (90_000, 4, 0), (90_061, 4, 1),
    ] {
      phone.opens(at: second)
      phone.run(until: second)
      let seen = phone.device.present
      #expect(seen.weekday == weekday && seen.minute == minute, "\(second)")
    }
  }

  @Test("bytes and new items of an app, in all and of its last fetch, and the radio's tail")
  func received() {
    let phone = Phone(seconds: 2_000, modes: [.fetch, .resident])
    phone.server(latency: 1, publishes: .every(.seconds(400)))
    phone.network(.cellular, at: 0)
    phone.on("load", [.fetchEvery(0)])
    phone.on("performFetch", [.get("https://server/", timeout: nil), .complete(.newData)])
    func seen() -> AppSnapshot { phone.device.present(of: AppID(0)) }
    phone.run(until: 899)
    #expect(seen().bytes == 0 && seen().newItems == 0)
    #expect(phone.device.present.radioTail == .zero)
    let asleep = phone.device.present.fetchCost
    let all = phone.device.present.startsLeft
    #expect(all == phone.scenario.device.fetchSlots.starts)
    #expect(asleep == RadioModel.lte.cost(ofTransferLasting: .seconds(1), tailLeft: .zero))
    phone.run(until: 910)
    // 1,000 bytes and two items of 2,000.
    #expect(seen().bytes == 5_000 && seen().newItems == 2)
    #expect(seen().lastFetchBytes == 5_000 && seen().lastFetchItems == 2)
    let tail = phone.device.present.radioTail
    #expect(tail > .zero && tail < .seconds(20))
    // The radio is awake: one more fetch costs but its second, and the tail that it lengthens.
    #expect(phone.device.present.fetchCost > .zero && phone.device.present.fetchCost < asleep)
    #expect(phone.device.present.startsLeft == all - 1)
    #expect(phone.device.present.backgroundEnergy > .zero)
    #expect(phone.device.present.energy > phone.device.present.backgroundEnergy)
    phone.run(until: 1_900)
    #expect(seen().bytes == 10_000 && seen().newItems == 4)
    #expect(seen().lastFetchBytes == 5_000 && seen().lastFetchItems == 2)
    #expect(seen().modes == [.fetch, .resident])
  }
}
