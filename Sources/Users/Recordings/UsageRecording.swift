import Simulation

/// A usage recording whose users are told apart: reading the rows of one costs no more than those.
public struct UsageRecording: Sendable {
  /// The users in order of appearance; one without a name in a format that has no users.
  public let users: [String]
  let name: String
  let format: UsageTrace.Format
  private let bytes: [UInt8]
  /// The rows of each user; looked up only.
  private let sections: [String: [DelimitedRows.Section]]

  /// Finds the users of a recording; `name` is the file's, for messages.
  ///
  /// O(bytes). Errors name the line: what is not in the format, or compressed.
  public init(
    _ bytes: [UInt8], name: String, format: UsageTrace.Format
  ) throws(UserModelError) {
    try Self.refuseBinary(bytes, name: name)
    let index = format == .lsapp ? try UserIndex(bytes, name: name) : nil
    users = index?.users ?? [""]
    sections = Dictionary(uniqueKeysWithValues: zip(index?.users ?? [], index?.sections ?? []))
    self.bytes = bytes
    self.name = name
    self.format = format
  }

  /// Throws where the first bytes are those of a file that is no text.
  static func refuseBinary(_ bytes: [UInt8], name: String) throws(UserModelError) {
    if let advice = BinaryKind(of: bytes)?.advice { throw UserModelError("\(name): \(advice)") }
  }

  /// Returns a reader of the rows of a user, the first if none is named. O(bytes of those rows).
  func reader(_ options: UsageTrace.Options) throws(UserModelError) -> RecordingReader {
    guard format == .lsapp else {
      if let user = options.user {
        throw UserModelError(
          "\(name): \(format.rawValue) has no users (\(quoted(user))); leave `user` out")
      }
      return RecordingReader(bytes, name: name, format: format, options: options)
    }
    let user = options.user ?? users[0]
    guard let found = sections[user] else {
      throw UserModelError(
        "\(name): no row of this user (\(quoted(user))); it has \(users.count) users, among them "
          + quoted(users.min() ?? ""))
    }
    return RecordingReader(bytes, name: name, format: format, options: options, sections: found)
  }
}

extension UsageRecording {
  /// Hands over what each user did, in order of appearance; those who opened nothing are left out.
  /// O(bytes), memory for one user at a time.
  public func forEachLog(_ body: (UsageLog) -> Void) throws(UserModelError) {
    for user in users {
      var reader = try reader(UsageTrace.Options(user: format == .lsapp ? user : nil))
      let recording = try reader.read()
      let midnight = recording.first / UsageLog.day * UsageLog.day
      let uses = recording.uses(merging: format.rule).map { use in
        UsageLog.Use(app: use.app, start: use.start - midnight, end: use.end - midnight)
      }
      guard !uses.isEmpty else { continue }
      body(
        UsageLog(
          name: user, apps: recording.apps.map(\.name), uses: uses,
          start: recording.first - midnight, end: recording.last - midnight,
          longestChange: format == .awareScreen ? 0 : 1_000,
          // 1 January 1970, from which times are counted, was a Thursday.
          firstWeekday: Int((recording.first / UsageLog.day + 3) % 7)))
    }
  }
}

/// Files that are not text, by the bytes they begin with.
private enum BinaryKind {
  case gzip, zip, utf16

  init?(of bytes: [UInt8]) {
    if bytes.starts(with: [0x1f, 0x8b]) {
      self = .gzip
    } else if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      self = .zip
    } else if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      self = .utf16
    } else {
      return nil
    }
  }

  var advice: String {
    switch self {
    case .gzip:
      "compressed (gzip); unpack it first: lsapp.tsv.gz is a tar file, `tar xzf lsapp.tsv.gz`, and "
        + "for others `gunzip`"
    case .zip: "compressed (zip); unpack it first: `unzip`"
    case .utf16: "text in UTF-16; convert it first: `iconv -f UTF-16 -t UTF-8`"
    }
  }
}
