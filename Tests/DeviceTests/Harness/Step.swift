import Device
import Simulation

/// One step of a test app's callback; a callback is a list of them.
///
/// Tasks, timers, locks and requests are called by names of the test's own.
indirect enum Step {
  // CPU and waiting
  /// Holds the thread so long, then goes on.
  case work(Double)
  /// CPU time of the stretch that is running now: the callback returns, the thread stays busy.
  case spend(Double)
  case sleep(Double)
  /// Awaits a request.
  case get(String, timeout: Double? = nil)

  // Background tasks and fetch
  case begin(String, handler: [Step]? = nil)
  case end(String)
  case endNumber(Int)
  case complete(FetchResult)
  /// Completes the push that came last.
  case completePush(FetchResult)
  case fetchEvery(Double?)

  // Background transfers
  /// Creates a background session.
  case session(String, TransferSettings = TransferSettings())
  /// Begins a transfer of the session that was created last, an upload of so many bytes or a
  /// download; the result goes to the callback "result".
  case transfer(String, bytes: Double = 0)
  case cancelTransfer(String)
  /// Completes the events of the session that the app was told of last.
  case completeEvents

  // Blocks
  case main([Step])
  case after(Double, [Step])
  case global([Step])
  case globalAfter(Double, [Step])
  case timer(String, every: Double, repeats: Bool = true, [Step])
  case invalidate(String)
  /// A request with a completion block, which logs the answer and then runs the steps.
  case request(String, [Step] = [])
  case cancelRequest(String)

  // Locks, failures, notes
  case lock(String)
  case unlock(String)
  /// Blocks its thread until it has a lock.
  case waitLock(String)
  /// Blocks its thread until a signal, or so long.
  case block(String, seconds: Double? = nil)
  case signal(String)
  case fail(ExitReason)
  /// Fails for a reason of the machine's.
  case breakRun
  case log(String)
  /// Logs `remaining` in seconds, `DBL_MAX` in the foreground.
  case logRemaining
  case logState
  /// Anything else, on the app's own life.
  case run((ScriptedBehavior) -> Void)
  /// Repeats these steps so often, at once.
  case times(Int, [Step])
}

/// What an app of a test does: steps by the name of the callback.
struct Script {
  /// Looked up only.
  var callbacks: [String: [Step]] = [:]
  /// Makes up the steps of a callback; overrides the table.
  var improvise: ((String, ScriptedBehavior) -> [Step])?
}
