@testable import Users

extension UsageTrace {
  /// Reads a recording; `name` is the file's, for messages.
  init(
    _ bytes: [UInt8], name: String, format: Format, options: Options = Options()
  ) throws(UserModelError) {
    try self.init(UsageRecording(bytes, name: name, format: format), options: options)
  }
}
