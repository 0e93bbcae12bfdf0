import Device
import Foundation
import Scripting
import Simulation

/// An Info.plist, as XML or in binary form: the modes and identifiers that it declares.
struct InfoPlist {
  let app: DeclaredApp
  /// Modes that it declares and that are not modelled.
  private(set) var unknownModes: [String] = []
  /// The build settings in its identifiers, whose values it does not say.
  var settings: [String] {
    app.identifiers.flatMap { PermittedIdentifier.settings(in: $0) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private struct Table: Decodable {
    let modes: [String]?
    let identifiers: [String]?

    enum CodingKeys: String, CodingKey {
      case modes = "UIBackgroundModes"
      case identifiers = "BGTaskSchedulerPermittedIdentifiers"
    }
  }

  /// Names of modes that scripts know by another.
  private static let names = [
    "bluetooth-central": "bluetooth", "bluetooth-peripheral": "bluetooth",
  ]

  init(_ path: String) throws(CommandError) {
    try InputFile.require(path)
    let table: Table
    do {
      table = try PropertyListDecoder().decode(
        Table.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch DecodingError.typeMismatch(_, let context) {
      guard let key = context.codingPath.first?.stringValue else {
        throw .data("\(shown(path)): it holds no dictionary; name an app's Info.plist")
      }
      throw .data("\(shown(path)): \(key) is no list of strings; write <array> with <string>")
    } catch {
      throw .data(
        "\(shown(path)): it is no whole property list, neither XML nor binary; "
          + "see what 'plutil -lint' says of it")
    }
    var modes: BackgroundModes = []
    for name in table.modes ?? [] {
      let meant = InfoPlist.names[name] ?? name
      if let mode = BackgroundModes.byName.first(where: { $0.name == meant })?.mode {
        modes.insert(mode)
      } else {
        unknownModes.append(name)
      }
    }
    app = DeclaredApp(modes: modes, identifiers: table.identifiers ?? [])
  }
}
