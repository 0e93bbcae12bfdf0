import Device

extension FindingRule {
  /// What it means, and how to write it wrong and right.
  public var explanation: Explanation {
    let (meaning, example) = explained
    return Explanation(.finding(self), meaning, example)
  }

  private var explained: Explained {
    switch self {
    case .taskNeverEnded: TaskExamples.neverEnded
    case .taskEndedTwice: TaskExamples.endedTwice
    case .taskNotEndedInHandler: TaskExamples.notEndedInHandler
    case .taskHeldTooLong: TaskExamples.heldTooLong
    case .refusedTaskUsed: TaskExamples.refusedUsed
    case .tooManyTasks: TaskExamples.tooMany
    case .completionNeverCalled: FetchExamples.neverCompleted
    case .completionCalledTwice: FetchExamples.completedTwice
    case .completionCalledLate: FetchExamples.completedLate
    case .completionBadResult: FetchExamples.badResult
    case .fetchNearLimit: FetchExamples.nearLimit
    case .fetchIntervalNeverSet: FetchExamples.intervalNeverSet
    case .taskNotCompleted: SchedulerExamples.notCompleted
    case .taskCompletedTwice: SchedulerExamples.completedTwice
    case .noExpirationHandler: SchedulerExamples.noHandler
    case .chainEnded: SchedulerExamples.chainEnded
    case .submitErrorIgnored: SchedulerExamples.errorIgnored
    case .earliestIsNoDate: SchedulerExamples.noDate
    case .identifierNotPermitted: SchedulerExamples.notPermitted
    case .identifierNeverRegistered: SchedulerExamples.neverRegistered
    case .workAfterTaskCompleted: SchedulerExamples.workAfter
    case .sessionCreatedTwice: TransferExamples.createdTwice
    case .sessionNotCreatedAgain: TransferExamples.notCreatedAgain
    case .sessionEventsNotCompleted: TransferExamples.eventsNotCompleted
    case .transferUnheard: TransferExamples.unheard
    case .lockHeldAtSuspension: SuspensionExamples.lockHeld
    case .frontKeptWaiting: SuspensionExamples.frontKeptWaiting
    case .workCutOff: SuspensionExamples.workCutOff
    case .timerMissedFirings: SuspensionExamples.timer
    case .callbackTooLong: LimitExamples.callbackTooLong
    case .hang: LimitExamples.hang
    case .cpuLimit: LimitExamples.cpu
    case .memoryLimit: LimitExamples.memory
    case .uncaughtError: LimitExamples.error
    case .methodMisspelt: DeclarationExamples.misspelt
    case .modeWithoutMethod: DeclarationExamples.modeWithoutMethod
    case .methodWithoutMode: DeclarationExamples.methodWithoutMode
    case .pushesTooOften: DeclarationExamples.pushesTooOften
    case .useWithoutMode: ModeExamples.useWithoutMode
    case .modeUnused: ModeExamples.unused
    case .updatesNotAllowed: ModeExamples.updatesNotAllowed
    case .dataProtected: ModeExamples.dataProtected
    case .hostWithoutServer: DeclarationExamples.hostWithoutServer
    case .unsupportedURL: DeclarationExamples.unsupportedURL
    }
  }
}

/// What something means, and the example.
typealias Explained = (meaning: String, example: Explanation.Example)
