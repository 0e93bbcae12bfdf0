import Experiments
import Scripting
import Workflows

extension CommandError {
  /// Wrong use if no script is to blame: a setting on the command line; and a fault where the machine
  /// is.
  init(_ error: ScriptError) {
    if error.cause != nil {
      self = .fault("\(error)")
      return
    }
    let isUse = error.problems.allSatisfy { $0.location == nil }
    self = isUse ? .usage("\(error)") : .data("\(error)")
  }

  /// - Parameters:
  ///   - file: the experiment's.
  init(_ error: WorkflowError, in file: String) {
    switch error {
    case .script(let error): self.init(error)
    case .size(let message): self = .data("\(shown(file)): \(message)")
    case .shard(let message): self = .usage(message)
    case .store(let error): self.init(error)
    }
  }

  /// What cannot be used is bad data; what fails in use could not be read or written.
  init(_ error: StoreError) {
    switch error {
    case .unusable(let message): self = .data(message)
    case .failed(let message): self = .inputOutput(message)
    }
  }
}

/// Does what a store may refuse.
func storing<Result>(
  _ body: () throws(StoreError) -> Result
) throws(CommandError) -> Result {
  do throws(StoreError) { return try body() } catch { throw CommandError(error) }
}
