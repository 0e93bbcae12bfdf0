import Simulation

/// The scenario's servers: how long an answer takes, what they have published, and what of it each
/// app has received and is missing, at its opens and over time.
final class Servers: DeviceComponent {
  /// An app's state at a server.
  private struct Subscription {
    /// Whether what the server publishes counts as missing until it is received.
    var isFollowed = false
    /// Items received so far.
    var received = 0
    /// Draws latency and failure of this app's requests to this server.
    var stream: RandomStream?
  }

  private struct Reader {
    var subscriptions: [Subscription]
    /// The servers that publish among those that it follows, in order.
    var followed: [Int] = []
    /// Since the start of the run.
    var received = Received()
    /// How complete its content was is counted up to then; nil while it follows no server that
    /// publishes.
    var followedUntil: Instant?
    var content = ContentStatistics()
    /// Its opens that count for freshness.
    var opens: [OpenWithContent] = []
    var freshOpens = 0
    /// The last URL that it asked for, and the server that it leads to: most ask for one.
    var asked: (url: String, server: Int?)?
    var staleness = Sample()
  }

  private let configurations: [ServerConfiguration]
  private let hosts: [String]
  /// Positions by host; of two with one host the first. Looked up only.
  private let places: [String: Int]
  private let publishers: Kept<[Publisher]>
  /// How each is just now.
  private var conditions: [ServerCondition]
  private let readers: PerApp<Reader>
  /// The last URL whose host has no server, and what was said of it: most are asked for again.
  private let stranger = Kept<(url: String, message: String)?>(nil)

  init(_ scenario: Scenario) {
    configurations = scenario.servers
    hosts = scenario.servers.map(\.host)
    places = Dictionary(
      scenario.servers.enumerated().map { ($1.host, $0) }, uniquingKeysWith: { first, _ in first })
    publishers = Kept(scenario.servers.map { Publisher($0, seed: scenario.seed) })
    conditions = scenario.servers.map { _ in .usual }
    let subscriptions = Array(repeating: Subscription(), count: scenario.servers.count)
    readers = PerApp(Reader(subscriptions: subscriptions), count: scenario.apps.count)
  }

  /// Takes over what an earlier run of the same seed and servers has drawn: publications are a
  /// function of these alone.
  func adopt(from world: KnownWorld) {
    if let known = world.publishers(of: configurations, seed: device.scenario.seed) {
      publishers.value = known
    }
  }

  func tell(_ world: KnownWorld) {
    world.note(publishers.value, of: configurations, seed: device.scenario.seed)
  }

  // MARK: Answers

  /// The server of a host; nil when the scenario has none.
  func find(_ host: String) -> Int? { places[host] }

  /// The server that a request goes to; nil where its URL leads to none.
  func find(_ request: URLRequest, of process: Process) -> Int? {
    if let known = readers[process].asked, known.url == request.url { return known.server }
    guard request.isSupported else { return nil }
    // A few hosts are looked through sooner than one is hashed.
    let server = hosts.count <= 32 ? request.place(among: hosts) : find(request.host)
    readers[process].asked = (request.url, server)
    return server
  }

  /// The outcome of a request at a server, whichever network it goes over.
  struct Exchange {
    /// Before the first byte flows.
    let latency: TimeSpan
    let load: Load
    let answer: URLAnswer

    /// The scenario has no server of the host.
    static let unknown = Exchange(
      latency: .zero, load: Load(), answer: .failure(.cannotFindHost))
  }

  /// Returns the outcome of a request at a server now. Latency and failure are drawn from a stream
  /// of this app and this server: other apps and the policy do not shift them.
  func exchange(_ request: URLRequest, with place: Int, for process: Process) -> Exchange {
    let server = configurations[place]
    var stream =
      readers[process].subscriptions[place].stream
      ?? RandomStream(
        seed: device.scenario.seed, name: "server/\(server.host)/\(process.name)")
    let latency = stream.logNormal(
      median: server.latencyMedian.seconds, p95: server.latencyP95.seconds)
    let fails = stream.bernoulli(server.failureProbability)
    readers[process].subscriptions[place].stream = stream
    let received = readers[process].subscriptions[place].received
    let items = max(0, publishers.value[place].count(at: now) - received)
    let bytes = server.answerBytes + Double(items) * server.itemBytes
    var delay = TimeSpan.seconds(latency)
    var status = fails ? 500 : 200
    switch conditions[place] {
    case .usual: break
    case .slow(let by): delay += by
    case .down:
      return Exchange(latency: delay, load: Load(), answer: .failure(.cannotConnectToHost))
    case .status(let code): status = code
    }
    let load = Load(sent: request.bodyBytes, received: status == 200 ? bytes : 0)
    return Exchange(
      latency: delay, load: load, answer: .status(status, bytes: Int(load.received)))
  }

  /// Returns a network's addition to a server's latency and rate; nil: there is none.
  func link(over network: NetworkKind) -> DeviceConfiguration.Link? {
    switch network {
    case .none: nil
    case .wifi: device.scenario.device.wifi
    case .cellular: device.scenario.device.cellular
    }
  }

  /// Bytes a second that a server gives at most.
  func rate(of server: Int?) -> Double {
    server.map { configurations[$0].bytesPerSecond } ?? .infinity
  }

  /// An app begins a request: it follows the server from now on. That there is none is a finding.
  func meet(
    _ server: Int?, by request: URLRequest, of process: Process, at location: SourceLocation?
  ) {
    if let server { return follow(server, process) }
    if let known = stranger.value, known.url == request.url {
      return process.report(.hostWithoutServer, known.message, at: location)
    }
    let host = request.host
    if !request.isSupported {
      process.report(
        .unsupportedURL,
        "the URL begins with neither http:// nor https:// (\(quoted(request.url)))", at: location)
    } else if host.isEmpty {
      process.report(
        .hostWithoutServer, "the URL has no host (\(quoted(request.url)))", at: location)
    } else {
      let meant = nearest(to: host, among: hosts)
      let message =
        "no server of the scenario has the host \(quoted(host))"
        + (meant.map { "; is \(quoted($0)) meant?" } ?? "")
      stranger.value = (request.url, message)
      process.report(.hostWithoutServer, message, at: location)
    }
  }

  /// From now on requests to a server come to something else; those under way are not concerned.
  func set(_ condition: ServerCondition, of server: Int) { conditions[server] = condition }

  // MARK: What apps receive

  /// Returns the bytes and items that an app's requests have brought since the start of the run.
  func received(by process: Process) -> Received { readers[process].received }

  /// A request of an app has sent and received so many bytes.
  func transferred(_ bytes: Double, by process: Process) {
    readers[process].received.bytes += bytes
    process.noteChange()
  }

  /// Items that a server has published until now.
  func published(by server: Int) -> Int { publishers.value[server].count(at: now) }

  /// When a server publishes an item, which may be still to come; nil: never.
  func published(_ item: Int, by server: Int) -> Instant? {
    publishers.value[server].publication(ofItem: item)
  }

  /// An app receives the first `count` items of a server; how many of them are new to it.
  func deliver(_ count: Int, from server: Int, to process: Process) -> Int {
    let new = max(0, count - readers[process].subscriptions[server].received)
    readers[process].received.items += new
    process.noteChange()
    countContent(of: process)
    readers[process].subscriptions[server].received += new
    return new
  }

  // MARK: What apps follow

  /// Each app follows the servers that its configuration names from the start, served or not.
  func followFromTheStart() {
    for process in device.processes {
      for host in process.configuration.follows {
        if let server = find(host) { follow(server, process) }
      }
    }
  }

  /// From now on what a server publishes is missing until the app receives it.
  func follow(_ server: Int, _ process: Process) {
    guard !readers[process].subscriptions[server].isFollowed else { return }
    countContent(of: process)
    readers[process].subscriptions[server].isFollowed = true
    guard publishers.value[server].publishes else { return }
    readers[process].followedUntil = now
    readers[process].followed.append(server)
    readers[process].followed.sort()
  }

  /// The oldest item published and not received by an app, when it was published; nil when nothing
  /// is missing.
  private func oldestMissing(of process: Process, at servers: [Int]) -> Instant? {
    var oldest: Instant?
    for server in servers {
      let received = readers[process].subscriptions[server].received
      if publishers.value[server].count(at: now) > received {
        let published = publishers.value[server].instant(ofItem: received)
        oldest = min(oldest ?? published, published)
      }
    }
    return oldest
  }

  // MARK: Opens

  /// The user opens an app: looks whether anything published is missing. Before anything that the
  /// open changes.
  func noteOpen(of process: Process) {
    guard readers[process].followedUntil != nil else { return }
    let servers = readers[process].followed
    let newest = servers.compactMap { server -> Instant? in
      let count = publishers.value[server].count(at: now)
      return count > 0 ? publishers.value[server].instant(ofItem: count - 1) : nil
    }.max()
    let missing = oldestMissing(of: process, at: servers)
    if missing == nil { readers[process].freshOpens += 1 }
    readers[process].staleness.add(missing.map { (now - $0).seconds } ?? 0)
    readers[process].opens.append(
      OpenWithContent(
        at: now, published: newest, left: device.world.lastUsed(process),
        forceQuit: device.world.forceQuitAt(process)))
  }

  /// The opens of an app that count for freshness.
  func opensWithContent(of process: Process) -> [OpenWithContent] { readers[process].opens }

  /// The number of them that found nothing missing.
  func freshOpens(of process: Process) -> Int { readers[process].freshOpens }

  // MARK: Content over time

  /// Counts how complete an app's content was up to now.
  private func countContent(of process: Process) {
    guard let since = readers[process].followedUntil else { return }
    readers[process].content += content(of: process, since: since)
    readers[process].followedUntil = now
  }

  /// How complete an app's content was between a moment and now, in which it received nothing: from
  /// the publication of the first item that it has not on, it is missing something.
  private func content(of process: Process, since began: Instant) -> ContentStatistics {
    var content = ContentStatistics(followed: now - began)
    let servers = readers[process].followed
    if let published = oldestMissing(of: process, at: servers) {
      content.ageSecondsSquared = age(since: published, from: max(published, began))
      content.stale = now - max(published, began)
    }
    for server in servers {
      let received = readers[process].subscriptions[server].received
      let newest = received > 0 ? publishers.value[server].instant(ofItem: received - 1) : .start
      content.informationSecondsSquared += age(since: newest, from: began) / Double(servers.count)
    }
    return content
  }

  /// The age of something in seconds, integrated over the time between a moment and now.
  private func age(since born: Instant, from began: Instant) -> Double {
    ((began - born).seconds + (now - born).seconds) / 2 * (now - began).seconds
  }

  // MARK: Figures

  func addFigures(of process: Process, to figures: inout AppStatistics) {
    let reader = readers[process]
    figures.opensWithContent = reader.opens.count
    figures.freshOpens = reader.freshOpens
    figures.staleness = reader.staleness
    figures.content = reader.content
    if let since = reader.followedUntil { figures.content += content(of: process, since: since) }
  }

  func beginMeasuring() {
    readers.changeEach { reader in
      reader.content = ContentStatistics()
      reader.opens = []
      reader.freshOpens = 0
      reader.staleness = Sample()
      if reader.followedUntil != nil { reader.followedUntil = now }
    }
  }
}

/// The bytes and items that an app's requests have brought.
struct Received {
  /// Sent and received.
  var bytes = 0.0
  var items = 0

  static func - (left: Received, right: Received) -> Received {
    Received(bytes: left.bytes - right.bytes, items: left.items - right.items)
  }
}
