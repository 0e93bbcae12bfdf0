/// The kinds of app that `dormouse new app --kind` writes: each shows one way to run in the
/// background.
enum AppKind: String, CaseIterable {
  /// Background fetch and a background task, as every version has them.
  case fetch
  case refresh
  case processing
  /// Silent pushes.
  case push
  /// Background transfers.
  case transfer
  /// A job of Android's JobScheduler.
  case job
  /// Work of Android's WorkManager.
  case worker

  /// The name of its template.
  var template: String { self == .fetch ? "app" : rawValue }

  /// The keys that the scenario's `app { ... }` must have beside id and script.
  var keys: String {
    switch self {
    case .fetch, .transfer, .job, .worker: ""
    case .refresh: #", modes = { "fetch" }, permittedIdentifiers = { "com.example.refresh" }"#
    case .processing:
      #", modes = { "processing" }, permittedIdentifiers = { "com.example.cleanup" }"#
    case .push: #", modes = { "remote-notification" }"#
    }
  }
}
