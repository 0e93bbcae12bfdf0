/// The kinds of records that a device writes; docs/scripting.md says what each has.
public enum TraceKinds {
  /// What the world does, whatever apps and policy do: equal for equal seeds.
  public static let world = ["user.open", "user.close", "user.forceQuit", "network", "power"]

  /// What a device writes only when it is told to explain; no part of the fingerprint.
  public static let explanation = "policy.explanation"

  /// The first record of a run that does not start at midnight: what the device's clock shows then.
  public static let clock = "clock"

  public static let all =
    [clock] + world + [
      "app.state", "app.callback", "app.log", "app.exit", "task.begin", "task.end", "task.expire",
      "budget.grant", "budget.return", "budget.refill", "fetch.eligible", "fetch.start",
      "fetch.complete", "fetch.timeout", "request.start", "request.finish", "lock.acquire",
      "lock.refuse", "lock.wait", "lock.release", "policy.decision",
      "policy.log", "policy.fault", "finding", explanation,
    ]
}
