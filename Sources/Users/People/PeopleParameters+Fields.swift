extension PeopleParameters {
  /// A value by its name, which scripts may set, and from which checks, messages and docs are made.
  public struct Field: Sendable {
    /// The ground that a standard value stands on.
    public enum Basis: String, Sendable {
      /// The figure of a source.
      case measured
      /// Chosen so that drawn people have a source's figures.
      case fitted
      /// Plausible, and no more.
      case assumed
    }

    public let name: String
    public let unit: String
    public let range: ClosedRange<Double>
    public let basis: Basis
    public let meaning: String
    public let path: WritableKeyPath<PeopleParameters, Double> & Sendable

    init(
      _ name: String, _ path: WritableKeyPath<PeopleParameters, Double> & Sendable,
      unit: String = "number", _ range: ClosedRange<Double>, _ basis: Basis, _ meaning: String
    ) {
      self.name = name
      self.path = path
      self.unit = unit
      self.range = range
      self.basis = basis
      self.meaning = meaning
    }
  }

  /// All values but `byHour` and `places`, in the order of the docs.
  public static let fields: [Field] = [
    Field(
      "pickUpsPerDay", \.pickUpsPerDay, 0.001...10_000, .fitted,
      "times a day that the phone is picked up, mean over people"),
    Field(
      "pickUpsSigma", \.pickUpsSigma, 0...3, .fitted,
      "deviation of its logarithm over people (10 to 200 a day: Falaki et al. 2010)"),
    Field(
      "daySigma", \.daySigma, 0...3, .fitted,
      "deviation of the logarithm of how busy a day is"),
    Field(
      "hourConcentration", \.hourConcentration, 0.1...1e9, .fitted,
      "how alike one's hours are to all people's (Dirichlet: the sum of its parameters)"),
    Field(
      "hourSigma", \.hourSigma, 0...3, .fitted, "deviation of its logarithm over people"),
    Field(
      "weekendDifference", \.weekendDifference, 0...1, .assumed,
      "how far the weekend is another day than the weekday; days 6 and 7 are a weekend"),
    Field(
      "sleep", \.sleep, unit: "h", 0...16, .fitted,
      "the quietest hours of one's own, in which no pick-up begins; 0: they are only quiet"),
    Field(
      "weekendLater", \.weekendLater, unit: "h", 0...6, .fitted,
      "by how much everything is later at weekends"),
    Field(
      "dayMemory", \.dayMemory, 0...0.99, .assumed,
      "correlation of how busy a day is (its logarithm) with the day before"),
    Field(
      "pauseShape", \.pauseShape, 0.1...10, .fitted,
      "shape of the pauses' Weibull distribution, before night and day stretch them"),
    Field(
      "againShare", \.againShare, 0...1, .fitted,
      "share of the pick-ups that follow the last at once"),
    Field(
      "againSeconds", \.againSeconds, unit: "s", 0...86_400, .fitted, "mean pause before those"),
    Field(
      "glanceShare", \.glanceShare, 0...1, .fitted,
      "share of the pick-ups that are a glance at one app"),
    Field(
      "glanceMedian", \.glanceMedian, unit: "s", 0.001...86_400, .fitted,
      "median length of a glance"),
    Field(
      "stayMedian", \.stayMedian, unit: "s", 0.001...86_400, .fitted,
      "median length of the other pick-ups"),
    Field(
      "staySigma", \.staySigma, 0...5, .fitted, "deviation of the logarithm of both lengths"),
    Field(
      "longest", \.longest, unit: "s", 1...86_400, .measured,
      "no pick-up is longer (LSApp's longest session)"),
    Field(
      "launchesPerPickUp", \.launchesPerPickUp, 1...1_000, .fitted,
      "mean number of apps launched in one that is no glance"),
    Field(
      "fall", \.fall, 0...100, .fitted,
      "how steeply use falls with an app's rank, median over people: e^(-fall rank)"),
    Field(
      "fallSigma", \.fallSigma, 0...3, .fitted, "deviation of its logarithm over people"),
    Field(
      "taste", \.taste, 0...100, .fitted,
      "deviation of what a person adds to the logarithm of an app's weight"),
    Field(
      "exploring", \.exploring, 0...1, .fitted,
      "share of the choices in which any app is as likely as another"),
    Field(
      "returning", \.returning, 0...1, .fitted,
      "probability that the app before the last comes again"),
    Field(
      "following", \.following, 0...1, .fitted,
      "probability of an app that follows the last one for this person"),
    Field(
      "followers", \.followers, 0.001...1e9, .fitted,
      "how many apps follow one (Dirichlet: the sum of its parameters)"),
    Field(
      "resuming", \.resuming, 0...1, .fitted,
      "probability that a pick-up begins with the app that the last one ended with"),
    Field(
      "hourHabit", \.hourHabit, 0...5, .fitted,
      "how much an app has hours of its own: deviation of the logarithm of its weight"),
    Field(
      "habit", \.habit, 0...2, .assumed,
      "strength of all habits: multiplies `returning`, `following`, `resuming` and `hourHabit`"),
  ]

  /// Throws where a value is out of its range, or the values contradict each other.
  func check() throws(UserModelError) {
    for field in Self.fields + Self.placeFields
    where !field.range.contains(self[keyPath: field.path]) {
      throw Self.error(
        "\(field.name) is out of range (\(self[keyPath: field.path])); give "
          + "\(field.range.lowerBound) to \(field.range.upperBound)")
    }
    guard returning + following <= 1 else {
      throw Self.error(
        "returning and following add up to more than 1 (\(returning + following)); they are "
          + "probabilities of the same choice: make one smaller")
    }
    try HourWeights.check(byHour, of: "usage.people")
  }

  /// The same values with their habits as strong as `habit` says, and `habit` at 1.
  ///
  /// Where they would leave nothing to chance, a twentieth is left to it.
  var withHabit: PeopleParameters {
    var scaled = self
    let most = 0.95
    let followed = (returning + following) * habit
    let shrunk = followed > max(most, returning + following) ? most / followed : 1
    scaled.returning *= habit * shrunk
    scaled.following *= habit * shrunk
    scaled.resuming = min(max(most, resuming), resuming * habit)
    scaled.hourHabit *= habit
    scaled.habit = 1
    return scaled
  }

  static func error(_ text: String) -> UserModelError { UserModelError("usage.people: \(text)") }
}
