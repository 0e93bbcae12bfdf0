import Device
import Simulation

/// What is sent to the app, as far as its script shows what it may get.
extension Trial {
  /// Whether pushes that nobody sees may come to the app.
  private var takesPushes: Bool {
    switch scenario.device.platform.family {
    case .iOS:
      scenario.apps[0].modes.contains(.remoteNotification)
        && scenario.device.platform.has(.silentPush)
    case .android: assumed.receivesMessages
    }
  }

  func sendPushes() {
    guard takesPushes else { return }
    let declared = scenario.pushes.first { $0.kind == .silent }.map { [$0.userInfo] }
    if declared == nil, assumed.pushes.isUnclear { failuresCount(until: device.now) }
    let pushes = declared ?? assumed.pushes.all
    // What a process does but once comes to light the second time.
    for userInfo in pushes + pushes.prefix(1) { push(userInfo) }
    if scenario.device.platform.family == .android {
      for data in pushes { push(data, priority: .normal) }
    }
    goOn()
  }

  private func push(_ userInfo: [PushField], priority: MessagePriority = .high) {
    switch scenario.device.platform.family {
    case .iOS: start(.push) { device.push(to: app, userInfo: userInfo) }
    case .android: withNetwork { device.message(to: app, data: userInfo, priority: priority) }
    }
    // Another one would be held back before.
    pass(.minutes(30))
  }

  func sendCalls() {
    guard scenario.apps[0].modes.contains(.voip), scenario.device.platform.has(.pushKit) else {
      return
    }
    let declared = scenario.pushes.first { if case .voip = $0.kind { true } else { false } }
    if declared == nil, assumed.calls.isUnclear { failuresCount(until: device.now) }
    for payload in declared.map({ [$0.userInfo] }) ?? assumed.calls.all { call(payload) }
  }

  private func call(_ payload: [PushField]) {
    device.voipPush(to: app, payload: payload)
    pass(.seconds(10))
    _ = device.answerCall(of: app)
    pass(.minutes(1))
    _ = device.endCall(of: app)
    pass(.minutes(1))
  }

  /// From a moment on what comes may lack fields that the script reads: that it fails by them is not
  /// told.
  private func failuresCount(until moment: Instant) { bare = min(bare, moment) }

  /// Sends a push without the fields that the script reads, which it may not expect.
  func pushBarely() {
    guard !assumed.pushes.whole.isEmpty, takesPushes,
      !scenario.pushes.contains(where: { $0.kind == .silent })
    else { return }
    failuresCount(until: device.now)
    push([])
  }

  /// Its extension gets notifications, the first twice, and has its whole time for each.
  func alert() {
    guard scenario.apps.count > 1 else { return }
    let declared = scenario.pushes.lazy.compactMap { push in
      if case .alert(let content) = push.kind { (content, push.userInfo) } else { nil }
    }.first
    if declared == nil, assumed.alerts.isUnclear { failuresCount(until: device.now) }
    let content = declared?.0 ?? NotificationContent(title: "title")
    let alerts = declared.map { [$0.1] } ?? assumed.alerts.all
    for userInfo in alerts + alerts.prefix(1) {
      withNetwork { device.alert(content, userInfo: userInfo, to: app) }
      pass(.minutes(1))
    }
  }
}
