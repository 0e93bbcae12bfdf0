import Device

/// A table with a value for each app, found without hashing by the app's place in the scenario.
struct ByApp<Value> {
  private let initial: Value
  private var values: [Value] = []
  /// The values of apps so far on that an array up to them would be mostly empty.
  private var far: [AppID: Value] = [:]
  private static var farFrom: Int { 1 << 20 }

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - initial: the value of an app that was given none.
  init(_ initial: Value) { self.initial = initial }

  /// The app's value. O(1), except when an app further on than all before is given one.
  subscript(app: AppID) -> Value {
    get {
      let index = Int(app.index)
      if index < values.count { return values[index] }
      return far.isEmpty ? initial : far[app] ?? initial
    }
    set { change(app) { $0 = newValue } }
  }

  /// Returns what `look` makes of an app's value, which is not copied for it. O(1).
  @inline(__always)
  func looking<Result>(at app: AppID, _ look: (borrowing Value) -> Result) -> Result {
    let index = Int(app.index)
    return index < values.count ? look(values[index]) : look(self[app])
  }

  /// Changes an app's value in place.
  mutating func change(_ app: AppID, _ change: (inout Value) -> Void) {
    let index = Int(app.index)
    guard index < Self.farFrom else {
      let initial = initial
      change(&far[app, default: initial])
      return
    }
    if index >= values.count {
      values.append(contentsOf: repeatElement(initial, count: index + 1 - values.count))
    }
    change(&values[index])
  }

  /// Changes the values of all apps that were given any, and of those before them. O(n).
  mutating func changeAll(_ change: (inout Value) -> Void) {
    for index in values.indices { change(&values[index]) }
    let initial = initial
    for app in far.keys.sorted() { change(&far[app, default: initial]) }
  }

  /// Shows the values of all apps up to the last that was given any, in order of `AppID`; none is
  /// copied for it. O(n).
  @inline(__always)
  func lookAtEach(_ look: (borrowing Value) -> Void) {
    for index in values.indices { look(values[index]) }
    for app in far.keys.sorted() { look(self[app]) }
  }
}
