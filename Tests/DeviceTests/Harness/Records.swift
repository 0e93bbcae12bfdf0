import Foundation
import Simulation

/// Keeps a run's trace and reads it back, record by record.
final class RecordSink: TraceSink {
  private(set) var bytes: [UInt8] = []
  private var parsed: [Record] = []
  private var parsedBytes = 0

  func write(_ bytes: [UInt8]) { self.bytes += bytes }

  var records: [Record] {
    if parsedBytes < bytes.count {
      let lines = bytes[parsedBytes...].split(separator: UInt8(ascii: "\n"))
      parsed += lines.map { Record(line: Data($0)) }
      parsedBytes = bytes.count
    }
    return parsed
  }
}

/// One line of a trace.
struct Record {
  let fields: [String: Any]

  init(line: Data) {
    guard let fields = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else {
      fatalError("a line of the trace is not JSON: \(String(decoding: line, as: UTF8.self))")
    }
    self.fields = fields
  }

  var kind: String { fields["kind"] as? String ?? "" }
  var app: String? { fields["app"] as? String }
  var nanoseconds: Int64 { (fields["ns"] as? NSNumber)?.int64Value ?? -1 }
  var seconds: Double { Double(nanoseconds) / 1e9 }

  func string(_ name: String) -> String { fields[name] as? String ?? "-" }
  func number(_ name: String) -> Double { (fields[name] as? NSNumber)?.doubleValue ?? .nan }
  func strings(_ name: String) -> [String] { fields[name] as? [String] ?? [] }

  /// A space and the text of a field, or nothing where it has none.
  private func suffix(_ name: String) -> String { (fields[name] as? String).map { " " + $0 } ?? "" }

  /// The record in a few words.
  var summary: String {
    switch kind {
    case "app.state": "\(string("from"))→\(string("to"))"
    case "app.callback": string("name")
    case "app.log": string("message")
    case "app.exit": "exit \(string("reason"))"
    case "finding": "finding \(string("rule"))"
    case "finding.undone": "undone \(string("rule"))"
    case "task.begin", "task.end", "task.expire":
      "\(kind.dropFirst(5)) \(text(number("id")))"
    case "budget.grant": "grant \(text(number("grantNs") / 1e9))"
    case "budget.return": "return \(text(number("returnNs") / 1e9))"
    case "budget.refill": "refill \(text(number("addedNs") / 1e9))"
    case "fetch.complete": "complete \(string("result")) \(text(number("tookNs") / 1e9))"
    case "push.complete": "push \(text(number("id"))) \(string("result"))"
    case "push.drop": "push \(text(number("id"))) drop \(string("reason"))"
    case "push.arrive", "push.deliver":
      "push \(text(number("id"))) \(kind.dropFirst(5))"
    case "voip.drop": "voip \(text(number("id"))) drop \(string("reason"))"
    case "voip.arrive", "voip.deliver":
      "voip \(text(number("id"))) \(kind.dropFirst(5))"
    case "call.report": "report \(string("uuid")) \(string("error"))"
    case "call.answer": "answer \(string("uuid"))"
    case "call.end": "end \(string("uuid")) \(string("reason"))"
    case "notification.show":
      "shown \(text(number("id"))) \(string("title")) \(string("body"))"
        + (fields["changed"] as? Bool == true ? " changed" : "")
    case "transfer.begin", "transfer.deliver":
      "transfer \(text(number("id"))) \(kind.dropFirst(9))"
    case "transfer.start": "transfer \(text(number("id"))) over \(string("network"))"
    case "transfer.wait": "transfer \(text(number("id"))) waits \(string("reason"))"
    case "transfer.finish":
      "transfer \(text(number("id"))) \(text(number("status"))) \(string("error"))"
    case "request.finish": "answer \(string("error"))"
    case "bgtask.submit", "bgtask.cancel", "bgtask.launch", "bgtask.expire", "bgtask.complete":
      "\(kind.dropFirst(7)) \(string("identifier"))"
    case "alarm.set":
      "set \(string("operation")) \(text(number("dueNs") / 1e9))+\(text(number("windowNs") / 1e9))"
    case "alarm.refuse": "refused \(string("operation")) \(string("error"))"
    case "alarm.cancel": "cancel \(string("operation"))"
    case "alarm.deliver": "\(string("operation")) late \(text(number("lateNs") / 1e9))"
    case "service.start": "start " + (fields["reason"] as? String ?? string("error"))
    case "service.foreground":
      (["foreground"] + strings("types")).joined(separator: " ") + suffix("error")
    case "service.timeout": "timeout \(string("type"))"
    case "service.stop": "stop \(string("reason")) \(text(number("tookNs") / 1e9))"
    case "wakelock.acquire": "acquire \(string("tag"))"
    case "wakelock.release":
      "release \(string("tag")) \(string("reason")) \(text(number("heldNs") / 1e9))"
    case "broadcast.deliver": string("action")
    case "device.idle", "app.bucket": string("to")
    case "job.schedule": "schedule \(text(number("id")))" + suffix("error")
    case "job.stop": "stop \(text(number("id"))) \(string("reason"))"
    case "job.cancel", "job.start", "job.finish": "\(kind.dropFirst(4)) \(text(number("id")))"
    case "work.end": "end \(string("work")) \(string("ending"))"
    case "network": string("kind")
    default: kind
    }
  }
}
