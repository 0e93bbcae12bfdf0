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
