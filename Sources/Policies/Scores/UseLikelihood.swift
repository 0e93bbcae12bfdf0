import Device
import Foundation
import Simulation

/// The likelihood that the user takes up the device soon, and opens an app.
///
/// Both are by the hours of the day at which it was so before (`OpenForecast`); and an app used of
/// late is likely whenever the device is: as likely as the device's use, halved for each `fading`
/// that the app has not been in front. An app that was never used counts as used at the start of
/// the run.
///
/// Results are kept until the next quarter of an hour or the next open, whichever is first.
struct UseLikelihood {
  private var apps: OpenForecast
  private var device: OpenForecast
  private let fading: TimeSpan
  private var found: Found?

  private struct Found {
    let from: Instant
    let until: Instant
    let ofDevice: Double
    let apps: OpenForecast.Outlook
    var ofApps = ByApp(-1.0)
  }

  /// The identifier that stands for all apps in the device's forecast.
  private static let anyApp = AppID(0)

  init(_ parameters: PolicyParameters, startsAt: TimeSpan) {
    func forecast(priorRate: String, priorDays: String) -> OpenForecast {
      OpenForecast(
        horizon: .seconds(parameters["horizon"]), priorRate: parameters[priorRate],
        priorDays: parameters[priorDays], halfLife: .days(1) * parameters["halfLife"],
        startsAt: startsAt)
    }
    apps = forecast(priorRate: "priorRate", priorDays: "priorDays")
    device = forecast(priorRate: "devicePriorRate", priorDays: "devicePriorDays")
    fading = .seconds(parameters["fading"])
  }

  static let parameters = [
    PolicyParameter(
      name: "horizon", unit: "s", standard: 7_200, range: 60...86_400,
      summary: "how far ahead an open of an app, or a use of the device, counts"),
    PolicyParameter(
      name: "fading", unit: "s", standard: 86_400, range: 60...31_536_000,
      summary: "after how long without use an app is half as likely to be used as the device"),
    PolicyParameter(
      name: "priorRate", unit: "opens an hour", standard: 0.1, range: 0...1_000,
      summary: "opens expected of an app without history"),
    PolicyParameter(
      name: "priorDays", unit: "days", standard: 1, range: 0.001...1_000,
      summary: "how many days of history that is worth"),
    PolicyParameter(
      name: "devicePriorRate", unit: "opens an hour", standard: 1, range: 0...1_000,
      summary: "opens expected of all apps together without history"),
    PolicyParameter(
      name: "devicePriorDays", unit: "days", standard: 0.25, range: 0.001...1_000,
      summary: "how many days of history that is worth"),
    .halfLife("halfLife"),
  ]

  /// Learns from an outcome that the policy gets.
  mutating func observe(_ outcome: PolicyOutcome) {
    guard case .opened(_, let now) = outcome else { return }
    // This goes first, or the histories would be copied because of the kept results.
    found = nil
    apps.observe(outcome)
    device.observe(.opened(app: Self.anyApp, at: now))
  }

  /// Returns the probability that any app is opened within the horizon. O(1), except once in a
  /// quarter of an hour.
  mutating func ofDevice(on now: DeviceSnapshot) -> Double {
    look(at: now)
    return found?.ofDevice ?? 0
  }

  /// Returns the likelihood of each candidate's app; to be called after `ofDevice`. O(n).
  mutating func ofApps(of candidates: WorkCandidates, at now: Instant) -> [Double] {
    candidates.indices.map {
      of(candidates[$0].app.id, lastUsed: candidates[$0].app.lastUsed, at: now)
    }
  }

  /// Returns the likelihood of one app. O(1), except once in a quarter of an hour.
  ///
  /// - Parameters:
  ///   - lastUsed: when it was last in front; nil: never.
  mutating func of(_ app: AppID, lastUsed: Instant?, at now: Instant) -> Double {
    guard let known = found?.ofApps[app] else { return 0 }
    if known >= 0 { return known }
    let byHour = found?.apps.probability(of: app) ?? 0
    let unused = (now - (lastUsed ?? .start)) / fading
    let likelihood = max(byHour, (found?.ofDevice ?? 0) * exp2(-max(0, unused)))
    found?.ofApps[app] = likelihood
    return likelihood
  }

  /// Returns when the answers may change, if nothing happens.
  func changes(after device: DeviceSnapshot) -> TimeSpan { apps.changes(after: device) }

  private mutating func look(at now: DeviceSnapshot) {
    if let found, now.now >= found.from, now.now < found.until { return }
    found = Found(
      from: now.now, until: now.now + changes(after: now),
      ofDevice: device.probability(of: Self.anyApp, on: now), apps: apps.outlook(on: now))
  }
}
