import Experiments
import Scripting
import Workflows

extension CommandError {
  /// Creates the error of a script, of the machine where that is to blame, or of wrong use if nothing
  /// is: a setting on the command line.
  init(_ error: ScriptError) {
    if error.cause != nil {
      self = .fault("\(error)")
      return
    }
    let isUse = error.problems.allSatisfy { $0.location == nil }
    self = isUse ? .usage("\(error)") : .data("\(error)")
  }

  /// Creates the error of a workflow.
  ///
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

  /// Creates the error of a store: one that cannot be used is bad data; one that fails in use could
  /// not be read or written.
  init(_ error: StoreError) {
    switch error {
    case .unusable(let message): self = .data(message)
    case .failed(let message): self = .inputOutput(message)
    }
  }
}

/// Runs `body` and turns a store's error into the command's.
func storing<Result>(
  _ body: () throws(StoreError) -> Result
) throws(CommandError) -> Result {
  do throws(StoreError) { return try body() } catch { throw CommandError(error) }
}
