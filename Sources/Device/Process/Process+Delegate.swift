import Simulation

/// Mistakes in what an app is made of, which no rule of the device would ever tell it.
extension Process {
  /// The launch is over: looks for methods that are never called for their names, and for a mode
  /// whose method is missing.
  func reviewDelegate() {
    guard let behavior else { return }
    let family = device.platform.family
    var misspelt = Set<String>()
    for method in behavior.unknownMethods {
      if let notice = notice(ofForeign: method.name, on: family, behavior) {
        report(.methodMisspelt, "never called: \(notice)", at: method.location)
        continue
      }
      guard let meant = Callback.name(meantBy: method.name, on: family),
        !behavior.implements(meant)
      else { continue }
      misspelt.insert(meant)
      report(
        .methodMisspelt, "\(method.name) is never called; is \(meant) meant?", at: method.location)
    }
    device.services.process(.launched(misspelt: misspelt), of: self)
  }

  /// Returns what to say of a method that only the other family calls; nil: it is none, or the app
  /// has the one that does the like here.
  private func notice(
    ofForeign name: String, on family: SystemFamily, _ behavior: any AppBehavior
  ) -> String? {
    guard let callback = Callback.foreign(name, on: family),
      !(callback.here.map(behavior.implements) ?? false)
    else { return nil }
    return callback.notice
  }

  /// Writes down that a method of the delegate is called, by its family's name.
  func recordCall(of callback: Callback) {
    if let name = callback.name(on: device.platform.family) { record(.callback(name)) }
  }

  /// The present or last callback, as findings name it.
  var callbackName: String {
    guard let callback = main.callback else { return "a callback that waited" }
    return callback.name(on: device.platform.family) ?? callback.name
  }
}

extension Process {
  /// The run is over and the app, which ran in it, never used a mode that it declares.
  func reportUnused(_ mode: BackgroundModes, _ use: String) {
    guard configuration.modes.contains(mode), life > 0 else { return }
    let name = BackgroundModes.byName.first { $0.mode == mode }?.name ?? ""
    report(.modeUnused, "the app has the mode \(name) and never used it: \(use)", at: nil)
  }
}

extension Callback {
  /// The names of the methods of a delegate on iOS.
  public static let methodNames = [
    "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
    "willEnterForeground", "willTerminate", "didReceiveMemoryWarning", "performFetch",
    "didUpdateLocations", "didEnterRegion", "didExitRegion", "didDetermineState",
    "monitoringDidFail", "willRestoreState", "didUpdateValue", "didConnect",
    "didDisconnectPeripheral",
    "thermalStateDidChange",
    "protectedDataWillBecomeUnavailable", "protectedDataDidBecomeAvailable",
    "didReceiveRemoteNotification", "didReceiveIncomingPush", "performAnswerCall",
    "performEndCall", "didReceive", "serviceExtensionTimeWillExpire",
    "handleEventsForBackgroundURLSession",
  ]

  /// The callback that a method's name nearly is: with at most two typing errors, or as UIKit has
  /// it (`applicationDidEnterBackground`, `performFetchWithCompletionHandler`).
  public static func name(
    meantBy name: String, on family: SystemFamily = .iOS
  ) -> String? {
    let methodNames = methodNames(on: family)
    if methodNames.contains(name) { return nil }
    var short = name.lowercased()
    for prefix in ["application_", "application"] where short.hasPrefix(prefix) {
      short.removeFirst(prefix.count)
    }
    let suffixes = ["withoptions", "withcompletionhandler", "fetchcompletionhandler"]
    for suffix in suffixes where short.hasSuffix(suffix) {
      short.removeLast(suffix.count)
    }
    let length = short.unicodeScalars.count
    let likely = methodNames.filter { abs($0.utf8.count - length) <= 2 }
    return nearest(to: short, among: likely, errors: 2)
  }
}
