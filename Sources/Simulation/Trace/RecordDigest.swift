/// Takes what records say in a form that is only hashed, and so is shorter and sooner made than JSON.
///
/// A number is its eight bytes, the lowest first; a flag is a byte; a text is the number of its bytes
/// and these, in UTF-8. A value that may be null begins with a flag, a field that may be absent with
/// its name, a list with its count: so records that differ differ here.
public struct RecordDigest: ~Copyable {
  private var hash = StreamingHash()
  /// What is not hashed yet.
  private var bytes = JSONBuffer(capacity: 2 * Trace.batch)

  init() {}

  public mutating func add(_ number: Int64) { bytes.write(word: UInt64(bitPattern: number)) }

  public mutating func add(_ number: Double) { bytes.write(word: number.bitPattern) }

  public mutating func add(_ flag: Bool) { bytes.write(flag ? "\u{1}" : "\u{0}") }

  /// O(length).
  public mutating func add(_ text: String) { bytes.write(counted: text) }

  /// Adds the name of a field that may be absent, behind the complement of its length, as no time
  /// and no count begins. O(length).
  package mutating func add(_ name: StaticString) {
    bytes.write(word: ~UInt64(name.utf8CodeUnitCount))
    bytes.write(json: name)
  }

  /// The fingerprint of all that came so far; more may follow.
  var fingerprint: Fingerprint {
    mutating get {
      hashBytes()
      return hash.fingerprint
    }
  }

  /// Hashes what has come, once it is much.
  mutating func settle() {
    if bytes.count >= Trace.batch { hashBytes() }
  }

  private mutating func hashBytes() {
    bytes.withBytes { hash.update($0) }
    bytes.clear()
  }
}
