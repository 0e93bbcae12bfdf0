import Experiments
import Foundation
import Reports
import Simulation

/// The command `dormouse merge`: joins the stores of an experiment's parts.
enum MergeCommand {
  static let command = Command(
    name: "merge", summary: "join the stores of an experiment's parts into one",
    usage: "PARTS... -o STORE", operands: 1...Int.max,
    options: [
      .init(name: "output", short: "o", value: "STORE", summary: "the store to make"),
      .init(name: "quiet", summary: "say nothing"),
    ],
    notes: """
      'dormouse compare FILE --shard I/N' makes the parts. They must have one plan, from the same files
      by the same version; they are not changed.
      """
  ) { (arguments, console) throws(CommandError) in
    guard let path = arguments.value("output") else {
      throw .usage("dormouse merge: the new store has no name; add -o STORE")
    }
    try requireParts(arguments.operands)
    try OutputFile.requirePlace(path)
    let unfinished = Store.unfinishedFiles(of: path)
    unfinished.forEach(UnfinishedFiles.began)
    defer { unfinished.forEach(UnfinishedFiles.finished) }
    try Interruption.shared.watching(lastWords: "interrupted; nothing was joined") {
      () throws(CommandError) in
      try storing { () throws(StoreError) in try Store.merge(arguments.operands, into: path) }
    }
    guard !arguments.has("quiet") else { return }
    let progress = try storing { () throws(StoreError) in
      try Store(path, access: .read).progress()
    }
    let missing =
      progress.missing > 0
      ? "; \(grouped(progress.missing)) of the plan are missing: 'dormouse compare FILE "
        + "-o \(shellQuoted(path))' runs them" : ""
    let failed = progress.failed > 0 ? ", \(grouped(progress.failed)) failed" : ""
    console.remark(
      "\(counted(progress.done, "run"))\(failed) of \(counted(arguments.operands.count, "part")) are in "
        + "\(shown(path))\(missing)\n")
  }

  /// Refuses a file that is no store, and a part that is named twice.
  private static func requireParts(_ parts: [String]) throws(CommandError) {
    var names: [String: String] = [:]
    for part in parts {
      try InputFile.require(part, in: [.store])
      let file = URL(fileURLWithPath: part).resolvingSymlinksInPath().path
      if let other = names.updateValue(part, forKey: file) {
        let isSame = other == part
        throw .usage(
          "dormouse merge: a part is named twice (\(shown(part))"
            + (isSame ? "" : " is \(shown(other))") + "); name each once")
      }
    }
  }
}
