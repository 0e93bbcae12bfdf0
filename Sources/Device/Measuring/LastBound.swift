/// The last bound of starts that was found, for runs of one seed under one policy after another: as a
/// rule they want the same starts under the same rules. It belongs to one thread.
public final class LastBound {
  private var known: (wanted: [WantedStart], rules: StartRules, bound: StartBound)?

  public init() {}

  /// Returns how many of the wanted starts can be made together at most; see `StartRules`.
  func bound(of wanted: [WantedStart], by rules: StartRules) -> StartBound {
    if let known, known.wanted == wanted, known.rules == rules { return known.bound }
    let bound = rules.bound(of: wanted)
    known = (wanted, rules, bound)
    return bound
  }
}
