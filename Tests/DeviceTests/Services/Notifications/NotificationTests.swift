import Simulation
import Testing

@testable import Device

@Suite("Notification service extensions")
struct NotificationTests {
  private static let here = SourceLocation(file: "test", line: 5)

  /// A step that hands a notification over, with another title.
  private static func hand(_ number: Int32, _ title: String) -> Step {
    .run { app in
      let id = NotificationID(number: number)
      let body = app.application.content(of: id)?.content.body ?? ""
      app.application.show(id, NotificationContent(title: title, body: body), at: here)
    }
  }

  /// A step that hands over whichever of two notifications there is.
  private static var handAny: Step {
    .run { app in
      for id in [NotificationID(number: 1), NotificationID(number: 2)] {
        guard let content = app.application.content(of: id)?.content else { continue }
        app.application.log("life \(app.application.launchNumber)")
        app.application.show(id, content, at: here)
      }
    }
  }

  /// An app that was opened at 0 and left at 10, with an extension, and alerts at these moments.
  private func phone(
    alerts: [Double], _ steps: [Step], hasService: Bool = true, isOpened: Bool = true
  ) -> Phone {
    let phone = Phone(seconds: 600)
    phone.scenario.device = DeviceConfiguration()
    if hasService {
      phone.scenario.apps.append(AppConfiguration(name: "a.service", serves: AppID(0)))
    }
    phone.on("didReceive", of: "a.service", steps)
    if isOpened {
      phone.opens(at: 0)
      phone.closes(at: 10)
    }
    for (index, seconds) in alerts.enumerated() {
      var source = PushSource(to: phone.id("a"), .at(moment(seconds)))
      source.kind = .alert(NotificationContent(title: "sealed", body: "\(index + 1)"))
      phone.scenario.pushes.append(source)
    }
    return phone
  }

  private func shown(_ phone: Phone) -> [String] {
    phone.timeline("notification.show")
  }

  @Test("an alert starts the extension in a process of its own, and what it hands over is shown")
  func changed() {
    let phone = phone(alerts: [100], [.sleep(2), Self.hand(1, "Ann")])
    phone.scenario.device.pool.capacity = .zero
    phone.forceQuits(at: 20)
    phone.run()
    #expect(shown(phone) == ["102 shown 1 Ann 1 changed"])
    #expect(
      phone.timeline("app.state", of: "a.service") == [
        "100 notRunning→background", "102 background→suspended",
      ])
    #expect(phone.state() == .notRunning && phone.result.device.pool.used == .zero)
    #expect(phone.result.findings.isEmpty)
  }

  @Test("before the first unlock it is started too")
  func locked() {
    let phone = phone(alerts: [], [Self.hand(1, "Ann")])
    let device = phone.device
    device.advance(to: moment(20))
    device.reboot()
    device.advance(to: moment(100))
    device.alert(NotificationContent(title: "sealed", body: "1"), to: AppID(0))
    device.advance(to: moment(110))
    #expect(shown(phone) == ["100 shown 1 Ann 1 changed"])
  }

  @Test("the next alert goes to the process that is there")
  func again() {
    let phone = phone(alerts: [100, 200], [Self.handAny])
    phone.run()
    #expect(phone.timeline("app.log", of: "a.service") == ["100 life 1", "200 life 1"])
    #expect(shown(phone) == ["100 shown 1 sealed 1", "200 shown 2 sealed 2"])
  }

  @Test("one that comes meanwhile waits until the one before is handed over, or the process ended")
  func inOrder() {
    let patient = phone(alerts: [100, 101], [.sleep(3), Self.handAny])
    patient.run()
    #expect(shown(patient) == ["103 shown 1 sealed 1", "106 shown 2 sealed 2"])
    let failing = phone(alerts: [100, 101], [.sleep(2), .fail(.uncaughtException)])
    failing.run()
    #expect(shown(failing) == ["102 shown 1 sealed 1", "104 shown 2 sealed 2"])
    #expect(failing.timeline("app.exit", of: "a.service").count == 2)
  }

  @Test("without an extension an alert is shown as it comes; an app never opened gets none")
  func plain() {
    let plain = phone(alerts: [100], [], hasService: false)
    plain.run()
    #expect(shown(plain) == ["100 shown 1 sealed 1"])
    let unopened = phone(alerts: [100], [Self.hand(1, "Ann")], isOpened: false)
    unopened.run()
    #expect(shown(unopened) == [] && unopened.timeline("notification.drop").count == 1)
  }

  @Test("without a network the newest waits where it comes from")
  func offline() {
    let phone = phone(alerts: [100, 110], [Self.handAny])
    phone.network(.none, at: 50)
    phone.network(.wifi, at: 200)
    phone.run()
    #expect(shown(phone) == ["200 shown 2 sealed 2"])
    #expect(phone.timeline("notification.drop").count == 1)
  }

  @Test("after 25 s the extension is warned, after 30 s it is ended and the original shown")
  func late() {
    let warned = phone(alerts: [100], [.sleep(60)])
    warned.on("serviceExtensionTimeWillExpire", of: "a.service", [Self.hand(1, "new message")])
    warned.run()
    #expect(shown(warned) == ["125 shown 1 new message 1 changed"])
    let silent = phone(alerts: [100], [.sleep(60)])
    silent.run()
    #expect(shown(silent) == ["130 shown 1 sealed 1"])
    #expect(silent.timeline("app.exit", of: "a.service") == ["130 exit normal"])
    #expect(silent.findings(.contentHandlerNeverCalled).count == 1)
    #expect(silent.findings(.completionNeverCalled).isEmpty)
  }

  @Test("it is warned beside the main thread, which may be busy")
  func beside() {
    let phone = phone(alerts: [100], [.sleep(10), .work(18), Self.hand(1, "late")])
    phone.on("serviceExtensionTimeWillExpire", of: "a.service", [Self.hand(1, "new message")])
    phone.run()
    #expect(shown(phone) == ["125 shown 1 new message 1 changed"])
  }

  @Test("an extension that ends shows what it had as it came, and hands over nothing twice")
  func ends() {
    let failed = phone(alerts: [100], [.sleep(2), .fail(.memoryLimit)])
    failed.run()
    #expect(shown(failed) == ["102 shown 1 sealed 1"])
    let twice = phone(alerts: [100], [Self.hand(1, "Ann"), Self.hand(1, "Bob")])
    twice.run()
    #expect(shown(twice) == ["100 shown 1 Ann 1 changed"])
    #expect(twice.findings(.contentHandlerCalledTwice).map(\.location) == [Self.here])
  }

  @Test("it holds 24 MB, to iOS 12 half of it, and counts as no more")
  func memory() {
    for platform in Platform.all {
      #expect(
        platform.limits.notificationServiceBytes == (platform.version < 13 ? 12 : 24) << 20)
    }
    let footprint = MemoryFootprint(foreground: 150, background: 80, suspended: 10)
      .limited(toBytes: 24 << 20)
    #expect(footprint.background == 24 && footprint.suspended == 10)
  }
}
