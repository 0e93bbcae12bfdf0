import Device
import Foundation
import Simulation

@testable import Policies

/// The rule of `learned` as it is told, with nothing kept from one decision to the next: what each
/// fetch gains is reckoned of all candidates, and all are put in order.
final class PlainLearned {
  private let leastGain: Double
  private let gainPerJoule: Double
  private let scarcity: Double
  private let soon: TimeSpan
  private let lead: TimeSpan
  private let device: DeviceConfiguration
  private var next: NextOpen
  private var gaps = OpenGaps()
  private var forecast: OpenForecast
  private var contents: [AppID: WatchedContent] = [:]
  private var fetchTime = RunningMoments()
  private var starts: [Instant] = []

  init(_ parameters: PolicyParameters, world: PolicyWorld) {
    leastGain = parameters["leastGain"]
    gainPerJoule = parameters["gainPerJoule"]
    scarcity = parameters["scarcity"]
    soon = .seconds(parameters["soon"])
    lead = .seconds(parameters["lead"])
    device = world.device
    next = NextOpen(startsAt: world.startsAt)
    forecast = OpenForecast(parameters, startsAt: world.startsAt)
  }

  /// What is expected of a fetch of a candidate.
  struct Prospect {
    let candidate: WorkCandidate
    let gain: Double
    let probability: Double
  }

  struct Answer {
    var chosen: [AppID] = []
    /// By app, in order of gain: its gain, its probability, and what it would have needed.
    var told: [(app: AppID, gain: Double, probability: Double, needed: Double?)] = []
    var askAgainAfter: TimeSpan?
  }

  func answer(_ candidates: [WorkCandidate], slots: Int, _ device: DeviceSnapshot) -> Answer {
    let prospects = prospects(of: candidates, device).sorted { left, right in
      left.gain != right.gain
        ? left.gain > right.gain
        : (left.candidate.eligibleSince, left.candidate.app.id)
          < (right.candidate.eligibleSince, right.candidate.app.id)
    }
    starts.removeAll { $0 <= device.now - self.device.fetchSlots.window }
    var answer = Answer()
    var tailLeft = device.radioTail
    for prospect in prospects {
      let app = prospect.candidate.app.id
      let needed = max(
        leastGain(with: self.device.fetchSlots.starts - starts.count),
        gainPerJoule * cost(on: device.network, tailLeft: tailLeft))
      let isWorth = prospect.gain >= needed
      answer.told.append((app, prospect.gain, prospect.probability, isWorth ? nil : needed))
      guard isWorth else {
        answer.askAgainAfter = device.isInUse ? .minutes(1) : forecast.changes(after: device)
        continue
      }
      guard answer.chosen.count < slots else { continue }
      answer.chosen.append(app)
      starts.append(device.now)
      tailLeft = radio(of: device.network).tailLength
    }
    return answer
  }

  private func leastGain(with left: Int) -> Double {
    leastGain * pow(Double(device.fetchSlots.starts) / Double(max(1, left)), scarcity)
  }

  private func radio(of network: NetworkKind) -> RadioModel {
    network == .cellular ? device.energy.cellular.radio : .wifi
  }

  private func cost(on network: NetworkKind, tailLeft: TimeSpan) -> Double {
    radio(of: network).cost(
      ofTransferLasting: .seconds(fetchTime.mean ?? 1), tailLeft: tailLeft
    ).joules
  }

  private func prospects(of candidates: [WorkCandidate], _ device: DeviceSnapshot) -> [Prospect] {
    let moment = next.moment(at: device.now)
    let anySoon = next.lastOpen.map {
      gaps.chance(within: soon, after: max(.zero, device.now - $0))
    }
    let hours = forecast.horizon / .hours(1)
    return candidates.map { candidate in
      let app = candidate.app.id
      let (rate, stale) = content(of: app, newItems: candidate.app.newItems, at: device.now)
      let isSoon = (anySoon ?? 0) * next.probability(of: app, at: moment)
      let later = forecast.outlook(on: device).expectedOpens(of: app) / hours
      let freshLater = later > 0 ? later / (later + rate) * -expm1(-(later + rate) * hours) : 0
      let fresh = isSoon * exp(-rate * (lead / .hours(1))) + (1 - isSoon) * freshLater
      return Prospect(
        candidate: candidate, gain: stale * fresh,
        probability: 1 - (1 - isSoon) * exp(-(later * hours)))
    }
  }

  private func content(of app: AppID, newItems: Int, at now: Instant) -> (Double, Double) {
    watch(app) { $0.receive(newItems) }
    guard let content = contents[app], let refreshed = content.refreshed else { return (1, 1) }
    let rate = content.looks > 0 ? content.rate : 1
    return (rate, -expm1(-rate * (max(.zero, now - refreshed) / .hours(1))))
  }

  private func watch(_ app: AppID, _ change: (inout WatchedContent) -> Void) {
    change(
      &contents[app, default: WatchedContent(app, minimumInterval: .zero, countsItems: true)])
  }

  func observe(_ outcome: PolicyOutcome) {
    forecast.observe(outcome)
    switch outcome {
    case .work(let kind, let app, let now, let result, let took):
      guard kind.fetchesContent, let result else { break }
      fetchTime.add(took.seconds)
      guard result != .failed else { break }
      watch(app) { $0.look(at: now - took, changed: result == .newData) }
    case .opened(let app, let now):
      if let last = next.lastOpen { gaps.add(max(.zero, now - last)) }
      next.add(app, at: now)
      watch(app) { $0.open(at: now) }
    case .backgroundTime: break
    }
  }
}
