import DormouseTesting
import Foundation
import Testing

@Suite("Photos in the background")
struct PhotosTests {
  /// `PHOTOS_SCRIPT=photos-leaky.lua swift test` tests the one with the bug.
  static let script = ProcessInfo.processInfo.environment["PHOTOS_SCRIPT"] ?? "photos.lua"

  @Test(
    "the upload ends its task, however slow the server is",
    arguments: [Phone.OS.iOS13, .iOS15, .iOS26], [1, 20, 60])
  func slowServer(os: Phone.OS, seconds: Int) {
    let phone = Phone(os: os, scripts: "Apps")
    let server = phone.server("photos.example")
    let app = phone.install(Self.script, modes: [.fetch])
    server.slow(by: .seconds(seconds))
    app.open()
    app.home()
    #expect(app.tasks == ["upload"])
    phone.advance(.minutes(2))
    expect(app, .endsItsTasks)
    expect(app, .survives)
  }

  @Test("a night passes in good order under every policy", arguments: Phone.Policy.all, 1...3)
  func night(policy: Phone.Policy, seed: Int) {
    let phone = Phone(os: .iOS26, policy: policy, seed: seed, startsAt: .hours(22), scripts: "Apps")
    let server = phone.server("photos.example") { $0.publication = .every(.hours(1)) }
    let app = phone.install(Self.script, modes: [.fetch])
    app.open()
    phone.advance(.minutes(1))
    app.home()
    phone.charger(true)
    server.down(from: .hours(2), to: .hours(3))
    phone.advance(.hours(9))
    expect(app, .completesItsWork)
    expect(app, .survives)
  }

  @Test("a fetch completes when the network is lost")
  func fetchLosesNetwork() {
    let phone = Phone(os: .iOS26, scripts: "Apps")
    phone.server("photos.example")
    let app = phone.install(Self.script, modes: [.fetch])
    app.open()
    app.home()
    phone.advance(.minutes(21))
    app.grantFetch()
    phone.network(.none)
    phone.advance(.minutes(1))
    expect(app, .completesItsWork)
  }
}
