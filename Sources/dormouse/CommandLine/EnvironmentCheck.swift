import Foundation

/// A check of what a command needs to be started with, beyond right arguments.
enum EnvironmentCheck {
  /// The files, streams and signals of the largest command, with room to spare.
  private static let leastFiles = 32

  /// Refuses an environment that would end in a fault later, or in a message that misleads.
  static func check(_ arguments: [String]) throws(CommandError) {
    // Bytes that are not UTF-8 arrive as this character, and the file they named is not found.
    if let argument = arguments.first(where: { $0.contains("\u{FFFD}") }) {
      throw .usage(
        "dormouse: an argument is not valid UTF-8 (\(shown(argument))); give the file another name"
      )
    }
    if FileManager.default.currentDirectoryPath.contains("\u{FFFD}") {
      throw .usage(
        "dormouse: the current folder's name is not valid UTF-8; go to another, or rename it"
      )
    }
    let files = sysconf(Int32(_SC_OPEN_MAX))
    if (0..<leastFiles).contains(files) {
      throw .inputOutput(
        "dormouse: too few files may be open at a time (\(files)); raise the limit: ulimit -n 256")
    }
  }
}
