import Simulation

// Transfers on their way.
extension BackgroundTransferService {
  func reviewTransfers(of process: Process) {
    for transfer in apps[process].sessions.transfers { review(transfer.id, of: process) }
  }

  private var conditions: TransferConditions {
    TransferConditions(
      now: now, network: device.world.network, power: device.world.power,
      goodBattery: limits.transferBattery)
  }

  /// Lets a transfer move or stand still, as the world is now.
  func review(_ id: TransferID, of process: Process) {
    guard let transfer = apps[process].sessions[id], transfer.answer == nil else { return }
    let obstacle = conditions.obstacle(
      isDiscretionary: transfer.isDiscretionary, notBefore: transfer.notBefore)
    if let network = transfer.network {
      if obstacle == nil, network == device.world.network { return }
      stop(id, of: process)
    }
    guard let obstacle else { return start(id, of: process) }
    guard transfer.network != nil || transfer.obstacle != obstacle else { return }
    apps[process].sessions[id]?.obstacle = obstacle
    process.record(
      .transferWaits(Int(id.number), because: obstacle.name, until: obstacle.until))
    if let until = obstacle.until {
      apps[process].sessions[id]?.next = arm(
        Deadline.delay, id.number, of: process, at: until, outlives: true)
    }
  }

  private func start(_ id: TransferID, of process: Process) {
    guard var transfer = apps[process].sessions[id],
      let link = device.servers.link(over: device.world.network)
    else { return }
    device.agenda.cancel(transfer.next)
    let network = device.world.network
    transfer.obstacle = nil
    meetServer(&transfer, of: process)
    transfer.flow = device.links.begin(
      transfer.progress.left, atMost: device.servers.rate(of: transfer.server),
      after: link.latency + (transfer.exchange?.latency ?? .zero), over: network,
      isGranted: false, then: event(Deadline.arrival, id.number, of: process, outlives: true))
    apps[process].sessions[id] = transfer
    process.record(.transferMoves(Int(id.number), over: network))
  }

  /// Draws the bytes to be moved when the server first hears of the transfer.
  private func meetServer(_ transfer: inout Transfer, of process: Process) {
    guard transfer.exchange == nil, let server = transfer.server else { return }
    let exchange = device.servers.exchange(transfer.request, with: server, for: process)
    transfer.exchange = exchange
    transfer.progress = TransferProgress(exchange.load)
    transfer.published = device.servers.published(by: server)
  }

  func arrives(_ id: TransferID, of process: Process) {
    guard let transfer = apps[process].sessions[id], transfer.flow != nil else { return }
    stop(id, of: process, hasArrived: true)
    end(id, with: transfer.exchange?.answer ?? .failure(.cannotFindHost), of: process)
  }

  private func stop(_ id: TransferID, of process: Process, hasArrived: Bool = false) {
    guard let flow = apps[process].sessions[id]?.flow, let way = device.links.end(flow) else {
      return
    }
    apps[process].sessions[id]?.flow = nil
    if hasArrived {
      apps[process].sessions[id]?.progress.arrive()
    } else {
      apps[process].sessions[id]?.progress.stop(after: way.moved)
    }
    count(apps[process].sessions[id]?.progress.look() ?? 0, over: flow.network)
  }

  /// A transfer is done, for better or worse; nothing happens if it was before.
  func end(_ id: TransferID, with answer: URLAnswer, of process: Process) {
    stop(id, of: process)
    guard let transfer = apps[process].sessions[id], transfer.answer == nil else { return }
    device.agenda.cancel(transfer.next)
    device.agenda.cancel(transfer.expiry)
    apps[process].sessions.finish(id, with: answer)
    apps[process].counts.count(answer, after: now - transfer.begun)
    process.record(
      .transferFinished(
        Int(id.number), status: answer.statusCode ?? 0, bytes: answer.bytes,
        error: answer.error?.name, cancelledReason: answer.cancelledReason?.rawValue))
    deliver(to: process)
    review(process)
  }
}
