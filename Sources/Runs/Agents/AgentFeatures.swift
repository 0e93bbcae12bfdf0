import Device
import Simulation

/// One number of what an agent sees: a snapshot's field, in a unit that is of the order of one where
/// it can be.
public struct AgentFeature<Subject>: Sendable {
  public let name: String
  public let unit: String
  /// Returns the number; always finite.
  public let value: @Sendable (Subject) -> Double

  init(_ name: String, _ unit: String, value: @escaping @Sendable (Subject) -> Double) {
    self.name = name
    self.unit = unit
    self.value = value
  }
}

/// A candidate, and the device at the moment. An object, for its features are many: each would copy
/// the snapshots if it was handed them.
public final class CandidateSight {
  let candidate: WorkCandidate
  let device: DeviceSnapshot

  public init(_ candidate: WorkCandidate, on device: DeviceSnapshot) {
    self.candidate = candidate
    self.device = device
  }
}

/// What an agent sees at a decision: numbers made of what any policy sees (`DeviceSnapshot`,
/// `WorkCandidate`), in a fixed order. What has never happened counts as having happened at the
/// start of the run.
public enum AgentFeatures {
  public static let ofDevice: [AgentFeature<DeviceSnapshot>] = [
    .init("sinceStart", "h") { hours($0.now - .start) },
    .init("hour", "h") { hours($0.timeOfDay) },
    .init("weekday", "1 for Sunday") { Double($0.weekday) },
    .init("battery", "0 to 1") { $0.power.level },
    .init("charging", "0 or 1") { $0.power.isCharging ? 1 : 0 },
    .init("lowPowerMode", "0 or 1") { $0.power.isLowPowerMode ? 1 : 0 },
    .init("wifi", "0 or 1") { $0.network == .wifi ? 1 : 0 },
    .init("cellular", "0 or 1") { $0.network == .cellular ? 1 : 0 },
    .init("poolAvailable", "min") { $0.pool.available.seconds / 60 },
    .init("poolCapacity", "min") { $0.pool.capacity.seconds / 60 },
    .init("freeSlots", "slots") { Double($0.freeSlots) },
    .init("inUse", "0 or 1") { $0.isInUse ? 1 : 0 },
    .init("screenOn", "h") { hours($0.screenOn) },
    .init("radioTail", "s") { $0.radioTail.seconds },
    .init("backgroundEnergy", "kJ") { $0.backgroundEnergy.joules / 1_000 },
  ]

  /// Those of an app that waits; of one that does not, all are 0.
  public static let ofCandidates: [AgentFeature<CandidateSight>] = [
    .init("waiting", "0 or 1") { _ in 1 },
    .init("kind", "place among the kinds of work") {
      Double(WorkKind.allCases.firstIndex(of: $0.candidate.kind) ?? 0)
    },
    .init("waited", "h") { hours($0.device.now - $0.candidate.eligibleSince) },
    .init("untilLate", "h; the interval where nothing is ever late") {
      hours(
        $0.candidate.latest.map { [now = $0.device.now] in $0 - now }
          ?? $0.candidate.minimumInterval)
    },
    .init("minimumInterval", "h") { hours($0.candidate.minimumInterval) },
    .init("allowance", "s") { $0.candidate.allowance.seconds },
    .init("sinceOpen", "h") { hours($0.device.now - ($0.candidate.app.lastOpened ?? .start)) },
    .init("sinceUse", "h") { hours($0.device.now - ($0.candidate.app.lastUsed ?? .start)) },
    .init("screenOnSinceUse", "h") { hours($0.candidate.app.screenOnSinceUse) },
    .init("opens", "opens") { Double($0.candidate.app.opensByHour.reduce(0, +)) },
    .init("opensThisHour", "opens, so far, in this hour of the day") {
      Double($0.candidate.app.opensByHour[$0.device.hour])
    },
    .init("opensNextHour", "opens, so far, in the next hour of the day") {
      Double($0.candidate.app.opensByHour[($0.device.hour + 1) % 24])
    },
    .init("sinceFetch", "h") { hours($0.device.now - ($0.candidate.app.lastFetchBegan ?? .start)) },
    .init("lastFetchItems", "items") { Double($0.candidate.app.lastFetchItems) },
    .init("lastFetchBytes", "MB") { $0.candidate.app.lastFetchBytes / 1e6 },
    .init("newItems", "items") { Double($0.candidate.app.newItems) },
    .init("failuresInARow", "fetches") { Double($0.candidate.app.failuresInARow) },
    .init("used", "min") { $0.candidate.app.used.seconds / 60 },
    .init("usedToday", "min") { $0.candidate.app.usedToday.seconds / 60 },
    .init("backgroundRefresh", "0 or 1") { $0.candidate.app.backgroundRefresh ? 1 : 0 },
  ]

  private static func hours(_ span: TimeSpan) -> Double { span.seconds / 3_600 }
}
