import Lua

/// The globals of scripts that declare scenarios.
enum DeclarationLibrary {
  static var scenario: LuaLibrary<DeclarationHost> { scenarios.library }

  /// The class of the value that a scenario's `expect` gets.
  static var judgedRun: LuaClass { scenarios.result }

  /// The class of the value that its properties get.
  static var watchedPhone: LuaClass { scenarios.phone }

  private static let scenarios = makeScenarios()

  private static func makeScenarios() -> (
    library: LuaLibrary<DeclarationHost>, result: LuaClass, phone: LuaClass
  ) {
    var result: LuaClass?
    var phone: LuaClass?
    let library = LuaLibrary<DeclarationHost> { library in
      library.defineScenarios()
      library.function("scenario.parameters") { (frame, host) throws(LuaFailure) in
        try host.declareParameters(in: frame)
      }
      let app = library.define(JudgedRun.appKind, JudgedRun.app())
      result = library.define(JudgedRun.kind, JudgedRun.run(app))
      let seen = library.define("phone:app(...)", PhoneSights.app())
      phone = library.define("phone", PhoneSights.phone(seen))
    }
    guard let result, let phone else {
      fatalError("DeclarationLibrary: a library that was not built")
    }
    return (library, result, phone)
  }

}

/// A kind of declaration: what its script is to return, and what it finds in its globals.
struct DeclarationKind: Sendable {
  let script: ScriptKind
  let library: LuaLibrary<DeclarationHost>
  /// Lua text of the host that runs before the script.
  let prelude: String

  static let scenario = DeclarationKind(
    script: .scenario, library: DeclarationLibrary.scenario,
    prelude: preludeMakingCallable("scenario"))
}

extension LuaLibraryBuilder<DeclarationHost> {
  /// The constructors of scenarios; their tables are read when the script has returned.
  mutating func defineScenarios() {
    defineUnits()
    for constructor in [
      "device", "app", "server", "usage.schedule", "usage.habits", "usage.people",
    ] {
      function(constructor) { (frame, host) throws(LuaFailure) in
        _ = try host.declare(constructor, 1, in: frame)
        frame.pushCopy(of: 1)
        return .values(1)
      }
    }
    defineCallable("scenario")
    defineExpect(define("expect(...)", expectationMembers()))
    function("usage.trace") { (frame, host) throws(LuaFailure) in
      try host.readRecording(in: frame)
    }
    function("usage.battery") { (frame, host) throws(LuaFailure) in
      try host.readBattery(in: frame)
    }
    function("usage.users") { (frame, host) throws(LuaFailure) in
      try host.readUsers(in: frame)
    }
    modules { name, host in
      switch ModuleSearch(files: host.files, folders: host.luaPath).find(name) {
      case .module(let source, let name, let file):
        host.problems.add(source: source, named: name)
        return .found(source: source, name: name, file: file)
      case .missing(let text): return .missing(text)
      }
    }
  }

  /// A constructor that is a table too, made callable by the prelude.
  mutating func defineCallable(_ constructor: String) {
    function("\(constructor).__call") { (frame, host) throws(LuaFailure) in
      _ = try host.declare(constructor, 2, in: frame)
      frame.pushCopy(of: 2)
      return .values(1)
    }
  }
}
