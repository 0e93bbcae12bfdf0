private import CAhead
import Simulation

/// Asks the processor for the memory of the next process while the present event happens.
///
/// Each process lies elsewhere in memory, and with hundreds of them little of one is still near when
/// its turn comes again: an event would wait for one piece of memory after the other, longer than it
/// works. So each process tells now and then where what it touches lies, and the agenda, who is next.
/// Nothing is read or written there, and no result depends on it (docs/performance.md).
@safe
final class LookAhead {
  private let table: OpaquePointer
  /// Who is to be asked after the present event, if that is its own; and after the next.
  private var asked: AppID?
  private var askedNext: AppID?

  /// With fewer apps all that they touch stays near.
  private static let fewest = 256

  /// Nil where there is nothing to be won.
  init?(apps: Int) {
    guard apps >= Self.fewest, let table = unsafe ah_open(apps) else { return nil }
    unsafe self.table = table
  }

  deinit { unsafe ah_close(table) }

  /// Fetches what the next event touches, and for the one after it where that is.
  @inline(__always)
  func prepare(_ next: DeviceEvent?, then second: DeviceEvent?) {
    asked = askedNext
    askedNext = nil
    if case .process(_, let id, _) = next, unsafe ah_fetch(table, Int(id.index)) != 0 {
      askedNext = id
    }
    if case .process(_, let id, _) = second { unsafe ah_fetch_row(table, Int(id.index)) }
  }

  /// Whether an app's process is to be asked for its places, now that an event of it is over.
  @inline(__always)
  func asks(_ app: AppID) -> Bool { asked == app }

  func learn(from process: Process) {
    let places = process.places
    unsafe places.withUnsafeBufferPointer {
      unsafe ah_learn(table, process.index, $0.baseAddress, $0.count)
    }
  }

  /// A process has ended, and its memory is gone.
  func forget(_ process: Process) { unsafe ah_forget(table, process.index) }
}

extension [UInt] {
  /// Where lines of memory begin, of 64 bytes each: so many from an address on.
  public static func lines(_ count: Int, from address: UInt) -> [UInt] {
    (0..<UInt(count)).map { address + 64 * $0 }
  }

  /// The same for an object, which is not kept.
  public static func lines(_ count: Int, of object: AnyObject) -> [UInt] {
    lines(count, from: UInt(bitPattern: ObjectIdentifier(object)))
  }
}
