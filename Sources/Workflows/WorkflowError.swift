import Experiments
import Scripting

/// The reason why a study cannot be planned, or its results not be judged.
public enum WorkflowError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The scripts that it names, or the settings that it was given, cannot be used.
  case script(ScriptError)
  /// The experiment asks for more than can be run: `what (value); what to do`, without its file,
  /// which the caller knows.
  case size(String)
  /// The experiment cannot be run in parts: `where: what (value); what to do`.
  case shard(String)
  /// The store of its runs cannot be read.
  case store(StoreError)

  public var description: String {
    switch self {
    case .script(let error): error.description
    case .size(let message), .shard(let message): message
    case .store(let error): error.description
    }
  }
}
