import Device
import Simulation

/// A user who does what one did while being recorded: `usage.trace`.
///
/// Uses are made of the rows as the format has them: a use ends when its app leaves the front,
/// another comes to the front, the screen goes off, or the recording ends. Consecutive rows of one
/// app are one use when they are close: within 1 s, which joins an app's own screens, or in LSApp
/// within 5 min, which is what its authors' statistics count as one session.
public struct UsageTrace: UserModel {
  /// How a recording is written.
  public enum Format: String, CaseIterable, Sendable {
    /// Unix time in ms, app label, type of Android's `UsageEvents`; no header needed.
    case androidUsageEvents = "android-usage-events"
    /// `lsapp.tsv` of LSApp (Aliannejadi et al. 2021): tab-separated, with a header.
    case lsapp
    /// `time,app,opened|closed`; no header needed.
    case csv
    /// `time,screen_status` of AWARE, 0 for off and 1 for on; no header needed. It has one app, `screen`,
    /// in front while the screen is on.
    case awareScreen = "aware-screen"
  }

  /// What to read of a recording.
  public struct Options: Sendable {
    /// In LSApp, whose rows; nil takes the first user in the file.
    public var user: String?
    /// Labels that are no apps, such as launchers; nil takes `Format.ignoredByDefault`.
    public var ignore: [String]?
    /// The calendar day of the recording that the run begins on, from 1. From the second day on it
    /// begins at midnight.
    public var fromDay: Int

    public init(user: String? = nil, ignore: [String]? = nil, fromDay: Int = 1) {
      self.user = user
      self.ignore = ignore
      self.fromDay = fromDay
    }
  }

  /// An app of the recording.
  public struct App: Equatable, Sendable {
    /// What a scenario calls it: `UsageTrace.appName(label)`.
    public let name: String
    /// As the recording calls it.
    public let label: String
    /// How often it was opened, after merging.
    public let opens: Int
  }

  /// Rows that were left out because something is wrong with them.
  public struct SkippedRows: Equatable, Sendable {
    /// LSApp's rows of the event `Broken`.
    public var broken = 0
    /// Android's rows of an event type above those known.
    public var unknownType = 0

    public var total: Int { broken + unknownType }
  }

  /// Time of day at the recording's first row, as recorded.
  public let startsAt: TimeSpan
  /// From then to the last row.
  public let span: TimeSpan
  /// Since 1970 on the recording's clock, of the run's start.
  public var begins: TimeSpan { Self.span(startMilliseconds) }
  /// Most opened first, then by name.
  public let apps: [App]
  /// Rows read, of the user if there are several.
  public let rowCount: Int
  public let skippedRows: SkippedRows
  /// Rows earlier than the one before; they are put in their place.
  public let outOfOrderRows: Int

  public var isDrawn: Bool { false }

  private let names: [String]
  private let uses: [Recording.Use]
  /// Time of the run's start in the recording.
  private let startMilliseconds: Int64

  /// Reads a recording; `name` is the file's, for messages.
  ///
  /// O(bytes). Errors name the line: what is not in the format, is compressed, or holds no use.
  public init(
    _ bytes: [UInt8], name: String, format: Format, options: Options = Options()
  ) throws(UserModelError) {
    try self.init(UsageRecording(bytes, name: name, format: format), options: options)
  }

  /// Reads the rows of one user. O(bytes of those rows).
  public init(
    _ source: UsageRecording, options: Options = Options()
  ) throws(UserModelError) {
    let name = source.name
    var reader = try source.reader(options)
    var recording = try reader.read()
    let firstDay = recording.first / Timestamp.millisecondsPerDay
    let dayCount = Int(recording.last / Timestamp.millisecondsPerDay - firstDay) + 1
    guard (1...dayCount).contains(options.fromDay) else {
      throw UserModelError(
        "\(name): fromDay is not a day of it (\(options.fromDay)); give 1 to \(dayCount)")
    }
    let midnight = (firstDay + Int64(options.fromDay) - 1) * Timestamp.millisecondsPerDay
    let start = max(recording.first, midnight)
    let uses = recording.uses(merging: source.format.rule).filter { $0.start >= start }
    guard !uses.isEmpty else {
      throw UserModelError(
        "\(name): no app is opened (\(recording.rowCount) rows); check format, user, fromDay and "
          + "ignore")
    }
    startMilliseconds = start
    startsAt = Self.span(start % Timestamp.millisecondsPerDay)
    span = Self.span(recording.last - start)
    apps = Self.apps(recording.apps, of: uses)
    rowCount = recording.rowCount
    skippedRows = recording.skipped
    outOfOrderRows = recording.outOfOrderRows
    names = recording.apps.map(\.name)
    self.uses = uses
  }

  /// The opens and closes of the scenario's apps, at their time of day.
  ///
  /// A run that starts at `self.startsAt` starts with the recording; one that starts at another
  /// time of day waits until then. Uses of apps the scenario has not are left out, which
  /// `opensOutside(apps:)` counts; when that is all of them, it is an error.
  public func actions(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan, apps: [String]
  ) throws(UserModelError) -> [UserAction] {
    let identifiers = identifiers(in: apps)
    guard apps.isEmpty || identifiers.contains(where: { $0 != nil }) else {
      let most = self.apps.prefix(3).map { quoted($0.name) }.joined(separator: ", ")
      throw UserModelError(
        "usage.trace: no app of the scenario is in the recording (\(quoted(apps[0]))); name apps "
          + "as it does: \(most)")
    }
    let origin = Instant.start + (self.startsAt - startsAt).timeOfDay
    var known: [AppUse] = []
    for use in uses {
      guard let app = identifiers[Int(use.app)] else { continue }
      known.append(
        AppUse(
          app: app, start: origin + Self.span(use.start - startMilliseconds),
          end: origin + Self.span(use.end - startMilliseconds)))
    }
    return known.actions(before: .start + duration)
  }

  /// How many opens of the recording are of apps that a scenario with these apps has not.
  public func opensOutside(apps: [String]) -> Int {
    let identifiers = identifiers(in: apps)
    return uses.count { identifiers[Int($0.app)] == nil }
  }

  /// The name of an app with a label: in lower case, with `-` for each run of anything but letters,
  /// digits, `.` and `_`, and none at the ends; `app` when nothing is left.
  public static func appName(_ label: String) -> String {
    var name = ""
    for character in label.lowercased() {
      if character.isLetter || character.isNumber || character == "." || character == "_" {
        name.append(character)
      } else if !name.isEmpty, name.last != "-" {
        name.append("-")
      }
    }
    if name.last == "-" { name.removeLast() }
    return name.isEmpty ? "app" : name
  }

  /// The scenario's app of each app of the recording.
  private func identifiers(in apps: [String]) -> [AppID?] {
    let byName = Dictionary(
      apps.enumerated().map { (Self.appName($1), AppID($0)) },
      uniquingKeysWith: { first, _ in first })
    return names.map { byName[$0] }
  }

  private static func apps(
    _ apps: [(name: String, label: String)], of uses: [Recording.Use]
  ) -> [App] {
    var opens = Array(repeating: 0, count: apps.count)
    for use in uses { opens[Int(use.app)] += 1 }
    return zip(apps, opens).filter { $1 > 0 }
      .map { App(name: $0.name, label: $0.label, opens: $1) }
      .sorted { ($1.opens, $0.name) < ($0.opens, $1.name) }
  }

  private static func span(_ milliseconds: Int64) -> TimeSpan { .milliseconds(Int(milliseconds)) }
}
