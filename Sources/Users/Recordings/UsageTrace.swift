import Device
import Simulation

/// A user who does what one did while being recorded: `usage.trace`.
///
/// The uses are made of the rows as the format has them: a use ends when its app leaves the front,
/// another comes to the front, the screen goes off, or the recording ends. Consecutive rows of one
/// app are one use when they are close: within 1 s, which joins an app's own screens, or in LSApp
/// within 5 min, which is what its authors' statistics count as one session.
public struct UsageTrace: UserModel {
  /// The ways in which a recording may be written.
  public enum Format: String, CaseIterable, Sendable {
    /// The unix time in ms, an app's label and the type of Android's `UsageEvents`; no header
    /// needed.
    case androidUsageEvents = "android-usage-events"
    /// The file `lsapp.tsv` of LSApp (Aliannejadi et al. 2021): tab-separated, with a header.
    case lsapp
    /// The columns `time,app,opened|closed`; no header needed.
    case csv
    /// The columns `time,screen_status` of AWARE, 0 for off and 1 for on; no header needed. It has
    /// one app, `screen`, in front while the screen is on.
    case awareScreen = "aware-screen"
  }

  /// The part of a recording to read.
  public struct Options: Sendable {
    /// The user whose rows are read, in LSApp; nil takes the first in the file.
    public var user: String?
    /// The labels that are no apps, such as launchers; nil takes `Format.ignoredByDefault`.
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
    /// The app's name in a scenario: `UsageTrace.appName(label)`.
    public let name: String
    /// The app's name in the recording.
    public let label: String
    /// How often the app was opened, after merging.
    public let opens: Int
  }

  /// The numbers of rows that were left out because something is wrong with them.
  public struct SkippedRows: Equatable, Sendable {
    /// The number of LSApp's rows of the event `Broken`.
    public var broken = 0
    /// The number of Android's rows of an event type above those known.
    public var unknownType = 0

    public var total: Int { broken + unknownType }
  }

  /// The time of day at the run's start, as recorded.
  public let startsAt: TimeSpan
  /// The time from the run's start to the last row.
  public let span: TimeSpan
  /// The run's start on the recording's clock, as time since 1970.
  public var begins: TimeSpan { Self.span(startMilliseconds) }
  /// The apps that were opened, the most opened first, then by name.
  public let apps: [App]
  /// The number of rows read, of the user if there are several.
  public let rowCount: Int
  public let skippedRows: SkippedRows
  /// The number of rows earlier than the one before; they are put in their place.
  public let outOfOrderRows: Int

  public var isDrawn: Bool { false }

  private let names: [String]
  private let uses: [UsageLog.Use]
  /// The run's start in the recording, since 1970.
  private let startMilliseconds: Int64

  /// Reads the rows of one user. O(bytes of those rows).
  public init(
    _ source: UsageRecording, options: Options = Options()
  ) throws(UserModelError) {
    let name = source.name
    var reader = try source.reader(options)
    let recording = try reader.read()
    let firstDay = recording.first / UsageLog.day
    let dayCount = Int(recording.last / UsageLog.day - firstDay) + 1
    guard (1...dayCount).contains(options.fromDay) else {
      throw UserModelError(
        "\(name): fromDay is not a day of it (\(options.fromDay)); give 1 to \(dayCount)")
    }
    let midnight = (firstDay + Int64(options.fromDay) - 1) * UsageLog.day
    let start = max(recording.first, midnight)
    let uses = recording.uses(merging: source.format.rule).filter { $0.start >= start }
    guard !uses.isEmpty else {
      throw UserModelError(
        "\(name): no app is opened (\(recording.rowCount) rows); check format, user, fromDay and "
          + "ignore")
    }
    startMilliseconds = start
    startsAt = Self.span(start % UsageLog.day)
    span = Self.span(recording.last - start)
    apps = Self.apps(recording.apps, of: uses)
    rowCount = recording.rowCount
    skippedRows = recording.skipped
    outOfOrderRows = recording.outOfOrderRows
    names = recording.apps.map(\.name)
    self.uses = uses
  }

  /// Returns the opens and closes of the scenario's apps, at their time of day.
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
      guard let app = identifiers[use.app] else { continue }
      known.append(
        AppUse(
          app: app, start: origin + Self.span(use.start - startMilliseconds),
          end: origin + Self.span(use.end - startMilliseconds)))
    }
    return known.actions(before: .start + duration)
  }

  /// Returns the name of an app with a label: in lower case, with `-` for each run of anything but
  /// letters, digits, `.` and `_`, and none at the ends; `app` when nothing is left.
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
    _ apps: [(name: String, label: String)], of uses: [UsageLog.Use]
  ) -> [App] {
    var opens = Array(repeating: 0, count: apps.count)
    for use in uses { opens[use.app] += 1 }
    return zip(apps, opens).filter { $1 > 0 }
      .map { App(name: $0.name, label: $0.label, opens: $1) }
      .sorted { ($1.opens, $0.name) < ($0.opens, $1.name) }
  }

  private static func span(_ milliseconds: Int64) -> TimeSpan { .milliseconds(Int(milliseconds)) }
}
