import Simulation

/// What of the servers' items an app is missing: at its opens, and over time.
extension Device {
  /// Each app follows the servers that its configuration names from the start, served or not.
  func followServers() {
    for app in apps {
      for host in app.configuration.follows {
        if let server = scenario.servers.firstIndex(where: { $0.host == host }) {
          follow(server, app)
        }
      }
    }
  }

  /// From now on what a server publishes is missing until the app receives it.
  func follow(_ server: Int, _ app: Application) {
    guard !app.subscriptions[server].isFollowed else { return }
    countContent(of: app)
    app.subscriptions[server].isFollowed = true
    if publishers[server].publishes { app.followedUntil = now }
  }

  /// The oldest item published and not received by an app, when it was published; nil when nothing
  /// is missing.
  func oldestMissing(of app: Application) -> Instant? {
    var oldest: Instant?
    for server in followed(by: app) {
      let received = app.subscriptions[server].received
      if publishers[server].count(at: now) > received {
        let published = publishers[server].instant(ofItem: received)
        oldest = min(oldest ?? published, published)
      }
    }
    return oldest
  }

  /// The servers that publish among those that an app follows.
  func followed(by app: Application) -> [Int] {
    publishers.indices.filter { app.subscriptions[$0].isFollowed && publishers[$0].publishes }
  }

  /// An app received what a server had published: what it was missing until now is counted.
  func receive(_ items: Int, from server: Int, _ app: Application) {
    countContent(of: app)
    app.subscriptions[server].received = max(app.subscriptions[server].received, items)
  }

  /// Counts how complete an app's content was up to now.
  private func countContent(of app: Application) {
    guard let since = app.followedUntil else { return }
    app.statistics.content += content(of: app, since: since)
    app.followedUntil = now
  }

  /// How complete an app's content was between a moment and now, in which it received nothing: from
  /// the publication of the first item that it has not on, it is missing something.
  func content(of app: Application, since began: Instant) -> ContentStatistics {
    var content = ContentStatistics(followed: now - began)
    if let published = oldestMissing(of: app) {
      content.ageSecondsSquared = age(since: published, from: max(published, began))
      content.stale = now - max(published, began)
    }
    let servers = followed(by: app)
    for server in servers {
      let received = app.subscriptions[server].received
      let newest = received > 0 ? publishers[server].instant(ofItem: received - 1) : .start
      content.informationSecondsSquared += age(since: newest, from: began) / Double(servers.count)
    }
    return content
  }

  /// The age of something in seconds, integrated over the time between a moment and now.
  private func age(since born: Instant, from began: Instant) -> Double {
    ((began - born).seconds + (now - born).seconds) / 2 * (now - began).seconds
  }
}
