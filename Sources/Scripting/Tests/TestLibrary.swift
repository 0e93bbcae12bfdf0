import Device
import Lua
import Simulation

/// Everything that files of tests find in their globals beside Lua's own.
struct TestLibrary: Sendable {
  static let shared = TestLibrary()

  let functions: LuaLibrary<TestHost>
  let test: LuaClass
  /// Every name that a kind of object has, for docs/testing.md.
  let names: [(kind: String, names: [String])]

  private init() {
    var pushed: LuaClass?
    var names: [(kind: String, names: [String])] = []
    functions = LuaLibrary { library in
      let app = library.define("app", applicationMembers, &names)
      let server = library.define("server", serverMembers, &names)
      let expectation = library.define("expect(...)", expectationMembers, &names)
      let phone = library.define("phone", phoneMembers(app, server), &names)
      pushed = library.define("t", caseMembers(phone), &names)
      library.defineDeclarations(expectation)
      library.defineUnits()
      library.modules { name, host in
        switch host.modules.find(name) {
        case .module(let source, let name): .found(source: source, name: name)
        case .missing(let sought): .missing(sought)
        }
      }
    }
    guard let pushed else { fatalError("TestLibrary: nothing was defined") }
    test = pushed
    self.names = names
  }
}

/// The methods and properties of a kind of object.
struct TestMembers {
  var methods: [(String, LuaFunction<TestHost>)] = []
  var properties: [(String, LuaFunction<TestHost>)] = []

  mutating func method(_ name: String, _ body: @escaping LuaFunction<TestHost>) {
    methods.append((name, body))
  }

  mutating func property(_ name: String, _ body: @escaping LuaFunction<TestHost>) {
    properties.append((name, body))
  }
}

extension LuaLibraryBuilder<TestHost> {
  /// A kind of object, at which a name that it has not is an error.
  fileprivate mutating func define(
    _ kind: String, _ members: TestMembers, _ names: inout [(kind: String, names: [String])]
  ) -> LuaClass {
    let known = members.methods.map(\.0) + members.properties.map(\.0)
    names.append((kind, known))
    let defined = objectClass(kind, methods: members.methods, properties: members.properties)
    otherwise(of: defined) { (frame, _) throws(LuaFailure) in
      let name = frame.isNil(2) ? "\"*\"" : frame.shown(2)
      let remedy = advice(for: frame.text(at: 2) ?? "", among: known, what: "name")
      throw LuaFailure(.runtime, "\(kind): it has no such name (\(name)); \(remedy)")
    }
    return defined
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
    for (name, arguments) in [("NSLog", LuaArguments.formatted), ("print", .printed)] {
      function(name, arguments: arguments) { (frame, host) throws(LuaFailure) in
        host.say(try frame.string(1))
        return .none
      }
    }
    function("expect") { (frame, host) throws(LuaFailure) in
      guard host.running != nil else {
        throw LuaFailure(.runtime, "expect: no test runs; expect within a test")
      }
      let value = Expectation(value: frame.reference(1), location: host.here(frame))
      frame.push(expectation, identifier: host.addExpectation(value))
      return .values(1)
    }
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

  /// Nil: it is of a test that is over.
  static func find(_ identifier: Int, _ host: TestHost) -> (phone: TestedPhone, index: Int)? {
    host.phones[identifier / most].map { ($0, identifier % most) }
  }
}
