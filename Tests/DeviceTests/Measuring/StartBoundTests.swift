import Simulation
import Testing

@testable import Device

@Suite("the most wanted starts that can be made together")
struct StartBoundTests {
  private static let quarter = TimeSpan.minutes(15)

  private static func quarters(_ count: Int) -> Instant { .start + quarter * count }

  private static func want(_ app: Int, _ from: Int, _ to: Int) -> WantedStart {
    WantedStart(app: app, from: quarters(from), to: quarters(to))
  }

  /// Times in quarters of an hour.
  private static func rules(
    _ starts: Int, window: Int, intervals: [Int], closures: [(Int, Int)] = []
  ) -> StartRules {
    StartRules(
      starts: starts, window: quarter * window, intervals: intervals.map { quarter * $0 },
      closures: closures.map { Closure(from: quarters($0.0), to: quarters($0.1)) })
  }

  /// Wants of each app in turn that do not touch each other, drawn by quarters.
  private static func wants(
    of apps: Int, until end: Int, most: Int, shorterThan length: Int, _ random: inout RandomStream
  ) -> [WantedStart] {
    var wanted: [WantedStart] = []
    for app in 0..<apps {
      var now = random.integer(in: 0..<4)
      while now < end, wanted.count < most {
        let last = now + random.integer(in: 0..<length)
        wanted.append(want(app, now, last))
        now = last + random.integer(in: 1..<4)
      }
    }
    return wanted
  }

  /// One or two starts in a window of up to five quarters; three times in ten, some are closed.
  private static func drawnRules(for apps: Int, _ random: inout RandomStream) -> StartRules {
    let closed = random.integer(in: 0..<12)
    return rules(
      random.integer(in: 1..<3), window: random.integer(in: 1..<6),
      intervals: (0..<apps).map { _ in random.integer(in: 1..<4) },
      closures: random.bernoulli(0.3) ? [(closed, closed + random.integer(in: 1..<4))] : [])
  }

  @Test("small cases")
  func small() {
    func bound(_ rules: StartRules, _ wanted: [WantedStart]) -> StartBound {
      rules.bound(of: wanted)
    }
    let one = Self.rules(1, window: 4, intervals: [1, 1])
    #expect(bound(one, []) == StartBound(reached: 0, bound: 0))
    // One start an hour: both can have theirs, if the patient one waits.
    let patient = [Self.want(0, 0, 8), Self.want(1, 1, 2)]
    #expect(bound(one, patient) == StartBound(reached: 2, bound: 2))
    let both = [Self.want(0, 0, 2), Self.want(1, 0, 3)]
    #expect(bound(one, both) == StartBound(reached: 1, bound: 1))
    #expect(bound(Self.rules(2, window: 4, intervals: [1, 1]), both).bound == 2)
    // An interval of half an hour between two of one app.
    let near = [Self.want(0, 0, 1), Self.want(0, 2, 2), Self.want(0, 3, 3)]
    #expect(bound(Self.rules(9, window: 4, intervals: [2]), near).bound == 2)
    // Closed when it is wanted, but for the last moment.
    let closed = Self.rules(9, window: 4, intervals: [1], closures: [(0, 3)])
    #expect(bound(closed, [Self.want(0, 1, 2)]).bound == 0)
    #expect(bound(closed, [Self.want(0, 1, 3)]).bound == 1)
    #expect(bound(Self.rules(0, window: 4, intervals: [1, 1]), both).bound == 0)
    #expect(bound(one, [Self.want(0, 3, 2)]).bound == 0)
  }

  /// Each instance by all ways to make its starts at quarters of an hour, which are enough where
  /// all times are.
  @Test("as many as by trying all ways, on 200 random instances")
  func enumeration() {
    var random = RandomStream(seed: 1, name: "bounds")
    var contested = 0
    for _ in 0..<200 {
      let apps = random.integer(in: 1..<4)
      let wanted = Self.wants(of: apps, until: 12, most: 6, shorterThan: 5, &random)
      let rules = Self.drawnRules(for: apps, &random)
      let most = Self.most(wanted, rules)
      #expect(rules.bound(of: wanted) == StartBound(reached: most, bound: most))
      if most < wanted.count { contested += 1 }
    }
    #expect(contested > 50)
  }

  @Test("a bound that is known answers again for equal wants under equal rules, and for no others")
  func known() {
    let world = KnownWorld()
    func want(_ app: Int, _ seconds: Double) -> WantedStart {
      WantedStart(app: app, from: .start + .seconds(seconds), to: .start + .seconds(seconds + 1))
    }
    let wanted = [want(0, 10), want(1, 10), want(0, 20)]
    var rules = StartRules(
      starts: 2, window: .seconds(60), intervals: [.seconds(5), .seconds(5)])
    for _ in 0..<2 { #expect(world.bound(of: wanted, by: rules) == rules.bound(of: wanted)) }
    #expect(world.bound(of: [want(0, 10)], by: rules).bound == 1)
    #expect(world.bound(of: wanted, by: rules).bound == 2)
    rules.starts = 3
    #expect(world.bound(of: wanted, by: rules).bound == 3)
  }

  @Test("where the search is cut short, the bound is never below what can be done")
  func relaxed() throws {
    var random = RandomStream(seed: 2, name: "bounds")
    for _ in 0..<20 {
      let apps = random.integer(in: 2..<4)
      let wanted = Self.wants(of: apps, until: 10, most: .max, shorterThan: 6, &random)
      let byApp = (0..<apps).map { app in wanted.filter { $0.app == app } }
      let rules = Self.rules(
        random.integer(in: 1..<4), window: 4,
        intervals: (0..<apps).map { _ in random.integer(in: 1..<4) })
      let exact = try #require(StartSearch(byApp, rules, width: 300).bound())
      #expect(exact.reached == exact.bound)
      for width in [1, 2, 8] {
        let cut = try #require(StartSearch(byApp, rules, width: width).bound())
        #expect(cut.reached <= exact.bound && cut.bound >= exact.bound)
      }
    }
  }

  @Test("a search that runs out of patience says so, and the bound is had in another way")
  func patience() throws {
    var random = RandomStream(seed: 4, name: "bounds")
    // Twelve apps with wants that stay open for a day, and may be served once in two: at each moment
    // most of what is to come can be next.
    let wanted = Self.wants(of: 12, until: 17 * 96, most: .max, shorterThan: 96, &random)
    let byApp = (0..<12).map { app in Array(wanted.filter { $0.app == app }.prefix(17)) }
    let rules = Self.rules(3, window: 4, intervals: Array(repeating: 192, count: 12))
    #expect(StartSearch(byApp, rules, width: 2, patience: 10_000).bound() == nil)
    let few = byApp.prefix(3).map { Array($0.prefix(2)) }
    let exact = try #require(StartSearch(few, rules, width: 300).bound())
    #expect(StartSearch(few, rules, width: 300, patience: .max / 2).bound() == exact)
  }

  @Test("of a crowd, what is reached and the bound have the most between them, near each other")
  func crowd() {
    var random = RandomStream(seed: 3, name: "bounds")
    var (reached, most, bound) = (0, 0, 0)
    for _ in 0..<200 {
      let apps = random.integer(in: 1..<4)
      let wanted = Self.wants(of: apps, until: 12, most: 8, shorterThan: 6, &random)
      let rules = Self.drawnRules(for: apps, &random)
      let exact = rules.bound(of: wanted).bound
      let crowd = CrowdedStarts(wanted, rules).bound()
      #expect(crowd.reached <= exact && crowd.bound >= exact)
      reached += crowd.reached
      most += exact
      bound += crowd.bound
    }
    #expect(reached * 10 > most * 9 && bound * 10 < most * 12)
  }

  @Test("2,000 apps that want few places are bounded at once, as the window and its places say")
  func thousands() {
    // Each app wants one start, in an hour of the day of its own; twelve an hour are to be had.
    let wanted = (0..<2_000).map { Self.want($0, $0 % 92, $0 % 92 + 4) }
    let rules = Self.rules(12, window: 4, intervals: Array(repeating: 1, count: 2_000))
    // Cells that begin at quarters: 24 hours from the first moment to the last.
    let bound = rules.bound(of: wanted)
    #expect(bound == StartBound(reached: 288, bound: 288))
    // Beyond the last moment of the last want nothing is open to start: the day is closed at noon.
    let noon = Self.rules(
      12, window: 4, intervals: Array(repeating: 1, count: 2_000), closures: [(48, 1_000)])
    #expect(noon.bound(of: wanted) == StartBound(reached: 144, bound: 144))
  }

  /// The most starts by trying all, each want at each of its quarters or not at all.
  private static func most(_ wanted: [WantedStart], _ rules: StartRules) -> Int {
    func isAllowed(_ starts: [(app: Int, at: Instant)]) -> Bool {
      starts.allSatisfy { start in
        starts.count { $0.at <= start.at && start.at < $0.at + rules.window } <= rules.starts
          && starts.count {
            let isOver = $0.at + rules.intervals[start.app] <= start.at
            return $0.app == start.app && $0.at <= start.at && !isOver
          } == 1
      }
    }
    var best = 0
    func tryAll(_ index: Int, _ starts: [(app: Int, at: Instant)]) {
      best = max(best, starts.count)
      guard index < wanted.count, starts.count + wanted.count - index > best else { return }
      var at = wanted[index].from
      while at <= wanted[index].to {
        let isClosed = rules.closures.contains { $0.from <= at && at < $0.to }
        let more = starts + [(wanted[index].app, at)]
        if !isClosed, isAllowed(more) { tryAll(index + 1, more) }
        at = at + quarter
      }
      tryAll(index + 1, starts)
    }
    tryAll(0, [])
    return best
  }
}
