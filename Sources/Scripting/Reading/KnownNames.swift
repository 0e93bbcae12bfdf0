/// Names in their order, with a quick look-up.
struct KnownNames {
  let list: [String]
  private let names: Set<String>

  init(_ list: [String]) {
    self.list = list
    names = Set(list)
  }

  func contains(_ name: String) -> Bool { names.contains(name) }
}
