/// The distributions that people's places and charging habits are drawn from: `places` of
/// `usage.people`.
///
/// All values are assumed; `PeopleParameters.placeFields` has the meaning of each.
public struct PlaceParameters: Sendable, Equatable {
  /// The mean hour of the day of getting up.
  public var wakes = 7.0
  /// The mean hour of going to bed; over 24: after midnight.
  public var sleeps = 23.25
  /// The deviation of both hours over people.
  public var clockSigma = 0.75
  /// The deviation of both hours from day to day.
  public var daySigma = 0.25
  /// The share of the people who go to work on weekdays.
  public var working = 0.7
  /// The hours from getting up to leaving for work.
  public var leavesAfter = 1.0
  /// The hours at work.
  public var workHours = 8.5
  /// The hours of the way to work, median over people.
  public var commuteHours = 0.5
  /// The deviation over people of the logarithm of the way.
  public var commuteSigma = 0.5
  /// The part of the way, in its midst, without any network.
  public var gap = 0.1
  /// The share of the people with Wi-Fi at home.
  public var homeWifi = 0.95
  /// The share of those who work with Wi-Fi at work.
  public var workWifi = 0.7
  /// The probability of going out on a day without work.
  public var outing = 0.6
  /// The median length of going out, in hours.
  public var outingHours = 3.0

  /// The share of the people who charge through the night.
  public var night = 0.8
  /// The share of those who work who charge at the desk.
  public var desk = 0.3
  /// The hours for which those who charge neither at night nor at the desk do so in the evening.
  public var eveningHours = 2.0
  /// The probability that charging is forgotten.
  public var forgetting = 0.08
  /// The part of the battery that an hour of the day takes, median over people.
  public var usePerHour = 0.045
  /// The part of the battery that an hour of the night takes.
  public var restPerHour = 0.01
  /// The part of the battery that an hour on the charger gives.
  public var chargePerHour = 0.4
  /// The deviation over people of the logarithm of `usePerHour`.
  public var useSigma = 0.3

  public init() {}
}

extension PeopleParameters {
  /// The values of `places`, in the order of the docs.
  public static let placeFields: [Field] = [
    Field("wakes", \.places.wakes, unit: "h", 0...12, .assumed, "hour of the day of getting up"),
    Field(
      "sleeps", \.places.sleeps, unit: "h", 18...30, .assumed,
      "hour of going to bed; over 24: after midnight"),
    Field(
      "clockSigma", \.places.clockSigma, unit: "h", 0...3, .assumed, "deviation of both over people"
    ),
    Field(
      "daySigma", \.places.daySigma, unit: "h", 0...2, .assumed, "and from day to day"),
    Field(
      "working", \.places.working, 0...1, .assumed, "share of the people who go to work on weekdays"
    ),
    Field(
      "leavesAfter", \.places.leavesAfter, unit: "h", 0...6, .assumed,
      "from getting up to leaving for it"),
    Field(
      "workHours", \.places.workHours, unit: "h", 0...14, .assumed,
      "how long it is, without the way"),
    Field(
      "commuteHours", \.places.commuteHours, unit: "h", 0...4, .assumed,
      "the way there, median over people"),
    Field(
      "commuteSigma", \.places.commuteSigma, 0...2, .assumed,
      "deviation of its logarithm over people"),
    Field(
      "gap", \.places.gap, 0...1, .assumed, "part of the way, in its midst, without any network"),
    Field("homeWifi", \.places.homeWifi, 0...1, .assumed, "share of the people with Wi-Fi at home"),
    Field("workWifi", \.places.workWifi, 0...1, .assumed, "and of those who work with Wi-Fi there"),
    Field(
      "outing", \.places.outing, 0...1, .assumed, "probability of going out on a day without work"),
    Field(
      "outingHours", \.places.outingHours, unit: "h", 0...12, .assumed, "median length of that"),
    Field(
      "night", \.places.night, 0...1, .assumed, "share of the people who charge through the night"),
    Field("desk", \.places.desk, 0...1, .assumed, "share of those who work who charge at the desk"),
    Field(
      "eveningHours", \.places.eveningHours, unit: "h", 0...6, .assumed,
      "how long who does neither charges in the evening"),
    Field(
      "forgetting", \.places.forgetting, 0...1, .assumed, "probability that charging is forgotten"),
    Field(
      "usePerHour", \.places.usePerHour, 0...1, .assumed,
      "part of the battery that an hour of the day takes, median over people"),
    Field(
      "useSigma", \.places.useSigma, 0...2, .assumed, "deviation of its logarithm over people"),
    Field("restPerHour", \.places.restPerHour, 0...1, .assumed, "and an hour of the night"),
    Field(
      "chargePerHour", \.places.chargePerHour, 0...10, .assumed,
      "and that an hour on the charger gives"),
  ]
}
