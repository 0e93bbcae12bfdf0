/// The types of Android's foreground services, with the numbers of `ServiceInfo`: what a service is
/// for, as the app's manifest declares it and `startForeground` says it.
public struct ServiceTypes: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let dataSync = ServiceTypes(rawValue: 1 << 0)
  public static let mediaPlayback = ServiceTypes(rawValue: 1 << 1)
  public static let phoneCall = ServiceTypes(rawValue: 1 << 2)
  public static let location = ServiceTypes(rawValue: 1 << 3)
  public static let connectedDevice = ServiceTypes(rawValue: 1 << 4)
  public static let mediaProjection = ServiceTypes(rawValue: 1 << 5)
  public static let camera = ServiceTypes(rawValue: 1 << 6)
  public static let microphone = ServiceTypes(rawValue: 1 << 7)
  public static let health = ServiceTypes(rawValue: 1 << 8)
  public static let remoteMessaging = ServiceTypes(rawValue: 1 << 9)
  public static let systemExempted = ServiceTypes(rawValue: 1 << 10)
  /// Three minutes at most.
  public static let shortService = ServiceTypes(rawValue: 1 << 11)
  public static let mediaProcessing = ServiceTypes(rawValue: 1 << 13)
  public static let specialUse = ServiceTypes(rawValue: 1 << 30)

  /// Each by its name in a manifest, the end of its constant's name, and the version of Android that it
  /// came with.
  public static let byName: [(name: String, constant: String, type: ServiceTypes, since: Int)] = [
    ("camera", "CAMERA", .camera, 11),
    ("connectedDevice", "CONNECTED_DEVICE", .connectedDevice, 10),
    ("dataSync", "DATA_SYNC", .dataSync, 10),
    ("health", "HEALTH", .health, 14),
    ("location", "LOCATION", .location, 10),
    ("mediaPlayback", "MEDIA_PLAYBACK", .mediaPlayback, 10),
    ("mediaProcessing", "MEDIA_PROCESSING", .mediaProcessing, 15),
    ("mediaProjection", "MEDIA_PROJECTION", .mediaProjection, 10),
    ("microphone", "MICROPHONE", .microphone, 11),
    ("phoneCall", "PHONE_CALL", .phoneCall, 10),
    ("remoteMessaging", "REMOTE_MESSAGING", .remoteMessaging, 14),
    ("shortService", "SHORT_SERVICE", .shortService, 14),
    ("specialUse", "SPECIAL_USE", .specialUse, 14),
    ("systemExempted", "SYSTEM_EXEMPTED", .systemExempted, 14),
  ]

  /// Their names in manifests.
  public var names: [String] {
    ServiceTypes.byName.filter { contains($0.type) }.map(\.name)
  }
}
