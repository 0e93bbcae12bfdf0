/// The distributions that people are drawn from: `usage.people`.
///
/// For each value `fields` has its meaning, its unit and where it comes from. The standard values
/// are those of the calibration `lsapp`; docs/people.md holds drawn people against the figures that
/// they were fitted to.
public struct PeopleParameters: Sendable, Equatable {
  /// The mean over people of how often a day the phone is picked up.
  public var pickUpsPerDay = 31.0
  /// The deviation over people of the logarithm of their pick-ups a day.
  public var pickUpsSigma = 0.62
  /// The deviation of the logarithm of how busy one day is beside another.
  public var daySigma = 0.3

  /// The weights of the hours from midnight, for all people together.
  public var byHour = HourWeights.measured
  /// How alike one's hours are to those of all: the sum of a Dirichlet distribution's parameters.
  public var hourConcentration = 50.0
  /// The deviation over people of the logarithm of `hourConcentration`.
  public var hourSigma = 0.0
  /// How far one's weekend is another day than the weekday: 0 none, 1 all.
  public var weekendDifference = 0.4
  /// The hours of a night, the quietest of a person's own, in which the phone is not picked up; 0:
  /// they are only quiet.
  public var sleep = 0.0
  /// By how many hours everything is later at weekends.
  public var weekendLater = 0.0
  /// The correlation of the logarithm of how busy a day is with that of the day before.
  public var dayMemory = 0.0
  /// The shape of the Weibull distribution of pauses, before night and day stretch them.
  public var pauseShape = 0.63
  /// The share of the pick-ups that follow the last at once, at whatever hour.
  public var againShare = 0.1
  /// The mean pause, in seconds, before a pick-up that follows the last at once.
  public var againSeconds = 2.5

  /// The share of the pick-ups that are a glance at one app.
  public var glanceShare = 0.49
  /// The median length of a glance, in seconds.
  public var glanceMedian = 3.1
  /// The median length of any other pick-up, in seconds.
  public var stayMedian = 140.0
  /// The deviation of the logarithm of both lengths.
  public var staySigma = 1.2
  /// The longest pick-up, in seconds.
  public var longest = 15_282.0
  /// The mean number of apps launched in a pick-up that is no glance.
  public var launchesPerPickUp = 2.5

  /// How steeply use falls with an app's rank for this person, the median over people: shares are
  /// in proportion to e^(-fall rank).
  public var fall = 0.49
  /// The deviation over people of the logarithm of `fall`.
  public var fallSigma = 0.94
  /// How far one's order of apps is from that of all: the deviation of the number that is added to
  /// the logarithm of an app's weight.
  public var taste = 0.89
  /// The share of the choices in which any app is as likely as another.
  public var exploring = 0.092

  /// The probability that the app before the last comes again: A, B, A.
  public var returning = 0.405
  /// The probability of one of those apps that follow the last one for this person.
  public var following = 0.233
  /// How many apps follow one: the sum of a Dirichlet distribution's parameters.
  public var followers = 1.75
  /// The probability that a pick-up begins with the app that the last one ended with.
  public var resuming = 0.31
  /// How much an app has hours of its own for this person: the deviation of the logarithm of its
  /// weight over the hours.
  public var hourHabit = 0.2
  /// The strength of all habits, by which `returning`, `following`, `resuming` and `hourHabit` are
  /// multiplied; 0 draws each app for its share alone.
  public var habit = 1.0
  /// The distributions that a person's places and charging habits are drawn from.
  public var places = PlaceParameters()

  public init() {}

  /// The values of a calibration.
  public init(_ calibration: Calibration) {
    switch calibration {
    case .lsapp: break
    case .phone:
      pickUpsPerDay = 64
      pickUpsSigma = 0
      daySigma = 0.55
      sleep = 5
      weekendLater = 2.1
      hourConcentration = 25
      againShare = 0.05
      againSeconds = 3
    case .dpi:
      pickUpsPerDay = 50
      pickUpsSigma = 1.25
      daySigma = 0.45
      hourConcentration = 3.6
      hourSigma = 1.5
      glanceShare = 0.4
      stayMedian = 110
      staySigma = 1.8
      launchesPerPickUp = 4.5
      fall = 0.9
      fallSigma = 0.42
      exploring = 0.036
    }
  }

  /// The source whose people are drawn.
  public enum Calibration: String, CaseIterable, Sendable {
    /// The launches of 292 people in weeks (Aliannejadi et al. 2021).
    case lsapp
    /// The pauses of one phone's screen in a month: people who all use it as much as that one, and
    /// else as those of `lsapp`.
    case phone
    /// The network hits of 2,000 phones in one day.
    case dpi
  }
}
