/// The names of a library, as editors and checkers want to know them.
public struct LuaOutline: Sendable {
  /// A class of objects.
  public struct Class: Sendable {
    public let name: String
    public let methods: [String]
    /// The names that can be read.
    public let properties: [String]
    /// The names that can be set.
    public let setters: [String]
  }

  public enum Kind: Sendable, Equatable {
    case function
    case constant
    /// An object of the class of that name.
    case object(String)
  }

  /// The classes in order of definition.
  public let classes: [Class]
  /// Global names, with dots, in order of definition.
  public let globals: [(name: String, kind: Kind)]

  init(
    of definitions: [LuaCatalogue.Definition], _ described: [LuaCatalogue.Class],
    and preludeNames: [String]
  ) {
    classes = described.filter { !$0.isHidden }.map { entry in
      Class(
        name: entry.name, methods: entry.methods.map(\.0), properties: entry.properties.map(\.0),
        setters: entry.setters.map(\.0))
    }
    let defined = definitions.map { definition in
      let kind: Kind =
        switch definition.meaning {
        case .function: .function
        case .constant: .constant
        case .object(let objectClass, _): .object(described[Int(objectClass.index)].name)
        }
      return (name: definition.path.joined(separator: "."), kind: kind)
    }
    globals = defined + preludeNames.map { (name: $0, kind: .function) }
  }
}

extension LuaLibrary {
  /// Returns the names that the library defines, beside Lua's own.
  public var outline: LuaOutline { catalogue.outline }
}

extension LuaState {
  /// The names that a state has before any library: those of Lua itself, with a dot for the fields
  /// of a table, as `string.format`. Sorted.
  public static func standardNames() throws(LuaFailure) -> [String] {
    final class Nobody {}
    let state = try LuaState(
      seed: LuaSeed(1, 2, 3, 4), library: LuaLibrary<Nobody> { _ in }, host: Nobody())
    let chunk = try state.load(
      Array(
        """
        local names = {}
        for name, value in pairs(_G) do
          names[#names + 1] = name
          if type(value) == "table" and name ~= "_G" and name ~= "package" then
            for field in pairs(value) do names[#names + 1] = name .. "." .. field end
          end
        end
        table.sort(names)
        return table.concat(names, " ")
        """.utf8), name: "names")
    let text = try state.call(chunk) { (frame) throws(LuaFailure) in try frame.string(1) }
    return text.split(separator: " ").map(String.init)
  }
}
