import Simulation

/// What became of an app's messages of high priority: those that its user sees nothing of are not
/// urgent.
struct UrgencyHistory: Sendable, Equatable {
  /// When each was delivered, the oldest first, and whether it has led to a notification.
  private var messages: [(at: Instant, isShown: Bool)] = []

  /// One is delivered. O(messages).
  mutating func add(at now: Instant, _ rules: MessagingRules) {
    messages.removeAll { $0.at + rules.judgedOver <= now }
    messages.append((now, false))
  }

  /// The app shows a notification, which is for all that it may still be handling. O(messages).
  mutating func noteNotification(at now: Instant, _ rules: MessagingRules) {
    for index in messages.indices where messages[index].at + rules.handling >= now {
      messages[index].isShown = true
    }
  }

  /// Whether the next of high priority is taken for what it says. O(messages).
  func isTrusted(at now: Instant, _ rules: MessagingRules) -> Bool {
    let judged = messages.filter { $0.at + rules.judgedOver > now && $0.at + rules.handling < now }
    guard judged.count >= rules.leastJudged else { return true }
    return Double(judged.count(where: \.isShown)) >= rules.leastShown * Double(judged.count)
  }

  static func == (one: UrgencyHistory, other: UrgencyHistory) -> Bool {
    one.messages.elementsEqual(other.messages) { $0.at == $1.at && $0.isShown == $1.isShown }
  }
}
