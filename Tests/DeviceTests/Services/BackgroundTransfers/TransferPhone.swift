import Device
import Simulation

extension Phone {
  static let url = "https://server/a"

  /// An app with a session "x", opened at 0 and left at 10; what it is told of a session it completes
  /// once it has got everything. Its server takes 1 s to answer, and 1,000 bytes take another.
  static func transferring(
    _ steps: [Step] = [.transfer(url)], settings: TransferSettings = TransferSettings(),
    seconds: Double = 4_000, creates: String = "didFinishLaunching"
  ) -> Phone {
    let phone = Phone(seconds: seconds)
    phone.server()
    phone.scenario.device.wifi = .init(latency: .zero, bytesPerSecond: 1_000)
    phone.scenario.device.cellular = .init(latency: .seconds(1), bytesPerSecond: 500)
    phone.on(creates, [.session("x", settings)])
    phone.on("didBecomeActive", steps)
    phone.on("didFinishEvents", [.completeEvents])
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  /// What became of the transfers of app "a".
  var transfers: [String] {
    timeline(
      "transfer.begin", "transfer.start", "transfer.wait", "transfer.finish", "transfer.deliver")
  }
}
