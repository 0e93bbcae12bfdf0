import Simulation

@testable import Device

/// Replays a file of facts about quotas of jobs; the file's head says what its lines mean.
struct JobQuotaFacts {
  struct Omission {
    let test: String
    let count: Int
    let reason: String
  }

  private(set) var held = 0
  /// Facts that do not hold, with their test and line.
  private(set) var broken: [String] = []
  private(set) var omissions: [Omission] = []
  private(set) var tests: [String] = []

  private var quota = JobQuota(.legacy, bucket: .frequent)
  private(set) var now = JobQuotaFacts.beginning
  /// The jobs that run, by name, and whether they count.
  private var jobs: [String: (isExpedited: Bool, counts: Bool)] = [:]

  private static let beginning = Instant.start + .days(2)

  init(_ text: String) throws {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      .filter { !$0.isEmpty && $0[0] != "#" }
    try replay(lines[...])
  }

  private mutating func replay(_ lines: ArraySlice<[String]>) throws {
    var place = lines.startIndex
    while place < lines.endIndex {
      let words = lines[place]
      place += 1
      guard words[0] == "repeat" else {
        try replay(words)
        continue
      }
      let body = lines[place...]
      var depth = 1
      let end = body.firstIndex {
        depth += $0[0] == "repeat" ? 1 : $0[0] == "end" ? -1 : 0
        return depth == 0
      }
      guard let end else { throw Mistake(line: words, wanted: "an end") }
      for _ in 0..<(Int(words[1]) ?? 0) { try replay(lines[place..<end]) }
      place = end + 1
    }
  }

  private mutating func replay(_ words: [String]) throws {
    if words[0] != "omits", let verb = words.firstIndex(of: "is") {
      var asked = quota
      asked.settle(at: now)
      let wanted = words[(verb + 1)...].joined(separator: " ")
      let answer = try answer(Array(words[..<verb]), of: asked)
      if answer == wanted {
        held += 1
      } else {
        broken.append("\(tests.last ?? ""): \(words.joined(separator: " ")); it is \(answer)")
      }
    } else {
      try happen(words)
    }
  }

  // MARK: What happens

  private mutating func happen(_ words: [String]) throws {
    let value = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "test":
      tests.append(value)
      quota = JobQuota(.legacy, bucket: .frequent)
      now = JobQuotaFacts.beginning
      jobs = [:]
    case "omits":
      let reason = words[2...].joined(separator: " ")
      omissions.append(
        Omission(test: tests.last ?? "", count: Int(value) ?? 0, reason: reason))
    case "rules": quota.rules = try rules(value)
    case "set": try set(value, words[2])
    case "bounded": quota.rules = quota.rules.bounded()
    case "now": now = .start + (try span(value))
    case "wait": now = now + (try span(value))
    case "ran":
      let began = now + (try span(value))
      let session = JobSession(
        began: began, ended: began + (try span(words[2])), jobs: Int(words[3]) ?? 0)
      quota.add(session, isExpedited: words.last == "expedited")
    case "rate": quota.addToRate(jobs: Int(value) ?? 0, at: now)
    case "forget": quota = JobQuota(quota.rules, bucket: quota.bucket)
    case "bucket": quota.setBucket(try bucket(value), at: now)
    case "charging": quota.setCharging(value == "on", at: now)
    case "presence":
      quota.setPresence(
        value == "front" ? .front : value == "service" ? .service : .behind, at: now)
    case "start":
      let isExpedited = words.last == "expedited"
      jobs[value] = (isExpedited, quota.start(isExpedited: isExpedited, at: now))
    case "stop":
      guard let job = jobs[value] else { throw Mistake(line: words, wanted: "a job that runs") }
      if job.counts { quota.stop(isExpedited: job.isExpedited, at: now) }
    case "allow": quota.setAllowed(true, at: now)
    case "disallow": quota.setAllowed(false, at: now)
    case "interaction": quota.noteInteraction(at: now)
    case "use": quota.beginUse(at: now)
    case "leave": quota.endUse(at: now)
    default: throw Mistake(line: words, wanted: "a verb")
    }
  }

  private mutating func set(_ field: String, _ value: String) throws {
    let parts = field.split(separator: ".").map(String.init)
    if let path = JobQuotaFacts.spans[parts.last ?? ""] {
      quota.rules[keyPath: path] = try span(value)
    } else if let path = JobQuotaFacts.counts[parts.last ?? ""] {
      quota.rules[keyPath: path] = Int(value) ?? 0
    } else if field == "countsJobsBegunInFront" {
      quota.rules.countsJobsBegunInFront = value == "yes"
    } else if parts.count == 2, let path = JobQuotaFacts.bucketSpans[parts[1]] {
      quota.rules[try bucket(parts[0])][keyPath: path] = try span(value)
    } else if parts.count == 2, let path = JobQuotaFacts.bucketCounts[parts[1]] {
      quota.rules[try bucket(parts[0])][keyPath: path] = Int(value) ?? 0
    } else {
      throw Mistake(line: [field], wanted: "a field of JobQuotaRules")
    }
  }

  // MARK: What is asked

  private func answer(_ question: [String], of quota: JobQuota) throws -> String {
    let last = question[question.count - 1]
    let kind = question.dropLast().joined(separator: " ")
    func at(_ bucket: AppBucket) -> JobQuota {
      var moved = quota
      moved.setBucket(bucket, at: now)
      return moved
    }
    func word(_ answer: Bool) -> String { answer ? "yes" : "no" }
    switch kind {
    case "time in": return text(quota.usage(within: try span(last), at: now).time)
    case "jobs in" where last == "rate": return "\(quota.jobsInRate(at: now))"
    case "jobs in": return "\(quota.usage(within: try span(last), at: now).jobs)"
    case "sessions in": return "\(quota.usage(within: try span(last), at: now).sessions)"
    case "sessions": return "\(quota.log.sessions.count)"
    case "expedited sessions": return "\(quota.expedited.log.sessions.count)"
    case "session": return text(quota.log.sessions.last)
    case "expedited session": return text(quota.expedited.log.sessions.last)
    case "counts": return word(jobs[last]?.counts == true)
    case "number": return try number(last)
    case "" where last == "debits": return text(quota.expedited.debits)
    default: break
    }
    let moved = at(try bucket(last))
    switch kind {
    case "within": return word(moved.isWithin(at: now))
    case "running within": return word(moved.isWithin(at: now, isRunning: true))
    case "left": return text(moved.timeLeft(at: now))
    case "runs": return text(moved.runTime(at: now))
    case "returns": return text(moved.returns(at: now))
    case "expedited within": return word(moved.isWithinExpedited(at: now))
    case "expedited left": return text(moved.expeditedLeft(at: now))
    case "expedited runs": return text(moved.expeditedRunTime(at: now))
    case "expedited returns": return text(moved.expeditedReturns(at: now))
    default: throw Mistake(line: question, wanted: "a question")
    }
  }

  private func number(_ field: String) throws -> String {
    let parts = field.split(separator: ".").map(String.init)
    let rules = quota.rules
    if let path = JobQuotaFacts.spans[field] { return text(rules[keyPath: path]) }
    if let path = JobQuotaFacts.counts[field] { return "\(rules[keyPath: path])" }
    guard parts.count == 2 else { throw Mistake(line: [field], wanted: "a field") }
    let numbers = rules[try bucket(parts[0])]
    if let path = JobQuotaFacts.bucketSpans[parts[1]] { return text(numbers[keyPath: path]) }
    if let path = JobQuotaFacts.bucketCounts[parts[1]] { return "\(numbers[keyPath: path])" }
    throw Mistake(line: [field], wanted: "a field of BucketQuota")
  }
}
