import Device

extension DryRun {
  /// Records that tell of an app's own work.
  private static let ofWork: [TraceKind] = [
    .taskBegin, .fetchComplete, .bgTaskSubmit, .bgTaskComplete, .pushComplete, .callReport,
    .transferBegin, .widgetTimeline, .requestStart, .audioStart, .locationUpdate, .lockAcquire,
    .jobSchedule, .serviceStart,
  ]

  /// Finds out which kinds of work an app does when it is opened, left, and launched for all that
  /// it declares. O(what the app does).
  ///
  /// - Throws: why the run could not go on.
  /// - Returns: in a fixed order; a file lock counts where it is held for any time.
  package func work() throws(ScriptError) -> [TraceKind] {
    let isAndroid = platform.family == .android
    let launches: [PhoneAct] =
      scenario.apps[0].permittedIdentifiers.map { .task($0) }
      + [.fetch, .push(assumed.pushes.whole), .call(assumed.calls.whole), .transfers]
      + (isAndroid ? [.jobs] : [])
    let story = [.open, .wait(10), .home, .wait(60)] + launches.flatMap { [$0, .wait(60)] }
    let outcome = try StoryPlayer(self).play(Story(story))
    return DryRun.ofWork.filter {
      outcome.kinds.contains($0) && ($0 != .lockAcquire || outcome.holdsLock)
    }
  }

  /// The methods that a script calls or defines. O(n).
  package static func methods(in source: [UInt8]) -> Set<String> {
    let tokens = LuaToken.tokens(of: source)
    return Set(
      zip(tokens, tokens.dropFirst()).compactMap { sign, name in
        guard sign.kind == .symbol(UInt8(ascii: ":")), case .name(let name) = name.kind else {
          return nil
        }
        return name
      })
  }
}
