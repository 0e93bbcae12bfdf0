import Simulation
import Testing

@testable import Device

@Suite struct ReservationTests {
  @Test("a reservation that moves says what the pool has to do, and adds up what was granted")
  func moves() {
    var reservation = Reservation(from: moment(10), to: moment(40))
    let steps: [(to: Double, change: Reservation.Change, granted: Double)] = [
      (40, .none, 30), (55, .grow(by: .seconds(15)), 45), (30, .shrink(by: .seconds(25)), 45),
      (30, .none, 45), (31, .grow(by: .seconds(1)), 46),
    ]
    for step in steps {
      let change = reservation.move(to: moment(step.to))
      #expect(change == step.change)
      #expect(reservation.end == moment(step.to))
      #expect(reservation.granted == .seconds(step.granted))
    }
  }

  @Test("what is left goes back, and never less than nothing")
  func rest() {
    let reservation = Reservation(from: moment(10), to: moment(40))
    #expect(reservation.rest(at: moment(12)) == .seconds(28))
    #expect(reservation.rest(at: moment(40)) == .zero)
    #expect(reservation.rest(at: moment(50)) == .zero)
  }
}

@Suite struct UsedTimeTests {
  @Test("a stretch over midnight is booked on both days, and another day begins at nothing")
  func days() {
    var used = UsedTime()
    used.book(from: moment(10), to: moment(30), midnight: .start)
    #expect(used.total == .seconds(20))
    #expect(used.onDay(of: .start) == .seconds(20))
    let next = Instant.start + .days(1)
    used.book(from: next - .seconds(5), to: next + .seconds(8), midnight: next)
    #expect(used.total == .seconds(33))
    #expect(used.onDay(of: next) == .seconds(8))
    #expect(used.onDay(of: .start) == .zero)
  }
}
