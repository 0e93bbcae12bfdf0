import Device
import Simulation
import Testing

@testable import Policies

@Suite("opens to come")
struct ComingOpensTests {
  @Test("each app's next open is found, in order, however time goes on", arguments: 1...20)
  func next(seed: UInt64) {
    var random = RandomStream(seed: seed, name: "opens")
    let user = (0..<40).map { _ in
      UserAction(
        at: .start + .seconds(random.integer(in: 0..<50)),
        kind: .open(AppID(random.integer(in: 0..<6))))
    }.sorted { $0.at < $1.at }
    let coming = ComingOpens(
      of: PolicyWorld(
        Scenario(
          duration: .zero, apps: (0..<6).map { AppConfiguration(name: "\($0)") }, user: user)))
    #expect(coming.last == user.last?.at)
    // Back once, as no device would.
    for second in [0, 3, 4, 20, 21, 22, 7, 45, 60] {
      let now = Instant.start + .seconds(second)
      let expected = (0..<6).compactMap { app in
        user.first { $0.kind == .open(AppID(app)) && $0.at > now }
          .map { ComingOpens.Open(at: $0.at, app: AppID(app)) }
      }.sorted()
      #expect(coming.next(after: now) == expected)
    }
  }
}
