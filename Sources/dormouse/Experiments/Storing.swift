import Experiments

extension CommandError {
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
