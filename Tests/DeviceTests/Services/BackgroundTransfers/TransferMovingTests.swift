import Simulation
import Testing

@testable import Device

@Suite("Background transfers on their way")
struct TransferMovingTests {
  // MARK: R7

  @Test("without network a transfer waits, and goes on where it was over whatever comes")
  func networkLost() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 60_000)])
    phone.network(.none, at: 20)
    phone.network(.cellular, at: 50)
    phone.run(until: 200)
    // 19,000 of 61,000 bytes are gone after 20 s; 500 a second follow after 2 s of latency.
    #expect(
      phone.transfers == [
        "0 transfer 1 begin", "0 transfer 1 over wifi", "20 transfer 1 waits network",
        "50 transfer 1 over cellular", "136 transfer 1 200 -", "136 transfer 1 deliver",
      ])
    #expect(phone.result.device.wifiBytes == 19_000)
    #expect(phone.result.device.cellularBytes == 42_000)
  }

  @Test("begun without a network it fails for none, and from cellular it changes to Wi-Fi")
  func networkChanges() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 10_000)])
    phone.network(.none, at: 0)
    phone.network(.cellular, at: 100)
    phone.network(.wifi, at: 112)
    phone.run(until: 200)
    #expect(
      phone.transfers == [
        "0 transfer 1 begin", "0 transfer 1 waits network", "100 transfer 1 over cellular",
        "112 transfer 1 over wifi", "119 transfer 1 200 -", "119 transfer 1 deliver",
      ])
  }

  // MARK: R8

  @Test("a server's failure is an answer; a host that nobody runs is an error")
  func failures() {
    let failing = Phone.transferring()
    failing.scenario.servers[0].failureProbability = 1
    failing.run(until: 100)
    #expect(failing.timeline("app.log") == ["1 transfer 1: status 500, 0 new"])
    let nobody = Phone.transferring([.transfer("https://sever/a")])
    nobody.network(.cellular, at: 0)
    nobody.run(until: 100)
    #expect(nobody.timeline("app.log") == ["1 transfer 1: cannotFindHost"])
    #expect(nobody.findings(.hostWithoutServer).count == 1)
    #expect(nobody.figures().transfers.failed == 1)
    let unsupported = Phone.transferring([.transfer("server/a")])
    unsupported.network(.none, at: 0)
    unsupported.run(until: 100)
    #expect(unsupported.timeline("app.log") == ["0 transfer 1: unsupportedURL"])
    #expect(unsupported.findings(.unsupportedURL).count == 1)
    #expect(unsupported.figures().transfers.failed == 1)
  }

  @Test("a transfer has seven days, or what its session gives it")
  func timeout() {
    let huge = Phone.transferring([.transfer(Phone.url, bytes: 1e12)], seconds: 800_000)
    huge.run()
    #expect(huge.timeline("transfer.finish") == ["604800 transfer 1 0 timedOut"])
    #expect(huge.figures().transfers.failed == 1)
    #expect(abs(huge.result.device.wifiBytes - 604_799_000) < 1)
    let short = Phone.transferring(
      [.transfer(Phone.url, bytes: 60_000)], settings: TransferSettings(timeout: .seconds(30)))
    short.run(until: 100)
    #expect(short.timeline("transfer.finish") == ["30 transfer 1 0 timedOut"])
  }

  @Test("no bytes take no time but the latency; 10^12 arrive where the rate is enough")
  func sizes() {
    let none = Phone.transferring()
    none.scenario.servers[0].answerBytes = 0
    none.run(until: 100)
    #expect(none.timeline("transfer.finish") == ["1 transfer 1 200 -"])
    let huge = Phone.transferring([.transfer(Phone.url, bytes: 1e12)], seconds: 400_000)
    huge.scenario.device.wifi.bytesPerSecond = 5_000_000
    huge.run()
    #expect(huge.figures().transfers.answered == 1)
    #expect(huge.result.device.wifiBytes == 1e12 + 1_000)
  }

  @Test("the app cancels what is under way, and what is done stays as it is")
  func cancelled() {
    let phone = Phone.transferring([
      .transfer("https://server/a", bytes: 5_000), .transfer("https://server/b"),
      .after(4, [.cancelTransfer("https://server/a"), .cancelTransfer("https://server/b")]),
    ])
    phone.run(until: 100)
    #expect(
      phone.timeline("transfer.finish", "transfer.deliver") == [
        "3 transfer 2 200 -", "3 transfer 2 deliver", "4 transfer 1 0 cancelled",
        "4 transfer 1 deliver",
      ])
    #expect(phone.figures().transfers.cancelled == 1)
    // Both have a second at half the rate, then the first one another at the whole of it.
    #expect(phone.result.device.wifiBytes == 3_000)
  }

  // MARK: R9

  @Test("items count as received when the app gets them, as many as there were at the start")
  func content() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 40_000)])
    phone.scenario.servers[0].publication = .at([moment(0), moment(30)])
    phone.scenario.servers[0].itemBytes = 0
    phone.opens(at: 100)
    phone.run(until: 200)
    #expect(
      phone.timeline("app.log") == [
        "42 transfer 1: status 200, 1 new", "142 transfer 2: status 200, 1 new",
      ])
    #expect(phone.figures().opensWithContent == 1)
    #expect(phone.figures().freshOpens == 0)
  }

  @Test("the radio is on while a transfer moves, on nobody's account")
  func energy() {
    let moving = Phone.transferring([.transfer(Phone.url, bytes: 100_000)])
    let idle = Phone.transferring([])
    for phone in [moving, idle] { phone.run(until: 90) }
    let radio = moving.result.device.energy.radio - idle.result.device.energy.radio
    #expect(radio.joules > 90 * 0.1)
    #expect(moving.result.device.energy.background == .zero)
  }

  @Test("bytes before the warm-up is over are left out")
  func warmUp() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 100_000)])
    phone.run(until: 51)
    #expect(phone.result.device.wifiBytes == 50_000)
    phone.device.beginMeasuring()
    phone.run(until: 500)
    #expect(phone.result.device.wifiBytes == 51_000)
    #expect(phone.figures().transfers.begun == 0)
    #expect(phone.figures().transfers.answered == 1)
  }

  // MARK: R10

  @Test("why an app is not told of its transfers is told by its reasons")
  func reasons() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 30_000)])
    phone.scenario.apps[0].backgroundRefresh = false
    phone.network(.none, at: 20)
    phone.network(.wifi, at: 50)
    phone.power(lowPower: true, at: 60)
    phone.forceQuits(at: 100)
    func reasons(at seconds: Double) -> [Ineligibility] {
      phone.device.advance(to: moment(seconds))
      return phone.device.standing(of: AppID(0)).work.first { $0.kind == .transfer }?
        .ineligibility ?? []
    }
    #expect(
      reasons(at: 5) == [
        .backgroundRefreshOff, .transferring(since: moment(0)), .inForeground,
      ])
    #expect(reasons(at: 30) == [.backgroundRefreshOff, .transferWaits(.network)])
    #expect(reasons(at: 90) == [.backgroundRefreshOff, .lowPowerMode])
    #expect(reasons(at: 110) == [.backgroundRefreshOff, .forceQuit, .lowPowerMode])
    #expect(phone.timeline("transfer.deliver") == [])
  }

  @Test("a thousand transfers are told one after the other, after one resume")
  func thousand() {
    let phone = Phone.transferring([.times(1_000, [.transfer(Phone.url, bytes: 20)])])
    phone.run()
    #expect(phone.timeline("transfer.deliver").count == 1_000)
    #expect(phone.timeline("work.start").count == 1)
    #expect(phone.figures().transfers.answered == 1_000)
  }
}
