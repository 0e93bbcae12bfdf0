import Simulation

extension UsageTrace.Format {
  /// The labels of launchers, of the system's own screens and of the recorder, which are no app
  /// usage; none but in Android's own events.
  public var ignoredByDefault: [String] {
    switch self {
    case .androidUsageEvents:
      [
        "Android system", "System UI", "Quickstep", "Launcher", "Launcher3", "Pixel Launcher",
        "One UI Home", "TouchWiz home", "Nova Launcher", "System launcher", "Usage Logger",
      ]
    case .lsapp, .csv, .awareScreen: []
    }
  }

  /// The layout of a row, for messages.
  var layout: String {
    switch self {
    case .androidUsageEvents: "unix time in ms,app,event type"
    case .lsapp: "user_id, session_id, timestamp, app_name, event_type, separated by tabs"
    case .csv: "time,app,opened|closed"
    case .awareScreen: "time,screen_status"
    }
  }

  /// The rule for the rows that count as one use.
  var rule: UseMerger.Rule {
    switch self {
    case .androidUsageEvents, .csv: .init(mergingMilliseconds: 1_000, endsInSilence: false)
    // A pause of a moment is a pause there.
    case .awareScreen: .init(mergingMilliseconds: 0, endsInSilence: false)
    case .lsapp: .init(mergingMilliseconds: 300_000, endsInSilence: true)
    }
  }
}

extension UsageTrace.Format {
  /// Tells the format of a recording by how it begins; nil where that tells nothing. O(1).
  public init?(sniffing bytes: [UInt8]) {
    let head = String(decoding: bytes.prefix(4_096), as: UTF8.self)
    let lines = head.split(whereSeparator: \.isNewline).prefix(2)
    guard let first = lines.first else { return nil }
    if first.contains("\t") {
      guard first.contains("user_id"), first.contains("app_name") else { return nil }
      self = .lsapp
      return
    }
    let rows = lines.map { line in
      line.split(separator: ",", omittingEmptySubsequences: false)
        .map { String($0.filter { $0 != "\"" && $0 != " " }).lowercased() }
    }
    if rows[0].starts(with: ["time", "screen_status"]) {
      self = .awareScreen
    } else if rows.contains(where: { $0.count > 2 && ["opened", "closed"].contains($0[2]) }) {
      self = .csv
    } else if rows.contains(where: { $0.count > 2 && Int($0[0]) != nil && Int($0[2]) != nil }) {
      self = .androidUsageEvents
    } else {
      return nil
    }
  }
}
