internal import CLuaShims

/// A function of the host that scripts may call. It must not keep the frame.
public typealias LuaFunction<Host: AnyObject> =
  @Sendable (borrowing LuaFrame, Host) throws(LuaFailure) -> LuaReturn

/// The form in which a bridged function gets its arguments.
public enum LuaArguments: Sendable {
  /// The arguments are handed on as they are.
  case plain
  /// The arguments become one string, made by `string.format` (with `%@`).
  case formatted
  /// The arguments become one string, made as `print` does.
  case printed

  var shim: dm_arguments {
    switch self {
    case .plain: DM_PLAIN
    case .formatted: DM_FORMATTED
    case .printed: DM_PRINTED
    }
  }
}

/// A class of objects that a library defines.
public struct LuaClass: Hashable, Sendable {
  let index: Int32
}

/// A function of a library that is pushed bound to a number.
public struct LuaBoundFunction: Hashable, Sendable {
  let index: Int32
}

/// The source of a module, or what was tried to find it.
public enum LuaModule: Sendable {
  /// The source and its chunk name (a path), and which file it is: one that was loaded under
  /// another name is not loaded again.
  case found(source: [UInt8], name: String, file: String? = nil)
  /// Follows "module 'x' not found:", for example "\n\tno file 'x.lua'".
  case missing(String)
}

/// The globals that scripts find beside Lua's own: made once, shared by any number of states.
///
/// Names may have dots: "UIApplication.shared" makes or extends the global table UIApplication.
/// A later definition replaces an earlier one of the same name.
@safe
public final class LuaLibrary<Host: AnyObject>: @unchecked Sendable {
  /// An object, whose constant property is called without being retained.
  final class Function: Sendable {
    let run: LuaFunction<Host>

    init(_ run: @escaping LuaFunction<Host>) {
      self.run = run
    }
  }

  /// A plain block of memory: the way of a bridged call has no bounds check and no array to retain.
  /// C gives back only indices that it got from `LuaCatalogue.install`. Never changed after
  /// init, hence Sendable.
  let functions: UnsafeMutablePointer<Unmanaged<Function>>
  private let functionCount: Int
  let catalogue: LuaCatalogue
  let search: LuaLibraryBuilder<Host>.Search?
  let output: LuaLibraryBuilder<Host>.Output?

  public init(_ build: (inout LuaLibraryBuilder<Host>) -> Void) {
    var builder = LuaLibraryBuilder<Host>()
    build(&builder)
    catalogue = LuaCatalogue(builder)
    search = builder.search
    output = builder.output
    functionCount = builder.functions.count
    unsafe functions = .allocate(capacity: functionCount)
    for (index, function) in builder.functions.enumerated() {
      unsafe (functions + index).initialize(to: .passRetained(function))
    }
  }

  deinit {
    for index in 0..<functionCount { unsafe functions[index].release() }
    unsafe functions.deallocate()
  }
}

/// Takes the definitions of a library.
public struct LuaLibraryBuilder<Host: AnyObject> {
  typealias Search = @Sendable (String, Host) -> LuaModule
  typealias Output = @Sendable ([UInt8], Host) -> Void

  var functions: [LuaLibrary<Host>.Function] = []
  var classes: [LuaCatalogue.Class] = []
  var definitions: [LuaCatalogue.Definition] = []
  var search: Search?
  var output: Output?

  /// What is defined while this is set is there for the host alone: its globals are not made, and no
  /// outline lists it.
  public var hidesNames = false

  /// Whether scripts get `debug.getinfo`, which tells of their own functions and lines only. Few
  /// pure-Lua libraries want it (Penlight's `pl.strict`, and so `require "pl"`).
  public var hasInspection = false

  /// A Lua source of the host's own that runs last when a state is opened, under the rules of
  /// `LuaState.loadHostText`; its first result is kept as `LuaState.prelude`.
  public var prelude: String?

  /// The global names that the prelude defines, with dots.
  public var preludeNames: [String] = []

  /// Global tables that scripts can read and walk through, and not write: what they would set is an
  /// error at its line. Such a table is made in a state when a script first looks into it; from then
  /// on it can be called where it has a function `__call`, which is no field of it.
  public var readOnlyTables: [String] = []

  /// Classes whose objects the host wants before the first script: they are part of every state from
  /// the beginning. Others are defined when one of their objects is first wanted.
  public var earlyClasses: [LuaClass] = []

  /// The bytes that a state counts as holding when it is opened, if it holds at most 4 KiB more: with
  /// such a number it does not depend on the library when a script's garbage is collected, and what
  /// that costs. Where this is nil, it counts what it holds.
  public var openedBytes: Int?

  /// The source belongs to the program: one that does not compile ends it.
  var compiledPrelude: LuaChunk? {
    guard let prelude else { return nil }
    do { return try LuaChunk(hostText: prelude) } catch {
      fatalError("LuaLibrary: its prelude does not compile (\(error.message)); fix the source")
    }
  }

  private mutating func add(_ body: @escaping LuaFunction<Host>) -> Int {
    functions.append(.init(body))
    return functions.count - 1
  }

  private mutating func define(_ name: String, _ meaning: LuaCatalogue.Meaning) {
    if hidesNames { return }
    let path = name.split(separator: ".").map(String.init)
    definitions.append(LuaCatalogue.Definition(path: path, meaning: meaning))
  }

  public mutating func function(
    _ name: String, arguments: LuaArguments = .plain, _ body: @escaping LuaFunction<Host>
  ) {
    define(name, .function(add(body), arguments))
  }

  /// A function that is not global: the host pushes it, each time bound to a number of its own,
  /// which the body gets as value 1 in front of the arguments.
  public mutating func boundFunction(_ body: @escaping LuaFunction<Host>) -> LuaBoundFunction {
    LuaBoundFunction(index: Int32(add(body)))
  }

  public mutating func constant(_ name: String, _ value: LuaValue) {
    define(name, .constant(value))
  }

  /// A class whose objects are read-only but for its setters. Methods and properties get the object
  /// as value 1; check it by `LuaFrame.object`. A property cannot await.
  public mutating func objectClass(
    _ name: String, methods: [(String, LuaFunction<Host>)] = [],
    properties: [(String, LuaFunction<Host>)] = []
  ) -> LuaClass {
    classes.append(
      LuaCatalogue.Class(
        name: name, methods: methods.map { ($0.0, add($0.1)) },
        properties: properties.map { ($0.0, add($0.1)) }, setters: [], isHidden: hidesNames))
    return LuaClass(index: Int32(classes.count - 1))
  }

  /// Adds a method to a class defined before, so that its body can name the class.
  public mutating func method(
    _ name: String, of objectClass: LuaClass, _ body: @escaping LuaFunction<Host>
  ) {
    classes[Int(objectClass.index)].methods.append((name, add(body)))
  }

  /// Adds a property to a class defined before.
  public mutating func property(
    _ name: String, of objectClass: LuaClass, _ body: @escaping LuaFunction<Host>
  ) {
    classes[Int(objectClass.index)].properties.append((name, add(body)))
  }

  /// Answers for names that a class defined before has not, which are nil else: the body gets the
  /// object as value 1 and the name as value 2.
  public mutating func otherwise(
    of objectClass: LuaClass, _ body: @escaping LuaFunction<Host>
  ) {
    property("*", of: objectClass, body)
  }

  /// Lets scripts set a field of a class defined before: the body gets the object as value 1 and
  /// the new value as value 2. It cannot await.
  public mutating func setter(
    _ name: String, of objectClass: LuaClass, _ body: @escaping LuaFunction<Host>
  ) {
    classes[Int(objectClass.index)].setters.append((name, add(body)))
  }

  /// One object of a class as a global.
  public mutating func object(_ name: String, _ objectClass: LuaClass, identifier: Int = 0) {
    define(name, .object(objectClass, identifier))
  }

  /// Sets where `require` finds modules that are not loaded yet.
  public mutating func modules(_ search: @escaping @Sendable (String, Host) -> LuaModule) {
    self.search = search
  }
}

extension LuaLibraryBuilder {
  /// Sets where the bytes go that scripts write by `print` (which adds a newline), `io.write` or
  /// `io.stdout:write`. It may end anywhere in a line. Without this it is dropped.
  public mutating func output(_ write: @escaping @Sendable ([UInt8], Host) -> Void) {
    output = write
  }
}

/// A library and a host of its type, for one state: bridged calls come in here.
class LuaBinding {
  /// Ends the program: what must not be called is never made.
  private func missing() -> Never { fatalError("LuaBinding: of no type") }

  /// The outcome as C takes it.
  func run(_ function: Int, _ frame: borrowing LuaFrame) -> Int32 { missing() }
  func find(module name: String) -> LuaModule { missing() }
  func write(_ text: [UInt8]) { missing() }
}

@safe
final class LuaTypedBinding<Host: AnyObject>: LuaBinding {
  private let functions: UnsafeMutablePointer<Unmanaged<LuaLibrary<Host>.Function>>
  private let host: Host
  private let library: LuaLibrary<Host>

  init(_ library: LuaLibrary<Host>, _ host: Host) {
    unsafe functions = library.functions
    self.library = library
    self.host = host
  }

  override func run(_ function: Int, _ frame: borrowing LuaFrame) -> Int32 {
    unsafe functions[function]._withUnsafeGuaranteedRef { entry in
      do throws(LuaFailure) {
        return try entry.run(frame, host).checked(in: frame)
      } catch {
        frame.push(error.message)
        return Int32(DM_RAISE)
      }
    }
  }

  override func find(module name: String) -> LuaModule {
    library.search?(name, host) ?? .missing("")
  }

  override func write(_ text: [UInt8]) { library.output?(text, host) }
}
