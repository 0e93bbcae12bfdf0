import Device

/// A table with a value for each app, found without hashing by the app's place in the scenario.
struct ByApp<Value> {
  private let initial: Value
  /// The values of all apps up to the last that was given any, in order of `AppID`.
  private(set) var values: [Value] = []

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - initial: the value of an app that was given none.
  init(_ initial: Value) { self.initial = initial }

  /// The app's value. O(1), except when an app further on than all before is given one.
  subscript(app: AppID) -> Value {
    get { Int(app.index) < values.count ? values[Int(app.index)] : initial }
    set { change(app) { $0 = newValue } }
  }

  /// Changes an app's value in place.
  mutating func change(_ app: AppID, _ change: (inout Value) -> Void) {
    let index = Int(app.index)
    if index >= values.count {
      values.append(contentsOf: repeatElement(initial, count: index + 1 - values.count))
    }
    change(&values[index])
  }

  /// Changes the values of all apps that were given any, and of those before them. O(n).
  mutating func changeAll(_ change: (inout Value) -> Void) {
    for index in values.indices { change(&values[index]) }
  }
}
