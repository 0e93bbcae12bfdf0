import Simulation

/// A report of the lines of scripts that tests have run, for people and for tools.
public struct CoverageReport: Sendable {
  /// A script with how often each of its lines has run that does anything.
  public struct File: Sendable {
    let path: String
    /// The counts, sorted by line.
    let lines: [(line: Int, count: Int)]

    public init(path: String, counts: [Int: Int]) {
      self.path = path
      lines = counts.sorted { $0.key < $1.key }.map { (line: $0.key, count: $0.value) }
    }

    var covered: Int { lines.count { $0.count > 0 } }
  }

  public let files: [File]

  public init(_ files: [File]) {
    self.files = files
  }

  /// The coverage as a tracefile of lcov, which editors and servers read (geninfo(1)).
  public var lcov: String {
    files.map { file in
      "TN:\nSF:\(file.path)\n"
        + file.lines.map { "DA:\($0.line),\($0.count)\n" }.joined()
        + "LF:\(file.lines.count)\nLH:\(file.covered)\nend_of_record\n"
    }.joined()
  }

  /// The coverage as text, a line a script: its share, and the lines that have not run.
  public var text: String {
    files.map { file in
      let missing = file.lines.filter { $0.count == 0 }.map { "\($0.line)" }
      let shown = missing.prefix(12).joined(separator: ", ") + (missing.count > 12 ? ", ..." : "")
      return
        "\(printable(file.path)): \(grouped(file.covered)) of \(grouped(file.lines.count)) lines"
        + (missing.isEmpty ? "" : ", not \(shown)") + "\n"
    }.joined()
  }
}
