/// What people's places and charging habits are drawn from: `places` of `usage.people`.
///
/// All of it is assumed; `PeopleParameters.placeFields` says of each value what it is.
public struct PlaceParameters: Sendable, Equatable {
  /// Hours of the day, on the clock.
  public var wakes = 7.0
  public var sleeps = 23.25
  /// Deviation of both over people, and from day to day, in hours.
  public var clockSigma = 0.75
  public var daySigma = 0.25
  /// Share of the people who go to work on weekdays.
  public var working = 0.7
  /// Hours from waking to leaving, at work, and of a median way to it.
  public var leavesAfter = 1.0
  public var workHours = 8.5
  public var commuteHours = 0.5
  /// Deviation of the logarithm of the way over people.
  public var commuteSigma = 0.5
  /// Part of the way, in its midst, without any network.
  public var gap = 0.1
  /// Shares of the people who have Wi-Fi.
  public var homeWifi = 0.95
  public var workWifi = 0.7
  /// Probability of going out on a day without work, and the median length in hours.
  public var outing = 0.6
  public var outingHours = 3.0

  /// Shares of the people who charge through the night and, of those who work, at the desk; who does
  /// neither charges for `eveningHours` in the evening.
  public var night = 0.8
  public var desk = 0.3
  public var eveningHours = 2.0
  /// Probability that it is forgotten.
  public var forgetting = 0.08
  /// Part of the battery that an hour takes by day and at night, and that the charger gives.
  public var usePerHour = 0.045
  public var restPerHour = 0.01
  public var chargePerHour = 0.4
  /// Deviation of the logarithm of the use over people.
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
