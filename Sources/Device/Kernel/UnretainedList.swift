/// Objects that live as long as the list does, told and asked in order.
///
/// A walk through an array counts each object's references up and down again; every change of a
/// process is passed to all services, and that counting was most of what it took. The list owns them,
/// so there is nothing to count while somebody goes through it.
struct UnretainedList<Member: AnyObject>: RandomAccessCollection {
  private let owned: [Member]
  private let members: [UnretainedRef<Member>]

  init(_ members: [Member]) {
    owned = members
    self.members = members.map { UnretainedRef($0) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { owned.count }
  subscript(position: Int) -> Member {
    @inline(__always) get { members[position].object }
  }

  @inline(__always)
  func each(_ body: (Member) -> Void) {
    for index in 0..<owned.count { members[index].use(body) }
  }

  /// The first answer of any of them.
  @inline(__always)
  func first<Answer>(_ ask: (Member) -> Answer?) -> Answer? {
    for index in 0..<owned.count {
      if let answer = members[index].use(ask) { return answer }
    }
    return nil
  }

  /// Whether it is so of any of them.
  @inline(__always)
  func contains(where isSo: (Member) -> Bool) -> Bool {
    for index in 0..<owned.count {
      if members[index].use(isSo) { return true }
    }
    return false
  }
}
