import Device
import Lua
import Testing

@testable import Scripting

/// What says nothing of a script, but of the machine, breaks a run off.
@Suite("Limits of the machine")
struct MachineLimitTests {
  @Test(
    "an app without a Lua state breaks the run off where the machine has no room for it",
    arguments: [
      (LuaFailure.Kind.system, RunBreakdown.Cause?.some(.room)), (.stalled, .stall),
      (.memory, nil), (.runtime, nil),
    ])
  func unstartable(kind: LuaFailure.Kind, cause: RunBreakdown.Cause?) throws {
    let turn = UnstartableApp(LuaFailure(kind, "no room")).run(.load)
    guard case .failed(let failure) = turn.outcome else {
      Issue.record("it did not fail")
      return
    }
    #expect(failure.breaksRun == cause)
    #expect(failure.message == "no room")
  }

  @Test("a problem keeps its cause when it is told elsewhere")
  func cause() {
    let problem = ScriptError.Problem(at: nil, "slow", cause: .stall)
    let place = SourceLocation(file: "a.lua", line: 3)
    #expect(ScriptError([.init(at: nil, "other"), problem.told(at: place)]).cause == .stall)
    #expect(ScriptError(at: place, "wrong").cause == nil)
  }
}
