import Device
import Lua

/// The work that a completion handler completes.
enum CompletionHandler {
  case fetch(FetchID)
  case push(PushID)
  case events(SessionEventsID)
  /// PushKit asks nothing of it: the call that was reported counts.
  case voip

  /// The name that messages give the work.
  var name: String {
    switch self {
    case .fetch: "a fetch"
    case .push: "a push"
    case .events: "a session's events"
    case .voip: "a VoIP push"
    }
  }
}

extension AppBridge {
  /// Keeps what a completion handler completes; its position.
  func add(_ handler: CompletionHandler) -> Int {
    completions.append(handler)
    return completions.count - 1
  }

  /// Calls a completion handler; what is wrong when it was called before (F5).
  fileprivate func complete(
    _ handler: CompletionHandler, _ result: FetchResult, at location: SourceLocation
  ) -> String? {
    switch handler {
    case .fetch(let fetch):
      app.completeFetch(fetch, result, at: location)
        ? nil : "this request has been answered; you can't call -sendResponse: twice"
    case .push(let push):
      app.completePush(push, result, at: location)
        ? nil : "the completion handler of push \(push.number) was called before"
    case .events(let events):
      app.completeEvents(events, at: location)
        ? nil : "the completion handler of a background session's events was called before"
    case .voip: nil
    }
  }
}

extension LuaLibraryBuilder<AppBridge> {
  /// F4 and F5; value 1 is the position of what it completes.
  mutating func defineCompletionHandler() -> LuaBoundFunction {
    boundFunction { (frame, bridge) throws(LuaFailure) in
      let handler = bridge.completions[try frame.integer(1)]
      let location = bridge.location(frame)
      if case .voip = handler { return .none }
      if case .events = handler {
        if let message = bridge.complete(handler, .newData, at: location) {
          bridge.end(frame, .uncaughtException, message, at: location, isReported: true)
        }
        return .none
      }
      guard frame.type(at: 2) == .number, let number = try? frame.integer(2),
        let result = FetchResult(rawValue: number)
      else {
        let message =
          "\(handler.name)'s completion handler got \(frame.describeArgument(2)); "
          + "give it UIBackgroundFetchResult.newData, .noData or .failed"
        bridge.app.report(.completionBadResult, message, at: location)
        bridge.end(frame, .uncaughtException, message, at: location, isReported: true)
        return .none
      }
      if let message = bridge.complete(handler, result, at: location) {
        bridge.end(frame, .uncaughtException, message, at: location, isReported: true)
      }
      return .none
    }
  }
}

extension LuaValue {
  /// Makes the table that an app's delegate gets of a push: its fields beside the system's own.
  init(userInfo: [PushField]) {
    let system = LuaEntry(
      key: .text("aps"),
      value: .table([LuaEntry(key: .text("content-available"), value: .integer(1))]))
    self = .table([system] + userInfo.map { LuaEntry($0) })
  }

  /// Makes the `PKPushPayload` of a VoIP push.
  init(payload: [PushField]) {
    self = .table([
      LuaEntry(key: .text("type"), value: .text("voIP")),
      LuaEntry(key: .text("dictionaryPayload"), value: LuaValue(fields: payload)),
    ])
  }

  /// Makes the table of what a push carries.
  init(fields: [PushField]) { self = .table(fields.map { LuaEntry($0) }) }

  fileprivate init(_ value: PushValue) {
    switch value {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .text(let text): self = .text(text)
    case .list(let values): self = .list(values.map { LuaValue($0) })
    case .table(let fields): self = .table(fields.map { LuaEntry($0) })
    }
  }
}

extension LuaEntry {
  fileprivate init(_ field: PushField) {
    self.init(key: .text(field.name), value: LuaValue(field.value))
  }
}
