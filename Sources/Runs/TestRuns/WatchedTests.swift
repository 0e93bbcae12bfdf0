import Scripting

/// The files of tests with the states of the files that each has read, which show which tests have
/// to run again.
///
/// Tests see nothing but the files that they ask for, so those of which none has changed would have
/// the same results. A module that `require` did not find is among them: it may come.
public struct WatchedTests {
  /// The most looks for which a file that is still being written is waited for.
  static let mostLooks = 20

  private let find: () -> [String]
  /// The last look, and how often something had changed by then.
  private var before: Look?
  private var looks = 0
  /// The stamps of the files that each file of tests has asked for, by the file, and then by path.
  private var read: [String: [String: FileStamp?]] = [:]

  /// Creates the watch.
  ///
  /// - Parameters:
  ///   - find: returns the files of tests that there are now, in their order.
  public init(_ find: @escaping () -> [String]) {
    self.find = find
  }

  /// The state of everything at one moment.
  public struct Look: Equatable {
    /// The files of tests.
    public let files: [String]
    fileprivate let stamps: [String: FileStamp?]

    /// The number of files whose change matters.
    public var count: Int { stamps.values.count { $0 != nil } }
  }

  /// Looks at every file that matters; none is read. O(files).
  public func look() -> Look {
    let files = find()
    var stamps: [String: FileStamp?] = [:]
    for path in read.values.lazy.flatMap(\.keys) + files where stamps[path] == nil {
      stamps[path] = .some(FileStamp(of: path))
    }
    return Look(files: files, stamps: stamps)
  }

  /// The differences from what was read.
  public struct Changes: Equatable {
    /// The files of tests that have to run, in their order: those that are new, and those which
    /// have read something that has changed.
    public var concerned: [String] = []
    /// The files of tests that no longer exist.
    public var gone: [String] = []
    /// The reasons, sorted by path.
    public var reasons: [Reason] = []

    /// A file that has changed, come or gone.
    public enum Reason: Equatable {
      case changed(String)
      case new(String)
      case gone(String)
    }

    public var isEmpty: Bool { concerned.isEmpty && gone.isEmpty }
  }

  /// Returns what differs from what the tests have read. O(files).
  public func changes(in look: Look) -> Changes {
    var changes = Changes()
    var paths: Set<String> = []
    for file in look.files {
      guard let seen = read[file] else {
        changes.concerned.append(file)
        paths.insert(file)
        continue
      }
      let changed = seen.filter { $0.value != (look.stamps[$0.key] ?? nil) }
      guard !changed.isEmpty else { continue }
      changes.concerned.append(file)
      paths.formUnion(changed.keys)
    }
    let there = Set(look.files)
    changes.gone = read.keys.filter { !there.contains($0) }.sorted()
    paths.formUnion(changes.gone)
    let seen = read.values.reduce(into: Set<String>()) { seen, stamps in
      seen.formUnion(stamps.lazy.filter { $0.value != nil }.map(\.key))
    }
    changes.reasons = paths.sorted().map { path in
      if changes.gone.contains(path) || (look.stamps[path] ?? nil) == nil { return .gone(path) }
      return seen.contains(path) ? .changed(path) : .new(path)
    }
    return changes
  }

  /// Takes the next look.
  ///
  /// - Returns: the changes, once two looks are the same: a burst of saves is over then, and a file
  ///   that is replaced by another has come back. Nil: nothing has changed, or not for long enough.
  public mutating func settled(_ look: Look) -> Changes? {
    let changes = changes(in: look)
    looks = changes.isEmpty ? 0 : looks + 1
    let isSettled = look == before || looks == WatchedTests.mostLooks
    before = look
    guard !changes.isEmpty, isSettled else { return nil }
    looks = 0
    return changes
  }

  /// Notes what a file's tests have asked for.
  public mutating func keep(_ outcome: TestRunner.FileOutcome) {
    read[outcome.path] = outcome.sought
  }

  /// Forgets files of tests that no longer exist.
  public mutating func forget(_ files: [String]) {
    for file in files { read[file] = nil }
  }
}
