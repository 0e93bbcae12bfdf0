import Experiments
import Simulation

// Policies that failed in calls, which every form of a report tells.

extension ComparisonReport {
  /// Sentences, one a policy that failed in calls of any run: in how many, and its first mistake.
  public var faultNotes: [String] {
    policyFaults.map { fault in
      "\(faultClause(fault)), and gave nothing in these "
        + "(\(cut(printable(fault.message), to: 300))); fix it before you trust its figures."
    }
  }

  /// Returns `drr failed in calls of 3 of its 24 runs`.
  func faultClause(_ fault: Store.FaultTotal) -> String {
    "\(name(fault.policy)) failed in calls of \(grouped(fault.runs)) of its \(grouped(fault.done)) "
      + "run\(fault.done == 1 ? "" : "s")"
  }
}
