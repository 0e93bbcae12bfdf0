import Simulation

/// The limit of CPU time in the background (section 2).
extension Process {
  /// CPU time that begins now.
  func bookCPU(_ time: TimeSpan) {
    if time >= Process.leastWork { workedAt = agenda.now }
    guard state == .background, cpuLimit == .none, !isResident else { return }
    let window =
      device.services.openTasks(of: self) > 0 ? limits.cpuWindowWithTask : limits.cpuWindow
    if let end = cpu.book(time, at: agenda.now, share: limits.cpuShare, of: window),
      !device.services.all.contains(where: { $0.liftsCPULimit(of: self) })
    {
      cpuLimit = schedule(.cpuLimit, at: end, rank: DeviceEvent.Rank.limit)
    }
  }

  /// It is suspended or in front: a stay in the background begins anew.
  func forgetCPU() {
    agenda.cancel(cpuLimit)
    cpuLimit = .none
    cpu = BackgroundCPU()
  }

  func hasTakenItsShare() {
    let onMain = main.running.flatMap { $0.isBlocked ? nil : $0.fiber }
    let fiber = onMain ?? globalQueues.busy.keys.first
    let percent = Int((limits.cpuShare * 100).rounded())
    let what = "over \(percent) % of CPU time in the background"
    report(.cpuLimit, what, at: fiber.flatMap { behavior?.location(of: $0) })
    terminate(.cpuLimit, detail: what)
  }
}
