/// The numbers of apps by name, from 0, in the order in which they first appear.
struct AppNumbers {
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  /// The app asked for last: several records of one app follow each other as a rule, and to compare
  /// a name takes less than to look it up.
  private var last = 0

  /// Returns the number of an app; nil: it is new.
  mutating func number(of name: String) -> Int? {
    if last < names.count, names[last] == name { return last }
    guard let number = numbers[name] else { return nil }
    last = number
    return number
  }

  /// Adds an app that is new.
  mutating func add(_ name: String) -> Int {
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
