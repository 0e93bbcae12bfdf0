import Testing

@testable import Device

@Suite("States of a process")
struct ApplicationStateTests {
  @Test("exactly the moves of P1 are legal, of all 25 pairs")
  func allPairs() {
    let states: [ApplicationState] = [.notRunning, .inactive, .active, .background, .suspended]
    #expect(states == ApplicationState.allCases)
    // From the row to the column, in the order above.
    let legal = [
      "-x-x-",
      "x-xx-",
      "xx---",
      "xx--x",
      "xx-x-",
    ]
    for (row, from) in states.enumerated() {
      for (column, to) in states.enumerated() {
        let expected = Array(legal[row])[column] == "x"
        #expect(from.canMove(to: to) == expected, "\(from) → \(to)")
      }
    }
  }

  @Test("any other move ends the run as a fault of the simulator")
  func otherMovesTrap() async {
    await #expect(processExitsWith: .failure) {
      let phone = Phone()
      phone.device[AppID(0)].move(to: .active, because: "a fault")
    }
  }

  @Test("a launch into the background never becomes active by itself")
  func backgroundLaunchNeverActive() {
    #expect(!ApplicationState.background.canMove(to: .active))
    #expect(!ApplicationState.suspended.canMove(to: .active))
  }
}
