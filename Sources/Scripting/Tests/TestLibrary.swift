import Device
import Lua
import Simulation

/// Everything that files of tests find in their globals beside Lua's own.
struct TestLibrary: Sendable {
  static let shared = TestLibrary()

  let functions: LuaLibrary<TestHost>
  let test: LuaClass
  let phone: LuaClass
  /// Every name that a kind of object has, for docs/testing.md.
  let names: [(kind: String, names: [String])]

  private init() {
    var pushed: (test: LuaClass, phone: LuaClass)?
    var names: [(kind: String, names: [String])] = []
    functions = LuaLibrary { library in
      let app = library.define("app", applicationMembers, &names)
      let server = library.define("server", serverMembers, &names)
      let expectation = library.define("expect(...)", expectationMembers(), &names)
      let phone = library.define("phone", phoneMembers(app, server), &names)
      pushed = (library.define("t", caseMembers(phone), &names), phone)
      library.defineDeclarations(expectation)
      library.defineUnits()
      library.modules { name, host in
        switch host.modules.find(name) {
        case .module(let source, let name, let file):
          .found(source: source, name: name, file: file)
        case .missing(let sought): .missing(sought)
        }
      }
    }
    guard let pushed else { fatalError("TestLibrary: nothing was defined") }
    (test, phone) = pushed
    self.names = names
  }
}

typealias TestMembers = ObjectMembers<TestHost>

extension LuaLibraryBuilder<TestHost> {
  fileprivate mutating func define(
    _ kind: String, _ members: TestMembers, _ names: inout [(kind: String, names: [String])]
  ) -> LuaClass {
    names.append((kind, members.names))
    return define(kind, members)
  }

  fileprivate mutating func defineDeclarations(_ expectation: LuaClass) {
    function("test") { (frame, host) throws(LuaFailure) in
      try host.declare(frame)
      return .none
    }
    for (name, isBefore) in [("beforeEach", true), ("afterEach", false)] {
      function(name) { (frame, host) throws(LuaFailure) in
        try host.declareHook(frame, name, isBefore: isBefore)
        return .none
      }
    }
    defineLog { $1.say($0) }
    defineExpect(expectation)
  }
}

/// Objects that scripts hold name a phone, or what is on it, by number.
enum TestObject {
  private static let most = 1_000_000

  static func identifier(_ phone: TestedPhone, _ index: Int = 0) -> Int {
    phone.number * most + index
  }

  static func phone(
    _ frame: borrowing LuaFrame, _ host: TestHost
  ) throws(LuaFailure) -> TestedPhone {
    try place(frame, host).phone
  }

  /// The phone that value 1 is, or is on, and the position there.
  static func place(
    _ frame: borrowing LuaFrame, _ host: TestHost
  ) throws(LuaFailure) -> (phone: TestedPhone, index: Int) {
    guard let identifier = frame.objectIdentifier(1) else {
      throw LuaFailure(
        .runtime,
        "called on what it does not belong to (\(frame.shown(1))); write phone:verb(...) "
          + "with a colon")
    }
    guard let (phone, index) = find(identifier, host) else {
      throw LuaFailure(
        .runtime,
        "this phone is of a test or a case that is over; make one in each, as in beforeEach")
    }
    host.noteUse(of: phone)
    return (phone, index)
  }

  /// Returns the phone of an identifier; nil if it is of a test that is over.
  static func find(_ identifier: Int, _ host: TestHost) -> (phone: TestedPhone, index: Int)? {
    host.phones[identifier / most].map { ($0, identifier % most) }
  }
}
