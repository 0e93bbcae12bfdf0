/// The names of callbacks on each family.
extension Callback {
  /// The names of the methods of a delegate on Android.
  public static let androidMethodNames = [
    "onCreate", "onStart", "onStop", "onDestroy", "onTrimMemory", "onStartJob", "onStopJob",
    "onReceive", "doWork", "onStopped", "onMessageReceived", "onDeletedMessages",
    "onStartCommand", "onTimeout", "onTaskRemoved",
  ]

  /// The names of the methods of a delegate.
  public static func methodNames(on family: SystemFamily) -> [String] {
    switch family {
    case .iOS: methodNames
    case .android: androidMethodNames
    }
  }

  /// The name by which a family calls it; nil: that family has no such method, and calls nothing.
  public func name(on family: SystemFamily) -> String? {
    guard family == .android else { return name }
    return switch self {
    case .didFinishLaunching: "onCreate"
    case .didBecomeActive: "onStart"
    case .didEnterBackground: "onStop"
    case .willTerminate: "onDestroy"
    case .didReceiveMemoryWarning: "onTrimMemory"
    case .startJob, .stopJob, .alarm, .doWork, .onStopped, .messageReceived, .messagesDeleted,
      .broadcast, .startCommand, .serviceTimeout, .taskRemoved:
      name
    default: isMethod ? nil : name
    }
  }

  /// Methods of each family that are not modelled, with the callback of such a moment.
  private static let unmodelled: [SystemFamily: [String: String]] = [
    .android: [
      "onPause": "onStop", "onSaveInstanceState": "onStop", "onResume": "onStart",
      "onRestart": "onStart", "onLowMemory": "onTrimMemory",
    ],
    .iOS: [
      "sceneDidBecomeActive": "didBecomeActive", "sceneWillResignActive": "willResignActive",
      "sceneDidEnterBackground": "didEnterBackground",
      "sceneWillEnterForeground": "willEnterForeground", "sceneDidDisconnect": "willTerminate",
    ],
  ]

  /// Returns what to say of a method that only the other family calls, or that is not modelled, and
  /// the callback that does the like here, if one does; nil: it is no such method.
  public static func foreign(
    _ name: String, on family: SystemFamily
  ) -> (notice: String, here: String?)? {
    if let here = unmodelled[family]?[name] {
      return ("\(name) is not modelled; \(here) is called then", here)
    }
    let own = methodNames(on: family)
    guard methodNames(on: family.other).contains(name), !own.contains(name),
      let counterpart = Counterparts.counterpart(of: name, of: family.other)
    else { return nil }
    return (
      Counterparts.notice(of: name, of: family.other),
      own.contains(counterpart) ? counterpart : nil
    )
  }
}
