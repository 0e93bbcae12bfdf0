/// How urgent a message of FCM's is, as whoever sends it says.
public enum MessagePriority: String, CaseIterable, Sendable {
  /// It waits for a device that dozes; what a message of data has unless it is said.
  case normal
  /// It wakes the device.
  case high
}
