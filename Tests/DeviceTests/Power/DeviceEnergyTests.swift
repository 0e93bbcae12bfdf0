import Simulation
import Testing

@testable import Device

@Suite("The device's energy")
struct DeviceEnergyTests {
  /// An app that begins to fetch at 910 over LTE; its one request takes two seconds.
  private func fetching(_ technology: CellularTechnology = .lte) -> Phone {
    let phone = Phone(seconds: 1_000, modes: .fetch)
    phone.scenario.device.energy.cellular = technology
    phone.server()
    phone.network(.cellular, at: 0)
    phone.opens(at: 10)
    phone.closes(at: 20)
    phone.on("didFinishLaunching", [.fetchEvery(900)])
    phone.on("performFetch", [.get("https://server/"), .work(0.5), .complete(.newData)])
    return phone
  }

  private func energy(_ phone: Phone) -> EnergyStatistics { phone.run().device.energy }

  private func isEqual(_ energy: Energy, _ joules: Double) -> Bool {
    abs(energy.joules - joules) < 1e-9
  }

  // MARK: Radio

  @Test("a fetch of two seconds over LTE takes promotion, two seconds of packets and the tail")
  func fetchOverLTE() {
    let phone = fetching()
    let spent = energy(phone)
    #expect(isEqual(spent.radio, 0.3146 + 2 * 1.2 + 0.12 + 0.02244 + 10.91))
    #expect(isEqual(spent.cpu, 0.5 * 1.46756))
    #expect(spent.background == spent.radio + spent.cpu)
  }

  @Test("over 3G and over Wi-Fi it takes what those take")
  func otherRadios() {
    #expect(isEqual(energy(fetching(.threeG)).radio, 2 * 0.65 + 2 * 1.3 + 4 * 1.3 + 10 * 0.3))
    let wifi = fetching()
    wifi.network(.wifi, at: 0)
    #expect(isEqual(energy(wifi).radio, 1 * 0.403 + 0.25 * 0.403))
  }

  @Test("a request in the tail of another costs what it adds: only that is background energy")
  func sharedTail() {
    let phone = fetching()
    // The user looks at something until the fetch begins; the request ends at 910.
    phone.scenario.apps.append(AppConfiguration(name: "b"))
    phone.opens("b", at: 908)
    phone.on("didFinishLaunching", of: "b", [.request("https://server/")])
    let spent = energy(phone)
    // 908 to 910 and 910 to 912, then the tail.
    #expect(isEqual(spent.radio, 0.3146 + 4 * 1.2 + 11.05244))
    #expect(isEqual(spent.background - spent.cpu, 2 * 1.2))
  }

  @Test("what a process was receiving ends with it")
  func cutOff() {
    let phone = fetching()
    phone.on("performFetch", [.request("https://server/"), .after(1, [.fail(.memoryLimit)])])
    #expect(isEqual(energy(phone).radio, 0.3146 + 1.2 + 11.05244))
  }

  @Test("a request without network wakes no radio")
  func offline() {
    let phone = fetching()
    phone.network(.none, at: 100)
    #expect(energy(phone).radio == .zero)
  }

  // MARK: The policy's part

  @Test("a policy that grants nothing has no background energy at all, whatever apps do")
  func nothing() {
    let phone = Phone("a", "radio", seconds: 4_000, modes: .fetch)
    phone.scenario.apps[1].modes = [.resident, .fetch]
    phone.server()
    phone.network(.cellular, at: 0)
    phone.policy.grant = { _, _ in .zero }
    phone.policy.choose = { _, _, _ in WorkDecision() }
    for app in ["a", "radio"] {
      phone.on(
        "didFinishLaunching", of: app, [.fetchEvery(0), .begin("t"), .get("https://server/")])
      phone.on(
        "didEnterBackground", of: app,
        [.request("https://server/"), .work(2), .global([.work(1), .get("https://server/")])])
    }
    for start in stride(from: 0.0, to: 3_900, by: 100) {
      phone.opens(at: start)
      phone.closes(at: start + 10)
    }
    let spent = energy(phone)
    #expect(spent.background == .zero)
    #expect(spent.radio.joules > 100 && spent.cpu.joules > 10)
  }

  @Test("work at the instant in which a task or fetch ends is still granted work")
  func endOfTask() {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("t"), .after(2, [.end("t"), .spend(1)])])
    let spent = energy(phone)
    #expect(isEqual(spent.background, 1.46756))
    #expect(spent.background == spent.cpu)
  }

  // MARK: CPU

  @Test("work that is cut off counts as far as it came")
  func cutWork() {
    let phone = Phone(seconds: 100)
    phone.opens(at: 10)
    phone.on("didBecomeActive", [.work(1_000)])
    phone.run(until: 13)
    #expect(isEqual(phone.result.device.energy.cpu, 3 * 1.46756))
    // A lifecycle callback may take ten seconds.
    #expect(isEqual(energy(phone).cpu, 10 * 1.46756))
    #expect(phone.state() == .notRunning)
  }

  @Test("global queues add theirs, and stand still while the app is suspended")
  func besideWork() {
    let phone = Phone(seconds: 100)
    phone.opens(at: 0, 60)
    phone.closes(at: 10)
    phone.on("willResignActive", [.global([.work(20)]), .work(1)])
    // Suspended five seconds after didEnterBackground returned at 11: 6 s of the 20 are done.
    phone.run(until: 50)
    #expect(phone.state() == .suspended)
    #expect(isEqual(phone.result.device.energy.cpu, 7 * 1.46756))
    phone.run(until: 65)
    #expect(isEqual(phone.result.device.energy.cpu, 12 * 1.46756))
    #expect(isEqual(energy(phone).cpu, 21 * 1.46756))
  }

  // MARK: Base and battery

  @Test("asleep, awake and with the screen on the device takes what the parameters say")
  func base() {
    let phone = Phone.visited(seconds: 100)
    // In front 10 s, running 15 s, asleep 85 s.
    #expect(isEqual(energy(phone).base, 10 * 0.31445 + 15 * 0.06612 + 85 * 0.01216))
    let other = Phone.visited(seconds: 100)
    other.scenario.device.energy.watts.screen = 1
    other.scenario.device.energy.watts.awake = 0
    other.scenario.device.energy.watts.suspended = 0
    #expect(isEqual(energy(other).base, 10))
  }

  @Test("the battery ends at its last level in the scenario, less what was spent off the charger")
  func battery() {
    let phone = Phone(seconds: 1_000)
    phone.scenario.device.energy.watts.suspended = 1
    phone.scenario.device.energy.battery.milliampHours = 2_000
    phone.scenario.device.energy.battery.volts = 5
    // 36,000 J; one a second.
    #expect(phone.run(until: 900).device.batteryAtEnd == 1 - 900.0 / 36_000)
    let charged = Phone(seconds: 1_000)
    charged.scenario.device.energy = phone.scenario.device.energy
    charged.power(level: 0.5, charging: true, at: 100)
    charged.power(charging: false, at: 400)
    charged.power(lowPower: true, at: 500)
    #expect(charged.run(until: 300).device.batteryAtEnd == 0.5)
    #expect(charged.run().device.batteryAtEnd == 0.5 - 600.0 / 36_000)
    #expect(charged.result.device.batteryUsed == 1_000.0 / 36_000)
    #expect(charged.device.present.power.level == 0.5)
  }

  @Test("background energy stands beside a battery's day, of what is measured")
  func backgroundBattery() {
    var device = DeviceStatistics()
    device.batteryInBackground = 0.03
    var result = RunResult(
      title: "", policy: "", seed: 1, duration: .days(2), events: 1,
      fingerprint: Fingerprint(high: 0, low: 1), device: device, apps: [], findings: [])
    #expect(DeviceFigures.backgroundBattery.value(result) == 0.015)
    result.warmUp = .days(1)
    #expect(DeviceFigures.backgroundBattery.value(result) == 0.03)
    result.warmUp = result.duration
    #expect(DeviceFigures.backgroundBattery.value(result) == nil)
  }

  @Test("a battery holds its charge times its voltage")
  func capacity() {
    #expect(EnergyConfiguration.Battery().capacity.joules == 31_464)
  }

  // MARK: Bytes and wake-ups

  @Test("answered requests count their bytes, sent and received, on the network they began on")
  func bytes() {
    let phone = Phone(seconds: 100)
    phone.server()
    phone.scenario.servers[0].answerBytes = 700
    phone.network(.cellular, at: 30)
    phone.opens(at: 0)
    let post = URLRequest(url: "https://server/", bodyBytes: 50)
    let send = Step.run { life in
      _ = life.application.startRequest(post, for: .block(life.block([])))
    }
    // The second begins on Wi-Fi and ends on the cellular network; the last is cut off.
    phone.on(
      "didBecomeActive",
      [.after(5, [send]), .after(29.5, [send]), .after(40, [send]), .after(99.5, [send])])
    let device = phone.run().device
    #expect(device.wifiBytes == 1_500)
    #expect(device.cellularBytes == 750)
  }

  @Test("a server that fails sends nothing, whatever it has")
  func failedBytes() {
    let phone = Phone(seconds: 100)
    phone.server(fails: 1)
    phone.scenario.servers[0].answerBytes = 700
    phone.on(
      "didBecomeActive",
      [
        .run { life in
          let post = URLRequest(url: "https://server/", bodyBytes: 50)
          _ = life.application.startRequest(post, for: .block(life.block([])))
        }
      ])
    phone.opens(at: 0)
    #expect(phone.run().device.wifiBytes == 50)
    #expect(phone.timeline("app.log") == ["1 answer: status 500, 0 new"])
  }

  @Test("wake-ups with no app in front are told apart")
  func wakeUps() {
    let phone = fetching()
    phone.scenario.duration = .seconds(3_000)
    phone.scenario.apps.append(AppConfiguration(name: "b"))
    phone.opens("b", at: 1_500)
    let device = phone.run().device
    #expect(device.wakeUps == 3)
    #expect(device.screenOffWakeUps == 1)
  }
}
