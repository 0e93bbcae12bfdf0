import Simulation

/// Mistakes in what an app is made of, which no rule of the device would ever tell it.
extension Device {
  /// The launch is over: looks for methods that are never called for their names, and for a mode
  /// whose method is missing.
  func reviewDelegate(of app: Application) {
    guard let behavior = app.behavior else { return }
    var misspelt = Set<String>()
    for method in behavior.unknownMethods {
      guard let meant = Callback.name(meantBy: method.name), !behavior.implements(meant) else {
        continue
      }
      misspelt.insert(meant)
      report(
        .methodMisspelt, "\(method.name) is never called; is \(meant) meant?", of: app,
        at: method.location)
    }
    guard app.configuration.modes.contains(.fetch), !misspelt.contains("performFetch"),
      !behavior.implements("performFetch")
    else { return }
    reportMissingFetch(of: app)
  }

  func reportMissingFetch(of app: Application) {
    report(
      .modeWithoutMethod, "the app has the mode fetch, but performFetch is missing", of: app,
      at: app.behavior?.performFetchLocation)
  }

  /// An app that could fetch comes to rest and has not said how often it wants to.
  func reportMissingInterval(of app: Application) {
    guard app.configuration.modes.contains(.fetch), !app.fetching.isIntervalSet,
      !app.process.isIntervalReported, let behavior = app.behavior,
      behavior.implements("performFetch")
    else { return }
    app.process.isIntervalReported = true
    report(
      .fetchIntervalNeverSet, "performFetch is never called: no minimum fetch interval was set",
      of: app, at: behavior.performFetchLocation)
  }
}

extension Callback {
  /// Of the methods of a delegate.
  static let methodNames = [
    "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
    "willEnterForeground", "willTerminate", "didReceiveMemoryWarning", "performFetch",
  ]

  /// The callback that a method's name nearly is: with at most two typing errors, or as UIKit has
  /// it (`applicationDidEnterBackground`, `performFetchWithCompletionHandler`).
  static func name(meantBy name: String) -> String? {
    var short = name.lowercased()
    for prefix in ["application_", "application"] where short.hasPrefix(prefix) {
      short.removeFirst(prefix.count)
    }
    for suffix in ["withoptions", "withcompletionhandler"] where short.hasSuffix(suffix) {
      short.removeLast(suffix.count)
    }
    return methodNames.contains(name) ? nil : nearest(to: short, among: methodNames, errors: 2)
  }
}
