import Device
import Simulation
import Users

/// Usage recordings that were opened, for scenarios that want a user each of the same one.
final class RecordingShelf: Sendable {
  private struct Title: Hashable {
    let path: String
    let format: UsageTrace.Format
  }

  private let recordings = Locked<[Title: UsageRecording]>([:])

  /// The recording in a file, which is read when it is first asked for.
  ///
  /// - Parameters:
  ///   - bytes: the file's, always the same.
  ///   - path: where it lies.
  ///   - name: what messages call it.
  func recording(
    in bytes: [UInt8], at path: String, name: String, format: UsageTrace.Format
  ) throws(UserModelError) -> UsageRecording {
    let title = Title(path: path, format: format)
    if let known = recordings.withLock({ $0[title] }) { return known }
    let recording = try UsageRecording(bytes, name: name, format: format)
    recordings.withLock { $0[title] = recording }
    return recording
  }
}
