import Foundation

@testable import Studio

/// A studio on a thread of its own, and a client that sends it requests as they are written here.
final class Client: Sendable {
  let address: String
  let port: UInt16
  private let end = Ended()

  /// Whether the studio is to end.
  private final class Ended: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }

    func set() { lock.withLock { value = true } }
  }

  /// - Parameters:
  ///   - program: what works in place of `dormouse`.
  init(_ folder: Workfolder, program: String = "/bin/echo", jobs: Int = 2) throws {
    let started = DispatchSemaphore(value: 0)
    let end = end
    nonisolated(unsafe) var address = ""
    Thread.detachNewThread {
      let setting = Studio.Setting(
        program: program, port: 0, jobs: jobs,
        policies: [("first-come", "the longest waiting first")], acts: "open APP",
        emptyPage: Array("<p>no run yet</p>".utf8))
      let studio = try? Studio(folder: folder.path, setting)
      unsafe address = studio?.address ?? ""
      started.signal()
      studio?.run { end.isSet }
    }
    started.wait()
    self.address = unsafe address
    port = UInt16(self.address.split(separator: ":")[2].prefix { $0 != "/" }) ?? 0
  }

  deinit { end.set() }

  /// The path of the studio's page, with the token.
  var root: String { "/" + address.split(separator: "/", maxSplits: 2)[2] }

  struct Answer {
    let status: Int
    let head: String
    let body: String
  }

  /// Sends a request for a path below the token.
  func ask(_ path: String, method: String = "GET", headers: [String] = [], body: String = "")
    -> Answer
  {
    var lines = ["\(method) \(root)\(path) HTTP/1.1"]
    if !headers.contains(where: { $0.hasPrefix("Host:") }) {
      lines.append("Host: 127.0.0.1:\(port)")
    }
    lines += headers + ["Content-Length: \(body.utf8.count)", "Connection: close"]
    return send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// An answer that is waited for on another thread.
  final class Pending: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var value: Answer?

    fileprivate init(_ body: @escaping @Sendable () -> Answer) {
      Thread.detachNewThread { [self] in
        value = body()
        done.signal()
      }
    }

    /// Waits for the answer; to be called once.
    func answer() -> Answer? {
      done.wait()
      return value
    }
  }

  /// Posts a request without waiting for the answer.
  func begin(_ path: String) -> Pending { Pending { self.ask(path, method: "POST") } }

  /// Sends bytes, and returns what comes back until the server closes.
  func send(_ text: String) -> Answer {
    let descriptor = open()
    defer { close(descriptor) }
    write(text, to: descriptor)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    let all = String(decoding: bytes, as: UTF8.self)
    let parts = all.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let head = parts.first.map(String.init) ?? ""
    let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Answer(status: status, head: head, body: parts.count > 1 ? String(parts[1]) : "")
  }

  /// Opens a connection.
  func open() -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    _ = unsafe withUnsafePointer(to: &place) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }

  func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}

/// A folder that is removed when the test is over.
final class Workfolder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("studio-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in files.keys.sorted() { try write(files[name] ?? "", to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let place = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
