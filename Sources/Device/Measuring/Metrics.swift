/// Every figure by which runs are compared.
public enum Metrics {
  /// One number of a run as a whole.
  public struct Metric: Sendable {
    /// The group of the metric's heading in tables; may be empty.
    public let group: String
    /// Its heading in tables, under that of its group.
    public let heading: String
    /// In words, as experiments name it: `fresh at open`.
    public let name: String
    /// The name in lowerCamelCase: `freshAtOpen`.
    public let key: String
    public let unit: FigureUnit
    public let better: Better
    /// How the value comes about, in one line.
    public let definition: String
    /// Returns the run's value; nil when there is none, such as a mean without cases.
    public let value: @Sendable (RunResult) -> Double?

    /// The same of all apps together, or of the device.
    private init<Subject>(
      _ figure: Figure<Subject>, value: @escaping @Sendable (RunResult) -> Double?
    ) {
      group = figure.group
      heading = figure.heading
      name = figure.name
      key = figure.key
      unit = figure.unit
      better = figure.better
      definition = figure.definition
      self.value = value
    }

    init(_ figure: Figure<RunResult>) { self.init(figure, value: figure.value) }

    init(totalOf figure: Figure<AppStatistics>) {
      self.init(figure) { figure.total(of: $0.apps) }
    }
  }

  /// Those of single apps.
  public static let ofApps: [Figure<AppStatistics>] = AppFigures.all

  /// Those of a run as a whole: of the device, and each of the apps' of all apps together.
  public static let all = DeviceFigures.all.map(Metric.init) + ofApps.map(Metric.init(totalOf:))

  /// All that a run is kept by: the values of `all`, and of each app those of `ofApps`, in these
  /// orders. The same as each metric by itself, for less: what the apps have makes the totals too.
  /// O(metrics · apps), and what quantiles take.
  public static func values(of run: RunResult) -> (all: [Double?], ofApps: [[Double?]]) {
    let figures = ofApps
    var totals = [Figure<AppStatistics>.Total](repeating: .init(), count: figures.count)
    let apps = run.apps.map { app in
      figures.indices.map { index in
        let value = figures[index].value(app)
        totals[index].add(value, of: app, figures[index].whole)
        return value
      }
    }
    let device = DeviceFigures.all.map { $0.value(run) }
    let together = zip(figures, totals).map { figure, total in
      figure.value(of: total, pooling: { run.apps })
    }
    return (device + together, apps)
  }

  /// The metric of that name or key; nil if there is none. O(n).
  public static func named(_ name: String) -> Metric? {
    all.first { $0.name == name || $0.key == name }
  }
}
