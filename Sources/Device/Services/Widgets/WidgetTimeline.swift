import Simulation

/// A `Timeline`: what a widget shows, and when its provider is asked for the next one.
public struct WidgetTimeline: Sendable, Equatable {
  /// `TimelineReloadPolicy`.
  public enum Reload: Sendable, Equatable {
    /// Once its last entry is shown.
    case atEnd
    /// From a moment on.
    case after(Instant)
    /// When the app asks for it, no sooner.
    case never

    /// The policy's name in scripts and traces.
    public var name: String {
      switch self {
      case .atEnd: "atEnd"
      case .after: "after"
      case .never: "never"
      }
    }
  }

  /// The moments from which on its entries are shown: at least one. Of those that have passed the
  /// last is shown.
  public let entries: [Instant]
  public let reload: Reload

  /// - Parameters:
  ///   - entries: at least one, or the program ends.
  public init(entries: [Instant], reload: Reload) {
    precondition(!entries.isEmpty, "WidgetTimeline: no entries; give at least one")
    self.entries = entries
    self.reload = reload
  }

  /// When the next timeline is wanted; nil: never.
  var next: Instant? {
    switch reload {
    case .atEnd: entries.max()
    case .after(let instant): instant
    case .never: nil
    }
  }
}

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

  public init() {}

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
