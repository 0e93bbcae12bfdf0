import Foundation
import Testing

/// The form of the tests that `scripts/test --all` runs, and `scripts/test` does not: at sizes that
/// take long, and with other programs that judge what ours write.
public enum FullSize {
  /// Whether this form is asked for, by `DORMOUSE_TESTS=all` in the environment.
  public static let isWanted = ProcessInfo.processInfo.environment["DORMOUSE_TESTS"] == "all"
}

extension Trait where Self == ConditionTrait {
  /// The trait of a test that runs in this form only; `scripts/run-tests` counts those left out.
  public static var fullSize: Self { .enabled(if: FullSize.isWanted, "left to scripts/test --all") }
}
