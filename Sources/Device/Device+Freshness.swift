import Simulation

/// What of the servers' items an app is missing: at its opens, and over time.
extension Device {
  /// Whether the app follows a server that publishes, that is: has ever received from one; and when
  /// the oldest item that it is missing was published.
  func missing(of app: Application) -> (follows: Bool, since: Instant?) {
    var oldest: Instant?
    var follows = false
    for server in publishers.indices {
      guard publishers[server].publishes, let received = app.subscriptions[server].received else {
        continue
      }
      follows = true
      if publishers[server].count(at: now) > received {
        let published = publishers[server].instant(ofItem: received)
        oldest = min(oldest ?? published, published)
      }
    }
    return (follows, oldest)
  }

  /// An app received what a server had published: what it was missing until now is counted.
  func receive(_ items: Int, from server: Int, _ app: Application) {
    if let since = app.followedUntil {
      app.statistics.content += content(of: app, since: since)
    }
    app.subscriptions[server].received = max(app.subscriptions[server].received ?? 0, items)
    if publishers[server].publishes || app.followedUntil != nil { app.followedUntil = now }
  }

  /// How complete an app's content was between a moment and now, in which it received nothing: from
  /// the publication of the first item that it has not on, it is missing something.
  func content(of app: Application, since began: Instant) -> ContentStatistics {
    var content = ContentStatistics(followed: now - began)
    if let published = missing(of: app).since {
      let stale = max(published, began)
      content.stale = now - stale
      let age = ((stale - published).seconds + (now - published).seconds) / 2
      content.ageSecondsSquared = age * content.stale.seconds
    }
    return content
  }
}
