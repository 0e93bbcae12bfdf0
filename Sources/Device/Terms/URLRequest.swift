import Simulation

/// A request that an app makes through `URLSession`.
public struct URLRequest: Sendable {
  public var url: String
  /// Bytes sent.
  public var bodyBytes: Double
  /// The time after which it fails; nil: the device's default.
  public var timeout: TimeSpan?

  public init(url: String, bodyBytes: Double = 0, timeout: TimeSpan? = nil) {
    self.url = url
    self.bodyBytes = bodyBytes
    self.timeout = timeout
  }

  /// Whether `URLSession` loads it: it begins with `http://` or `https://`, in whatever case.
  public var isSupported: Bool {
    let http: UInt64 = 0x68_7474_703A_2F2F  // "http://"
    let https: UInt64 = 0x6874_7470_733A_2F2F
    let beginning = beginning
    return beginning == https || beginning >> 8 == http
  }

  /// The first eight bytes of the URL as one number, ASCII's letters in lower case, zeros behind a
  /// shorter one.
  private var beginning: UInt64 {
    let bytes = url.utf8Span.span
    var beginning: UInt64 = 0
    for place in 0..<8 {
      let byte = place < bytes.count ? bytes[place] : 0
      beginning = beginning << 8 | UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    return beginning
  }

  /// The host part of the URL, lower case; the whole text where there is none. O(length).
  public var host: String {
    let range = hostRange
    let bytes = url.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    let host = url[start..<bytes.index(start, offsetBy: range.count)]
    let isPlain = host.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
    return isPlain ? String(host) : host.lowercased()
  }

  /// The place of the URL's host among some hosts, the first where it stands twice; nil: it is none of
  /// them. O(hosts), beside their lengths; nothing is allocated.
  func place(among hosts: [String]) -> Int? {
    let range = hostRange
    let bytes = url.utf8Span.span.extracting(range)
    for place in bytes.indices
    where bytes[place] >= 0x80 || (0x41...0x5A).contains(bytes[place]) {
      return hosts.firstIndex(of: host)
    }
    return hosts.firstIndex { candidate in
      guard candidate.utf8.count == bytes.count else { return false }
      let candidate = candidate.utf8Span.span
      for place in bytes.indices where candidate[place] != bytes[place] { return false }
      return true
    }
  }

  /// Where the host part is, in bytes. What parts a URL is ASCII, and so never within a character.
  private var hostRange: Range<Int> {
    let bytes = url.utf8Span.span
    var start = 0
    for place in bytes.indices.dropLast(2)
    where bytes[place] == UInt8(ascii: ":") && bytes[place + 1] == UInt8(ascii: "/")
      && bytes[place + 2] == UInt8(ascii: "/")
    {
      start = place + 3
      break
    }
    var end: Int?
    scan: for place in start..<bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        end = end ?? place
        break scan
      case UInt8(ascii: "@"):
        start = place + 1
        end = nil
      case UInt8(ascii: ":"): end = end ?? place
      default: break
      }
    }
    return start..<(end ?? bytes.count)
  }
}

/// The answer to a request, or its failure.
public struct URLAnswer: Sendable {
  /// The status of the answer; nil where there was none.
  public var statusCode: Int?
  public var bytes: Int
  /// The number of items that the server has published since this app last received them.
  public var newItems: Int
  public var error: URLError?
  /// Why the system cancelled a background transfer; nil where it did not.
  public var cancelledReason: URLCancelledReason?

  static func failure(_ error: URLError) -> URLAnswer {
    URLAnswer(statusCode: nil, bytes: 0, newItems: 0, error: error)
  }

  static func status(_ code: Int, bytes: Int) -> URLAnswer {
    URLAnswer(statusCode: code, bytes: bytes, newItems: 0, error: nil)
  }
}

/// Foundation's `URLError.BackgroundTaskCancelledReason`: why the system cancelled a transfer.
public enum URLCancelledReason: String, Sendable {
  case userForceQuitApplication
}

/// Foundation's `URLError` codes that the device gives.
public enum URLError: Int, Sendable {
  case timedOut = -1001
  case unsupportedURL = -1002
  case cannotFindHost = -1003
  case cannotConnectToHost = -1004
  case networkConnectionLost = -1005
  case notConnectedToInternet = -1009
  case cancelled = -999

  /// The error's name in Foundation.
  public var name: String {
    switch self {
    case .timedOut: "timedOut"
    case .unsupportedURL: "unsupportedURL"
    case .cannotFindHost: "cannotFindHost"
    case .cannotConnectToHost: "cannotConnectToHost"
    case .networkConnectionLost: "networkConnectionLost"
    case .notConnectedToInternet: "notConnectedToInternet"
    case .cancelled: "cancelled"
    }
  }

  public var localizedDescription: String {
    switch self {
    case .timedOut: "The request timed out."
    case .unsupportedURL: "unsupported URL"
    case .cannotFindHost: "A server with the specified hostname could not be found."
    case .cannotConnectToHost: "Could not connect to the server."
    case .networkConnectionLost: "The network connection was lost."
    case .notConnectedToInternet: "The Internet connection appears to be offline."
    case .cancelled: "The request was cancelled."
    }
  }
}
