import DormouseTesting
import Testing

@Suite("A Task that the expiration handler cancels")
struct CancelledTaskTests {
  @Test(
    "ends its background task in time, whatever it awaits",
    arguments: [
      ("sleep", ["sleep\tfalse\tCancellationError"]),
      ("request", ["request\tnil\tnil\t-999"]),
      (
        "children",
        ["part 1\tfalse\tCancellationError", "part 2\tfalse\tCancellationError"]
      ),
    ])
  func cancelled(way: String, log: [String]) {
    let phone = Phone(os: .iOS26, scripts: "Apps")
    let server = phone.server("photos.example")
    let app = phone.install("cancelling.lua", options: ["way": .text(way)])
    server.slow(by: .minutes(10))
    app.open()
    app.home()
    phone.advance(.minutes(2))
    #expect(app.log == log)
    expect(app, .endsItsTasks)
    expect(app, .survives)
  }
}
