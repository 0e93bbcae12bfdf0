import Device
import Simulation

/// Names of Apple's frameworks, and of Android's, that this device does not model, with what a
/// script writes instead. Whoever uses one is told so, by `check` and where the app ends for it.
enum UnmodelledName {
  /// Returns what to say of a global that an app does not find; nil: it is no name of either family.
  static func advice(on name: String, for family: SystemFamily) -> String? {
    if family == .android, let remedy = androidRemedies[name] {
      return "\(name) is not modelled; \(remedy)"
    }
    if let notice = Counterparts.notice(ofKnown: name, of: family.other) { return notice }
    return remedies[name].map { remedy in
      family == .iOS
        ? "\(name) is not modelled; \(remedy)"
        : "\(name) is iOS's; nothing that is modelled does this on Android"
    }
  }

  /// Returns a message of Lua about a global that is nil, with that advice where there is some.
  static func advised(_ message: String, on family: SystemFamily) -> String {
    if family == .android, let method = name(of: "method", in: message),
      let remedy = androidMethods[method]
    {
      return "\(message): \(method) is not modelled; \(remedy)"
    }
    guard let name = name(of: "global", in: message), let advice = advice(on: name, for: family)
    else { return advised(message, in: .app, on: family) }
    return "\(message): \(advice)"
  }

  /// Returns a message of Lua about a global or a method that is nil, with the global of such scripts
  /// that was probably meant.
  static func advised(
    _ message: String, in kind: ScriptKind, on family: SystemFamily = .iOS
  ) -> String {
    if let name = name(of: "global", in: message) {
      if let remedy = absent(name, in: kind) { return "\(message): \(remedy)" }
      let known = KnownGlobals.of(kind, family).filter { !$0.contains(".") }
      guard let meant = nearest(to: name, among: known.sorted()) else { return message }
      return "\(message): did you mean \(quoted(meant))?"
    }
    guard let name = name(of: "method", in: message), KnownGlobals.of(kind, family).contains(name)
    else { return message }
    return "\(message): write \(name)(...)"
  }

  /// Returns what to write in place of a library of Lua that other scripts have; nil: there is
  /// nothing to say.
  static func absent(_ name: String, in kind: ScriptKind) -> String? {
    guard kind == .policy, name == "os" else { return nil }
    return "a policy has no clock of the machine; device.now has seconds since the start of the run"
  }

  /// The name in `attempt to call a nil value (global 'name')`.
  private static func name(of what: String, in message: String) -> String? {
    guard message.hasSuffix("')"), let start = message.range(of: "a nil value (\(what) '") else {
      return nil
    }
    return String(message[start.upperBound...].dropLast(2))
  }

  /// All of them, in order.
  static let names = remedies.keys.sorted()

  /// Those of Android's, in order.
  static let androidNames = androidRemedies.keys.sorted()

  private static let remedies = byName(groups)
  private static let androidRemedies = byName(androidGroups)

  private static func byName(_ groups: [(names: String, remedy: String)]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: groups.flatMap { names, remedy in
        names.split(separator: " ").map { (String($0), remedy) }
      })
  }

  /// Names by what is written instead.
  private static let groups: [(names: String, remedy: String)] = [
    (
      "NWPathMonitor NWPath SCNetworkReachability Reachability CTTelephonyNetworkInfo",
      "send a request with URLSession: without a network it fails with -1009"
    ),
    (
      "NWConnection NWListener URLSessionWebSocketTask CFSocket CKContainer CKDatabase CloudKit"
        + " NSUbiquitousKeyValueStore NSMetadataQuery SKPaymentQueue StoreKit WCSession"
        + " MCSession MultipeerConnectivity WKWebView",
      "write URLSession with a server of the scenario for what it sends and loads"
    ),
    (
      "URLSessionConfiguration", "write URLSession.shared or URLSession.background(identifier, ...)"
    ),
    ("URL URLComponents", "an address is a text"),
    ("Data NSData", "a body is a text or a number of bytes"),
    (
      "CoreData NSPersistentContainer NSPersistentCloudKitContainer NSManagedObjectContext"
        + " NSFetchRequest NSFetchedResultsController SwiftData ModelContainer ModelContext Realm"
        + " sqlite3_open GRDB",
      "write work(seconds) for what a store computes, UserDefaults for what it keeps, FileLock where"
        + " it lies in a shared container"
    ),
    (
      "HKHealthStore HKObserverQuery HKQuery HealthKit CMMotionManager CMPedometer CoreMotion"
        + " PHPhotoLibrary PHAsset PHImageManager CNContactStore EKEventStore MLModel CoreML"
        + " VNImageRequestHandler CIContext AVAssetExportSession AVCaptureSession ARSession"
        + " NFCNDEFReaderSession HMHomeManager",
      "write work(seconds) for what it computes, or URLSession for what it loads"
    ),
    (
      "MKMapView MKLocalSearch MKDirections MapKit CLGeocoder",
      "write URLSession for what it loads, work(seconds) for what it draws"
    ),
    (
      "UIViewController UIView UIWindow UILabel UITableView UICollectionView UINavigationController"
        + " UIImage UIScreen SwiftUI",
      "there is no user interface: write work(seconds) for what drawing costs"
    ),
    (
      "UIScene UIWindowScene UISceneDelegate ScenePhase",
      "there are no scenes: write the methods of the app's delegate"
    ),
    (
      "UNUserNotificationCenter UNMutableNotificationContent UNNotificationRequest"
        + " UILocalNotification UNNotificationContent",
      "nobody reads notifications: write NSLog for what is shown"
    ),
    (
      "NotificationCenter NSNotificationCenter Combine PassthroughSubject CurrentValueSubject"
        + " AnyCancellable",
      "call the function itself, or write a method of the delegate"
    ),
    ("OSLog Logger os_log os_signpost CocoaLumberjack", "write NSLog or print"),
    (
      "AVPlayer AVAudioPlayer AVAudioEngine AVQueuePlayer MPNowPlayingInfoCenter"
        + " MPRemoteCommandCenter",
      "AVAudioSession.sharedInstance():setActive(true) plays"
    ),
    ("DispatchSource DispatchSourceTimer RunLoop CADisplayLink NSTimer", "write Timer"),
    ("Thread NSThread pthread_create", "write DispatchQueue.global():async(block)"),
    ("Date NSDate Calendar", "os.time() and os.date() have the device's clock"),
    (
      "JSONDecoder JSONEncoder JSONSerialization PropertyListEncoder PropertyListDecoder"
        + " NSKeyedArchiver",
      "tables need no coding: write work(seconds) for what it costs"
    ),
    ("MetricKit MXMetricManager", "dormouse run --metrics metrickit prints such a payload"),
  ]
}
