import Device
import Simulation

/// The battery of a phone that is used evenly by day, little at night, and charged.
struct PersonsBattery {
  private let parameters: PlaceParameters
  private let use: Double
  private let charges: [Range<Double>]
  private let nights: [Range<Double>]

  init(_ person: PersonsRoutine, _ days: PersonsDays) {
    parameters = person.parameters
    use = person.usePerHour
    charges = days.charges
    nights = days.nights
  }

  /// Returns the changes of level, in hundredths, and charger that the phone shows: each hour, and
  /// whenever the charger is connected or not.
  func changes(until end: Double) -> [(hour: Double, PowerStatus)] {
    var moments = charges.flatMap { [$0.lowerBound, $0.upperBound] }
    moments += nights.flatMap { [$0.lowerBound, $0.upperBound] }
    moments += stride(from: -48, through: end, by: 1)
    moments = moments.filter { $0 >= -48 && $0 < end }.sorted()
    var (charging, resting) = (SpanCursor(spans: charges), SpanCursor(spans: nights))
    var (level, hour) = (1.0, -48.0)
    var found: [(hour: Double, PowerStatus)] = []
    for moment in moments {
      // Between two moments all is as it is in their midst.
      let midst = (hour + moment) / 2
      let rate =
        charging.contains(midst)
        ? parameters.chargePerHour : -(resting.contains(midst) ? parameters.restPerHour : use)
      level = min(1, max(0.01, level + (moment - hour) * rate))
      hour = moment
      let status = PowerStatus(
        level: (level * 100).rounded() / 100, isCharging: charging.contains(moment))
      if status != found.last?.1 { found.append((moment, status)) }
    }
    return found
  }
}

/// Tells whether moments lie in spans; both are in order of time.
private struct SpanCursor {
  let spans: [Range<Double>]
  var next = 0

  mutating func contains(_ moment: Double) -> Bool {
    while next < spans.count, spans[next].upperBound <= moment { next += 1 }
    return next < spans.count && spans[next].lowerBound <= moment
  }
}
