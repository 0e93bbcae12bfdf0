import Lua

/// The methods and properties of a kind of object.
struct ObjectMembers<Host: AnyObject> {
  var methods: [(String, LuaFunction<Host>)] = []
  var properties: [(String, LuaFunction<Host>)] = []

  mutating func method(_ name: String, _ body: @escaping LuaFunction<Host>) {
    methods.append((name, body))
  }

  mutating func property(_ name: String, _ body: @escaping LuaFunction<Host>) {
    properties.append((name, body))
  }

  var names: [String] { methods.map(\.0) + properties.map(\.0) }
}

extension LuaLibraryBuilder {
  /// A kind of object, at which a name that it has not is an error.
  mutating func define(_ kind: String, _ members: ObjectMembers<Host>) -> LuaClass {
    let known = members.names
    let defined = objectClass(kind, methods: members.methods, properties: members.properties)
    otherwise(of: defined) { (frame, _) throws(LuaFailure) in
      let name = frame.isNil(2) ? "\"*\"" : frame.shown(2)
      let remedy = advice(for: frame.text(at: 2) ?? "", among: known, what: "name")
      throw LuaFailure(.runtime, "\(kind): it has no such name (\(name)); \(remedy)")
    }
    return defined
  }
}
