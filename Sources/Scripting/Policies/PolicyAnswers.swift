import Device
import Lua
import Simulation

/// Reading and checking the answers of a policy in Lua.
extension ScriptedPolicy {
  static func seconds(
    _ index: Int, in frame: borrowing LuaFrame, what: String, _ advice: String
  ) throws(LuaFailure) -> Double {
    guard frame.type(at: index) == .number else {
      throw LuaFailure(.runtime, "\(what) is no number (\(frame.shown(index))); \(advice)")
    }
    let seconds = try frame.number(index)
    guard seconds >= 0, seconds.isFinite else {
      throw LuaFailure(.runtime, "\(what) is out of range (\(frame.shown(index))); \(advice)")
    }
    return seconds
  }

  /// The apps of the list that was returned first.
  func apps(in frame: borrowing LuaFrame) throws(LuaFailure) -> [AppID] {
    guard frame.type(at: 1) == .table else {
      throw LuaFailure(
        .runtime, "no list of apps (\(frame.shown(1))); return ids, { } for none")
    }
    guard frame.length(1) <= identifiers.count else {
      throw LuaFailure(
        .runtime,
        "a list of \(frame.length(1)) where there are \(identifiers.count) apps; name each once at most"
      )
    }
    var apps: [AppID] = []
    try frame.forEachEntry(of: 1) { (key, value) throws(LuaFailure) in
      guard frame.isInteger(key), try frame.integer(key) == apps.count + 1 else {
        throw LuaFailure(
          .runtime, "no list of apps (it has the key \(frame.shown(key))); return { id, id }")
      }
      apps.append(try self.app(value, in: frame))
    }
    return apps
  }

  private func app(_ index: Int, in frame: borrowing LuaFrame) throws(LuaFailure) -> AppID {
    guard frame.type(at: index) == .string else {
      throw LuaFailure(.runtime, "no app's id (\(frame.shown(index))); return the ids, as texts")
    }
    let name = try frame.string(index)
    if let app = identifiers[name] { return app }
    let advice = advice(for: name, among: names, what: "app")
    throw LuaFailure(.runtime, "no such app (\(quoted(name))); \(advice)")
  }

  /// A script's remark on one app, beside whether it is chosen.
  struct Remark {
    let app: AppID
    let reason: String?
    let score: Double?
  }

  /// The table that was returned second: `[id] = "reason"`, or
  /// `[id] = { reason = "reason", score = number }`. In order of `AppID`.
  func remarks(in frame: borrowing LuaFrame) throws(LuaFailure) -> [Remark] {
    if frame.isNil(2) { return [] }
    guard frame.type(at: 2) == .table else {
      throw LuaFailure(
        .runtime, "no table of reasons (\(frame.shown(2))); return { [id] = \"reason\" }")
    }
    var remarks: [Remark] = []
    try frame.forEachEntry(of: 2) { (key, value) throws(LuaFailure) in
      let app = try self.app(key, in: frame)
      guard frame.type(at: value) == .table else {
        remarks.append(Remark(app: app, reason: try reason(value, in: frame), score: nil))
        return
      }
      let text = frame.pushField("reason", of: value)
      let number = frame.pushField("score", of: value)
      let score = frame.isNil(number) ? nil : try self.score(number, in: frame)
      let isScoreOnly = frame.isNil(text) && score != nil
      let reason = isScoreOnly ? nil : try reason(frame.isNil(text) ? value : text, in: frame)
      remarks.append(Remark(app: app, reason: reason, score: score))
    }
    return remarks.sorted { $0.app < $1.app }
  }

  private func reason(_ index: Int, in frame: borrowing LuaFrame) throws(LuaFailure) -> String {
    guard let reason = frame.text(at: index) else {
      throw LuaFailure(
        .runtime, "a reason is no text (\(frame.shown(index))); return { [id] = \"reason\" }")
    }
    return reason
  }

  private func score(_ index: Int, in frame: borrowing LuaFrame) throws(LuaFailure) -> Double {
    guard frame.type(at: index) == .number else {
      throw LuaFailure(
        .runtime, "a score is no number (\(frame.shown(index))); return { score = 0.5 }")
    }
    return try frame.number(index)
  }

  /// The chosen in their order, then the others, the best score first. Only the script knows
  /// whether it held an app back; that slots were left over shows that it did.
  func explanation(
    of candidates: WorkCandidates, _ chosen: [AppID], _ remarks: [Remark], _ slots: Int
  ) -> WorkExplanation {
    func score(_ app: AppID) -> Double? { remarks.first { $0.app == app }?.score }
    let others = candidates.map(\.app.id).filter { !chosen.contains($0) }
    let ranked = others.enumerated().sorted {
      let (left, right) = (score($0.element) ?? -.infinity, score($1.element) ?? -.infinity)
      return left != right ? left > right : $0.offset < $1.offset
    }.map(\.element)
    let obstacle = chosen.count < slots ? Obstacle(needs: "the script to choose it") : nil
    return WorkExplanation(
      measure: remarks.contains { $0.score != nil }
        ? Measure("score", .number, isHighestFirst: true, waitBreaksTies: false) : nil,
      candidates: chosen.map { CandidateExplanation(app: $0, score: score($0)) }
        + ranked.map { app in
          let score = score(app)
          return CandidateExplanation(
            app: app, score: score, obstacle: obstacle, isRanked: obstacle == nil && score != nil)
        })
  }
}
