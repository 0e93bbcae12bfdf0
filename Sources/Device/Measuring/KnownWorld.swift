/// What a run has worked out about its world, for the runs of the same seed under other policies: the
/// bound of freshness, as a rule for the same wants, and when servers publish. It belongs to one
/// thread, and no result depends on it.
public final class KnownWorld {
  private var known: (wanted: [WantedStart], rules: StartRules, bound: StartBound)?
  private var publications: (seed: UInt64, servers: [ServerConfiguration], publishers: [Publisher])?

  public init() {}

  /// Returns how many of the wanted starts can be made together at most; see `StartRules`.
  func bound(of wanted: [WantedStart], by rules: StartRules) -> StartBound {
    if let known, known.wanted == wanted, known.rules == rules { return known.bound }
    let bound = rules.bound(of: wanted)
    known = (wanted, rules, bound)
    return bound
  }

  /// Returns the publishers of servers as far as they are drawn; nil: those of another world are known.
  func publishers(of servers: [ServerConfiguration], seed: UInt64) -> [Publisher]? {
    guard let publications, publications.seed == seed, publications.servers == servers else {
      return nil
    }
    return publications.publishers
  }

  func note(_ publishers: [Publisher], of servers: [ServerConfiguration], seed: UInt64) {
    publications = (seed, servers, publishers)
  }
}
