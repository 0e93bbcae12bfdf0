import Device
import Simulation

/// One app in front of the user, from being opened to being left.
struct AppUse: Equatable, Sendable {
  var app: AppID
  var start: Instant
  /// When the app is left; not before the start.
  var end: Instant
}

extension [AppUse] {
  /// The opens and closes of uses that are in order and do not overlap, as far as they fall before
  /// the end of the run. Where another app is opened as one is left, the opening does for both.
  func actions(before end: Instant) -> [UserAction] {
    var actions: [UserAction] = []
    for (index, use) in enumerated() {
      guard use.start < end else { break }
      actions.append(UserAction(at: use.start, kind: .open(use.app)))
      let next = index + 1 < count ? self[index + 1] : nil
      let isSwitch = next.map { $0.start == use.end && $0.app != use.app } ?? false
      if use.end < end, !isSwitch {
        actions.append(UserAction(at: use.end, kind: .close))
      }
    }
    return actions
  }
}
