import Foundation
import Runs

/// The command `dormouse man`: prints the manual pages of dormouse and of each of its commands.
enum ManCommand {
  static let command = Command(
    name: "man", summary: "write the manual pages", usage: "FOLDER", operands: 1...1,
    notes: """
      FOLDER is made if it does not exist. man finds pages in the folders man1 of its path:

        dormouse man ~/.local/share/man/man1
        man dormouse-run
      """
  ) { (arguments, console) throws(CommandError) in
    let folder = arguments.operands[0]
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .inputOutput(
        "\(shown(folder)): it cannot be made (\(error.reason)); name another folder")
    }
    try write(Manual.overview(of: Dormouse.catalogue), "dormouse", in: folder)
    for command in Dormouse.catalogue {
      try write(Manual.page(of: command), "dormouse-\(command.name)", in: folder)
    }
    try console.output.write(
      "\(counted(Dormouse.catalogue.count + 1, "page")) in \(shown(folder))\n")
  }

  private static func write(
    _ page: String, _ name: String, in folder: String
  ) throws(CommandError) {
    let file = try OutputFile("\(folder)/\(name).1")
    file.write(Array(page.utf8))
    try file.commit()
  }
}
