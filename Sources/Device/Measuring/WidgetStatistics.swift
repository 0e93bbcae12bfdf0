import Simulation

/// Figures of an app's widget.
public struct WidgetStatistics: Sendable, Equatable {
  /// Timelines that the provider gave, those that were free too.
  public var timelines = 0
  /// Those of them that no budget paid for: the app was in front, or played or navigated.
  public var free = 0
  /// Reloads that were due and found the budget spent: they came later.
  public var refused = 0
  /// The time for which a timeline was shown.
  public var shown = TimeSpan.zero
  /// Its age, integrated over that time.
  var ageSecondsSquared = 0.0

  /// Whether a widget was ever shown, or asked for.
  public var occurred: Bool { timelines > 0 || refused > 0 || shown > .zero }

  /// The mean age of the timeline shown, over time, in seconds; nil: none was shown.
  public var age: Double? { shown > .zero ? ageSecondsSquared / shown.seconds : nil }

  /// A timeline of this age was shown from one moment to another.
  mutating func show(from began: Instant, to end: Instant, madeAt made: Instant) {
    guard end > began else { return }
    shown += end - began
    let (first, last) = ((began - made).seconds, (end - made).seconds)
    ageSecondsSquared += (last * last - first * first) / 2
  }
}
