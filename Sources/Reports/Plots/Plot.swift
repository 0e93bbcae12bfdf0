/// A figure for a paper: panels of data with axes, a title above and a caption below, as a script
/// for gnuplot (5.4 or later) that draws it.
///
/// The data are in the script in full precision and in their own units; the factor of an axis' unit
/// stands beside them.
public struct Plot: Sendable, Equatable {
  /// The format of a figure, by the ending of its file's name.
  public enum Format: String, CaseIterable, Sendable {
    case svg
    case pdf
    case png
    /// The gnuplot script itself, to be changed by hand.
    case gp
  }

  /// An axis with the range of values that a reader sees.
  struct Axis: Sendable, Equatable {
    /// The label beside the axis; empty: the ticks say it.
    var label = ""
    /// The range, in what the axis shows.
    var range: ClosedRange<Double>
    /// The ticks; nil: round numbers.
    var ticks: [Tick]?
    /// What takes the place of `ticks` where their labels would overlap: the first that fits, or
    /// the last.
    var coarserTicks: [[Tick]] = []
    /// Whether equal distances are equal factors.
    var isLogarithmic = false

    struct Tick: Sendable, Equatable {
      let at: Double
      var text: String
    }
  }

  /// A series of data that are drawn in one way.
  struct Series: Sendable, Equatable {
    /// The name in the key; empty: not there.
    var name = ""
    /// The columns of the rows.
    let columns: [String]
    let rows: [[Double]]
    /// The part of gnuplot's `plot` that follows the data: columns and style.
    let drawing: String
  }

  struct Panel: Sendable, Equatable {
    /// The title above; empty: none.
    var title = ""
    var x: Axis
    var y: Axis
    /// The height of the area that the axes enclose, in pixels.
    var height: Double
    var series: [Series]
    /// The place of a line on the axis of x, in what that shows; nil: no line.
    var mark: Double?
  }

  /// The title; empty: none, as where a paper has its own.
  public var title: String
  /// The width in pixels, of which an inch has 96.
  public var width = 760.0
  /// The caption: what a reader has to know, in sentences.
  var caption: String
  var panels: [Panel]
  /// The number of panels beside each other.
  var across = 1
  /// Whether the panels below each other share one axis of x, shown at the lowest.
  var sharesX = false

  /// Returns the script, with a newline at its end. Equal figures have equal scripts. O(data).
  public func script(_ format: Format) -> String { PlotScript(self, format).text }

  /// Returns a colour by its place; twelve that differ, the first seven of which colour-blind people
  /// tell apart on white (after Okabe and Ito).
  static func colour(_ place: Int) -> String {
    [
      "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9", "#7f3c8d",
      "#8c564b", "#7d8692", "#1f3b73", "#a0a000",
    ][place % 12]
  }

  /// Returns a sign of gnuplot by its place; twelve that differ, the hollow ones last.
  static func sign(_ place: Int) -> Int { [7, 5, 9, 13, 11, 15, 6, 4, 8, 12, 10, 14][place % 12] }

  /// Returns the range of some values with a little room; with 0 where it is near.
  static func range(_ values: [Double], withZero: Bool = false) -> ClosedRange<Double> {
    let values = values.filter(\.isFinite)
    var low = values.min() ?? 0
    var high = values.max() ?? 1
    if withZero || (low > 0 && low < high * 0.4) { low = min(low, 0) }
    if withZero { high = max(high, 0) }
    if low == high {
      let room = max(low.magnitude * 0.1, 0.5)
      return low - room...high + room
    }
    let room = (high - low) * 0.05
    return (low == 0 && !withZero ? 0 : low - room)...high + room
  }

  /// Returns round numbers at even distances within a range, as many as there is room for.
  static func ticks(_ range: ClosedRange<Double>, most: Int) -> [Axis.Tick] {
    let length = range.upperBound - range.lowerBound
    guard length > 0, length.isFinite else { return [] }
    var power = 0
    // The step is the least power of ten of which there are not too many; smaller steps are tried
    // next.
    while length / pow10(power) > Double(max(2, most)) { power += 1 }
    while length / pow10(power - 1) <= Double(max(2, most)) { power -= 1 }
    let finer = [(0.2, power - 1), (0.5, power - 1)].first {
      length / ($0.0 * pow10(power)) <= Double(max(2, most))
    }
    let step = (finer?.0 ?? 1) * pow10(power)
    let decimals = max(0, -(finer?.1 ?? power))
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard first <= last, last - first < 1_000 else { return [] }
    return stride(from: first, through: last, by: 1).map { count in
      let value = count * step
      return Axis.Tick(at: value, text: value == 0 ? "0" : grouped(value, decimals: decimals))
    }
  }

  private static func pow10(_ power: Int) -> Double {
    (0..<power.magnitude).reduce(1.0) { value, _ in power < 0 ? value / 10 : value * 10 }
  }
}

/// The reason why there is no such figure: `what (value); what to do`.
public struct PlotError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
