import Simulation

extension TimeSpan {
  /// The time of day that a time since some midnight has: from 0 to below 24 hours.
  var timeOfDay: TimeSpan {
    let day = TimeSpan.days(1).nanoseconds
    let rest = nanoseconds % day
    return TimeSpan(nanoseconds: rest < 0 ? rest + day : rest)
  }
}
