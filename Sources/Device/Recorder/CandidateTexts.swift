import Simulation

/// What a record says of each candidate of a decision, such as its name, in the order of waiting.
///
/// The texts are made when somebody reads them. The fingerprint has their number and the sum of their
/// digests (an additive multiset hash: Clarke et al., Incremental Multiset Hash Functions, 2003), which
/// are kept while candidates join and leave: so a decision costs no more the more of them wait.
public struct CandidateTexts: Sendable, Equatable, ExpressibleByArrayLiteral {
  private enum Source {
    case texts([String])
    case names(WorkCandidates)
    case kinds(WorkCandidates)
  }

  private let source: Source
  let sum: Sum

  /// The sum of the texts' digests, modulo 2 to the 64.
  struct Sum: Equatable {
    private(set) var value: UInt64 = 0
    static func += (sum: inout Sum, text: String) { sum.value &+= digest(of: text) }
    static func -= (sum: inout Sum, text: String) { sum.value &-= digest(of: text) }

    /// The low half of the text's XXH3. O(length).
    private static func digest(of text: String) -> UInt64 {
      Fingerprint(of: Array(text.utf8)).low
    }
  }

  /// O(texts).
  public init(_ texts: [String] = []) {
    source = .texts(texts)
    sum = texts.reduce(into: Sum()) { $0 += $1 }
  }

  public init(arrayLiteral texts: String...) { self.init(texts) }

  /// - Parameters:
  ///   - sum: that of these candidates' names.
  init(namesOf candidates: WorkCandidates, _ sum: Sum) {
    (source, self.sum) = (.names(candidates), sum)
  }

  /// - Parameters:
  ///   - sum: that of the kinds of these candidates' work.
  init(kindsOf candidates: WorkCandidates, _ sum: Sum) {
    (source, self.sum) = (.kinds(candidates), sum)
  }

  public var count: Int {
    switch source {
    case .texts(let texts): texts.count
    case .names(let candidates), .kinds(let candidates): candidates.count
    }
  }

  /// O(candidates).
  public var texts: [String] {
    switch source {
    case .texts(let texts): texts
    case .names(let candidates): candidates.map(\.app.name)
    case .kinds(let candidates): candidates.map(\.kind.rawValue)
    }
  }

  /// O(candidates).
  public static func == (left: CandidateTexts, right: CandidateTexts) -> Bool {
    left.texts == right.texts
  }
}

extension CandidateTexts: FieldValue {
  var json: JSONValue { texts.json }

  init?(json: JSONValue) {
    guard let texts = [String](json: json) else { return nil }
    self.init(texts)
  }

  func add(to digest: inout RecordDigest) {
    digest.add(Int64(count))
    digest.add(Int64(bitPattern: sum.value))
  }
}
