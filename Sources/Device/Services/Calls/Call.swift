import Simulation

/// Why a call cannot be reported: `CXErrorCodeIncomingCallError`.
public enum IncomingCallError: Int, Sendable, CaseIterable {
  /// The app has not the mode voip.
  case unentitled = 1
  /// It has reported a call of this UUID, which has not ended.
  case callUUIDAlreadyExists = 2

  public var name: String { "\(self)" }

  /// In words, for the app.
  public var localizedDescription: String {
    switch self {
    case .unentitled: "The app does not declare the mode voip."
    case .callUUIDAlreadyExists: "A call of this UUID is there already."
    }
  }
}

/// Why a call has ended, as the app reports it: `CXCallEndedReason`.
public enum CallEndedReason: Int, Sendable, CaseIterable {
  case failed = 1
  case remoteEnded
  case unanswered
  case answeredElsewhere
  case declinedElsewhere

  public var name: String { "\(self)" }
}

/// A VoIP push on its way.
struct VoIPPush {
  let id: VoIPPushID
  let payload: [PushField]
  let handling: CallHandling
}

/// A call that rings or is held.
struct Call {
  let id: CallID
  let uuid: String
  var isAnswered = false
  /// When the user does what the scenario says.
  var answer = EventToken.none
  var end = EventToken.none
}

/// Why a VoIP push never reaches its app.
enum VoIPPushLoss: String {
  /// A newer one came while there was no network.
  case replaced
  /// The app has never set its registry's desiredPushTypes.
  case notRegistered
  /// It has failed to report calls too often.
  case callsNotReported
  /// Nothing is launched before the first unlock after a restart (L8).
  case beforeFirstUnlock
}
