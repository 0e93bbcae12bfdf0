import Foundation

extension Error {
  /// The system's number for the error; nil where Foundation does not give it.
  package var posixCode: Int32? {
    var error = self as NSError
    while error.domain != NSPOSIXErrorDomain {
      guard let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error else { return nil }
      error = underlying as NSError
    }
    return Int32(error.code)
  }

  /// The system's words for what went wrong with a file, without a full stop.
  package var reason: String {
    var error = self as NSError
    while let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error {
      error = underlying as NSError
    }
    let text = error.localizedFailureReason ?? error.localizedDescription
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
