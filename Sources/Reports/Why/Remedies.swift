import Device
import Simulation

// Verdicts of decisions, and what would have changed them, as far as policy and device say.

extension WorkReview {
  /// The apps that were given a slot. O(apps).
  var started: [CandidateStanding] {
    apps.filter { if case .started = $0.outcome { true } else { false } }
  }

  /// Returns the verdict as it follows the app's name in a sentence.
  ///
  /// - Parameters:
  ///   - started: the apps that were given a slot, where the caller has them already.
  func verdict(on standing: CandidateStanding, _ started: [CandidateStanding]? = nil) -> Phrase {
    if fault != nil { return Phrase("was given no slot: the policy failed") }
    switch standing.outcome {
    case .started: return Phrase("was given a slot for @", .text(standing.kind.noun))
    case .refused:
      return Phrase("was given no slot: the policy chose it, but the device refused")
    case .noSlot: return Phrase("was given no slot: there was none to give")
    case .notEligible: return Phrase("was no candidate")
    case .passedOver:
      if standing.isHeldBack, let reason = standing.reason {
        return Phrase(
          "was given no slot: the policy held it back (@)", .text(printable(reason)))
      }
      let chosen = (started ?? self.started).count
      if chosen < slots {
        return Phrase("was given no slot: the policy left @ unused", .count(slots - chosen))
      }
      return Phrase(
        chosen == 1
          ? "was given no slot: another was put before it"
          : "was given no slot: others were put before it")
    }
  }

  /// The number of slots that were to be given: those free, for the policy was asked before any
  /// started.
  private var slots: Int { room.free }

  /// Returns the changes that would have led to another outcome.
  func remedies(for standing: CandidateStanding) -> Phrases {
    var remedies = Phrases()
    addRemedies(for: standing, started, to: &remedies)
    return remedies
  }

  /// Adds the changes that would have led to another outcome.
  ///
  /// - Parameters:
  ///   - started: the apps that were given a slot.
  func addRemedies(
    for standing: CandidateStanding, _ started: [CandidateStanding], to remedies: inout Phrases
  ) {
    if let fault { return remedies.append("a policy without fault: @", .text(fault)) }
    switch standing.outcome {
    case .started: addNext(to: &remedies)
    case .refused:
      remedies.append("to be named once, and within the @ free slots", .count(slots))
    case .noSlot: for remedy in room.remedies(device) { remedies.append(words: remedy) }
    case .notEligible(let reasons):
      for reason in reasons { remedies.append(words: reason.remedy(device.clock)) }
    case .passedOver: addChances(of: standing, started, to: &remedies)
    }
  }

  /// Adds the app that would have gone in a started app's place, with its score, if any waited.
  private func addNext(to remedies: inout Phrases) {
    guard let first = apps.first(where: { $0.outcome == .passedOver && $0.rank != nil }) else {
      return
    }
    let name = Quantity.text(first.app.name)
    guard let measure, let score = first.policy?.score else { return remedies.append("@", name) }
    remedies.append(
      "@, with @ of @", name, .text(aMeasure(measure)), .measured(score, measure.unit))
  }

  /// Adds what would have put an app that was passed over among those that were started.
  private func addChances(
    of standing: CandidateStanding, _ started: [CandidateStanding], to remedies: inout Phrases
  ) {
    let before = remedies.count
    if let obstacle = standing.policy?.obstacle {
      add(obstacle, standing.policy?.score, to: &remedies)
    } else if started.count >= slots, let last = started.last {
      addScore(better: last, standing, to: &remedies)
    }
    if let rank = standing.rank, rank > started.count {
      let more = rank - started.count
      let pattern =
        switch (more, slots) {
        case (1, 1): "@ more free slot: it was number @, and @ was free"
        case (1, _): "@ more free slot: it was number @, and @ were free"
        case (_, 1): "@ more free slots: it was number @, and @ was free"
        default: "@ more free slots: it was number @, and @ were free"
        }
      remedies.append(pattern, .count(more), .count(rank), .count(slots))
    }
    if remedies.count == before {
      remedies.append("another choice of the policy, which gives no reasons for this one")
    }
  }

  private func add(_ obstacle: Obstacle, _ score: Double?, to remedies: inout Phrases) {
    let needs = Quantity.text(obstacle.needs)
    let unit = measure?.unit ?? .number
    let until = obstacle.until.map { Quantity.measured($0.seconds, .moment) }
    switch (obstacle.score, score, until) {
    case (nil, _, nil): remedies.append("@", needs)
    case (nil, _, let until?): remedies.append("@; that is so from @ on", needs, until)
    case (let least?, nil, nil):
      remedies.append("@: at least @", needs, .measured(least, unit))
    case (let least?, nil, let until?):
      remedies.append("@: at least @; that is so from @ on", needs, .measured(least, unit), until)
    case (let least?, let score?, nil):
      remedies.append(
        "@: at least @; it had @", needs, .measured(least, unit), .measured(score, unit))
    case (let least?, let score?, let until?):
      remedies.append(
        "@: at least @; it had @; if it stays so, from @ on", needs, .measured(least, unit),
        .measured(score, unit), until)
    }
  }

  /// Adds the score that would have put an app before another.
  private func addScore(
    better last: CandidateStanding, _ standing: CandidateStanding, to remedies: inout Phrases
  ) {
    guard let measure, let mark = last.policy?.score, let score = standing.policy?.score else {
      return
    }
    let unit = measure.unit
    let side =
      unit == .moment ? "before" : measure.isHighestFirst ? "above" : "below"
    let better = Quantity.text("\(aMeasure(measure)) \(side)")
    let (bar, other) = (Quantity.measured(mark, unit), Quantity.text(last.app.name))
    if score == mark {
      let tie =
        measure.waitBreaksTies ? ": of equals, who has waited longer went first" : ""
      return remedies.append("@ @, as @ had too\(tie)", better, bar, other)
    }
    // No rank is below the first, which is 1.
    let tie =
      measure.waitBreaksTies && unit != .moment ? ", or the same and a longer wait" : ""
    remedies.append("@ @, as @ had\(tie); it had @", better, bar, other, .measured(score, unit))
  }

  private func aMeasure(_ measure: Measure) -> String {
    let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
    let isVowel = measure.name.first.map { vowels.contains($0) } ?? false
    return "\(isVowel ? "an" : "a") \"\(measure.name)\""
  }
}

extension AppStanding {
  /// The changes that would have given a slot to an app that did not wait for one.
  var remedies: [String] {
    guard let work = nearest else { return [] }
    return work.ineligibility.map { $0.remedy(device.clock) }
      + (work.room.free > 0 ? [] : work.room.remedies(device))
  }
}

extension WorkReview {
  /// The time that the started work has reserved.
  var taken: TimeSpan {
    apps.reduce(.zero) { $1.outcome == .started ? $0 + $1.reserves : $0 }
  }
}

extension CandidateStanding {
  /// Whether the policy would not have chosen it, whatever the others.
  var isHeldBack: Bool { reason != nil && policy?.obstacle != nil }

  /// Whether verdict and outcome of another one are put into the same words.
  func isTold(like other: CandidateStanding) -> Bool {
    kind == other.kind && reason == other.reason && isHeldBack == other.isHeldBack
      && outcome == other.outcome
  }

  /// Whether all that it lacked is the same as another one lacked, whatever their scores.
  func lacks(what other: CandidateStanding) -> Bool {
    guard rank == nil, other.rank == nil, let obstacle = policy?.obstacle, obstacle.score == nil,
      let another = other.policy?.obstacle
    else { return false }
    return obstacle == another
  }
}

extension SlotRoom {
  /// Returns the changes that would have made room.
  func remedies(_ device: DeviceSnapshot) -> [String] {
    var remedies: [String] = []
    if running >= limits.concurrent {
      remedies.append(
        "work that held a slot to end: \(running) of \(limits.concurrent) slots were taken")
    }
    if startsInWindow >= limits.starts {
      let opens = windowOpens.map { ", as it does at \(device.clock.text($0))" } ?? ""
      remedies.append(
        "the window to let another start\(opens): \(startsInWindow) of \(limits.starts) had begun "
          + "in the last \(shortSpan(seconds: limits.window.seconds))")
    }
    if payable <= 0 { remedies.append(device.remedy(allowance)) }
    return remedies
  }
}

extension DeviceSnapshot {
  /// Returns the change that would have paid for so much time.
  fileprivate func remedy(_ time: TimeSpan) -> String {
    let refilled = pool.nextRefill.map {
      ", and gains \(seconds(pool.refill)) at \(clock.text($0))"
    }
    return "a pool that held \(seconds(time)): it had \(seconds(pool.available))\(refilled ?? "")"
  }
}

extension GrantReview {
  /// The verdict as it follows the app's name in a sentence.
  var verdict: String {
    if fault != nil { return "was given no background time: the policy failed" }
    if granted == request.allowance {
      return "was given all of the \(seconds(granted)) of background time that it may have"
    }
    if granted > .zero {
      return "was given \(seconds(granted)) of background time, of \(seconds(request.allowance))"
    }
    return answer == .zero
      ? "was given no background time"
      : "was given no background time: the device refused the policy's answer"
  }

  var remedies: [String] {
    if let fault { return ["a policy without fault: \(fault)"] }
    if granted == request.allowance { return [] }
    if granted != answer {
      let most = min(request.allowance, device.pool.available)
      return ["an answer within bounds: \(seconds(answer)), where 0 to \(seconds(most)) may be"]
    }
    var remedies: [String] = []
    if device.pool.available < request.allowance {
      remedies.append(device.remedy(request.allowance))
    }
    if granted < device.pool.available {
      remedies.append(
        "another answer of the policy, which kept \(seconds(device.pool.available - granted)) "
          + "in the pool")
    }
    return remedies
  }
}
