import CStudio
import Foundation

/// A server of HTTP/1.1 that only this machine can reach, by libevent.
///
/// Strict memory safety: libevent's server is closed with this object, and its loop lives longer.
@safe
final class WebServer {
  /// The largest body of a request, in bytes.
  private static let mostBytes = 16 << 20

  let port: UInt16
  private var handle: OpaquePointer?
  private let loop: EventLoop
  private let answer: (WebRequest) -> Void

  /// Listens at a port of 127.0.0.1; 0: one that is free.
  ///
  /// - Throws: why it cannot, in the system's words.
  init(
    port: UInt16, _ loop: EventLoop, _ answer: @escaping (WebRequest) -> Void
  ) throws(StudioError) {
    self.loop = loop
    self.answer = answer
    var bound = port
    // The object is known only once all of it is set.
    let holder = Holder()
    let opened = unsafe dm_server_open(
      loop.handle, &bound, Self.mostBytes,
      { (request, context) in
        guard let request = unsafe request, let context = unsafe context else { return }
        let holder = unsafe Unmanaged<Holder>.fromOpaque(context).takeUnretainedValue()
        holder.server?.answer(unsafe WebRequest(request))
      }, Unmanaged.passUnretained(holder).toOpaque())
    guard let opened = unsafe opened else {
      throw .port(unsafe String(cString: strerror(errno)))
    }
    unsafe handle = opened
    self.port = bound
    self.holder = holder
    holder.server = self
  }

  private let holder: Holder

  /// Knows the server for libevent.
  private final class Holder {
    weak var server: WebServer?
  }

  deinit {
    if let handle = unsafe handle { unsafe dm_server_close(handle) }
  }
}

/// A request, which is answered once, now or later.
///
/// Strict memory safety: libevent's request is used until it is answered or its connection closes,
/// of which libevent tells.
@safe
final class WebRequest {
  let method: String
  /// The path, decoded.
  let path: String
  private let fields: [(name: String, value: String)]
  /// Nil: it is answered, or nobody waits for the answer.
  private var handle: OpaquePointer?

  fileprivate init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
    method = unsafe String(cString: dm_request_method(handle))
    let address = unsafe String(cString: dm_request_address(handle))
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map { String($0).removingPercentEncoding ?? "" } ?? ""
    fields = WebRequest.fields(of: parts.count > 1 ? String(parts[1]) : "")
    unsafe dm_request_when_gone(
      handle,
      { (_, context) in
        guard let context = unsafe context else { return }
        let gone = unsafe Unmanaged<WebRequest>.fromOpaque(context).takeRetainedValue()
        unsafe gone.handle = nil
      }, Unmanaged.passRetained(self).toOpaque())
  }

  /// A field of the address behind the path; nil: there is none.
  func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// All fields of a name.
  func fields(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// A header of the request; nil: there is none.
  func header(_ name: String) -> String? {
    guard let handle = unsafe handle else { return nil }
    return unsafe dm_request_header(handle, name).map { unsafe String(cString: $0) }
  }

  var body: [UInt8] {
    guard let handle = unsafe handle else { return [] }
    let count = unsafe dm_request_length(handle)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, copied in
      unsafe dm_request_copy(handle, bytes.baseAddress, count)
      copied = count
    }
  }

  /// Sends the answer; where nobody waits for it any longer, it does nothing.
  func answer(_ status: Int32, _ type: String, _ bytes: [UInt8], _ more: [(String, String)] = []) {
    guard let handle = unsafe handle else { return }
    unsafe self.handle = nil
    for (name, value) in [("Content-Type", type)] + WebRequest.standardHeaders + more {
      unsafe dm_answer_header(handle, name, value)
    }
    unsafe bytes.withUnsafeBytes {
      unsafe dm_answer(handle, status, $0.baseAddress, $0.count)
    }
    // Its connection tells no longer that it closes.
    unsafe Unmanaged.passUnretained(self).release()
  }

  /// The address has the token in it, which goes to nobody else; a page is what it says.
  private static let standardHeaders = [
    ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
  ]

  private static func fields(of query: String) -> [(String, String)] {
    query.split(separator: "&").map { part in
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = words.map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
      return (decoded[0], decoded.count > 1 ? decoded[1] : "")
    }
  }
}

/// A reason why the studio cannot do something, in words.
public enum StudioError: Error {
  case folder(String)
  case port(String)
  case file(String)

  public var reason: String {
    switch self {
    case .folder(let reason), .port(let reason), .file(let reason): reason
    }
  }
}
