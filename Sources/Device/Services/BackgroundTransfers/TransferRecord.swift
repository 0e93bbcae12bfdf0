import Simulation

/// What a trace tells of background transfers.
enum TransferRecord {
  case begun(Transfer, session: String)
  case moves(TransferID, over: NetworkKind)
  case waits(TransferID, TransferObstacle)
  case finished(TransferID, URLAnswer)
  case delivered(TransferID)

  var kind: TraceKind {
    switch self {
    case .begun: .transferBegin
    case .moves: .transferStart
    case .waits: .transferWait
    case .finished: .transferFinish
    case .delivered: .transferDeliver
    }
  }

  func write(to fields: inout TraceFields) {
    switch self {
    case .begun(let transfer, let session):
      fields.add("id", Int(transfer.id.number))
      fields.add("session", session)
      fields.add("direction", transfer.direction.rawValue)
      fields.add("discretionary", transfer.isDiscretionary)
      fields.add("url", transfer.request.url)
    case .moves(let id, let network):
      fields.add("id", Int(id.number))
      fields.add("network", network.rawValue)
    case .waits(let id, let obstacle):
      fields.add("id", Int(id.number))
      fields.add("reason", obstacle.name)
      if let until = obstacle.until { fields.add("untilNs", until.nanoseconds) }
    case .finished(let id, let answer):
      fields.add("id", Int(id.number))
      fields.add("status", answer.statusCode ?? 0)
      fields.add("bytes", answer.bytes)
      fields.add("error", answer.error?.name)
    case .delivered(let id):
      fields.add("id", Int(id.number))
    }
  }
}
