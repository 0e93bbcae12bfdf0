extension FindingRule {
  /// How grave a finding is.
  public enum Kind: String, CaseIterable, Comparable, Sendable {
    /// Worth knowing; nothing is lost by it.
    case note
    /// Work is lost under some circumstances, which `circumstances` names.
    case risk
    /// The phone ends the app, or work is lost.
    case fault

    public static func < (one: Kind, other: Kind) -> Bool {
      guard let left = allCases.firstIndex(of: one), let right = allCases.firstIndex(of: other)
      else { return false }
      return left < right
    }

    /// The name of all that are as grave, as options and tests write it: faults, risks, notes.
    public var plural: String { "\(rawValue)s" }

    public init?(plural: String) {
      guard let kind = Kind.allCases.first(where: { $0.plural == plural }) else { return nil }
      self = kind
    }

    /// Its findings and graver ones, in words.
    public var orGraver: String {
      switch self {
      case .fault: "faults"
      case .risk: "faults and risks"
      case .note: "findings"
      }
    }
  }

  /// How grave the rule's findings are: a rule without circumstances is a fault or a note.
  public var kind: Kind {
    switch self {
    case .taskHeldTooLong, .modeUnused, .earliestIsNoDate, .timeInMilliseconds, .wakeUpsTooOften,
      .contentHandlerCalledTwice, .wakeLockHeld, .periodRaised, .taskHeldIdle, .defaultsReadLocked,
      .networkNotRequired:
      .note
    default: circumstances == nil ? .fault : .risk
    }
  }

  /// The circumstances under which work is lost by a risk: a clause that follows "work is lost
  /// where"; nil for faults and notes.
  public var circumstances: String? {
    switch self {
    case .taskNeverEnded, .tooManyTasks, .completionNeverCalled, .completionCalledTwice,
      .completionBadResult, .completionTooLate, .contentHandlerNeverCalled,
      .contentHandlerCalledTwice, .taskNotCompleted, .jobNeverFinished,
      .workerWithoutResult,
      .foregroundServiceNotStarted, .foregroundServiceNotAllowed, .foregroundServiceTypeMissing,
      .foregroundServiceTimedOut, .exactAlarmNotPermitted, .wakeLockHeld,
      .identifierNotPermitted, .sessionNotCreatedAgain,
      .sessionEventsNotCompleted, .lockHeldAtSuspension, .queueWaitsForItself, .groupUnbalanced,
      .lockNotHeld, .callbackTooLong, .methodMisspelt, .modeWithoutMethod,
      .incomingCallNotReported, .fetchIntervalNeverSet, .cpuLimit, .unsupportedURL, .uncaughtError,
      .memoryLimit, .taskHeldTooLong, .modeUnused, .earliestIsNoDate, .timeInMilliseconds,
      .wakeUpsTooOften, .periodRaised, .taskHeldIdle, .defaultsReadLocked, .networkNotRequired:
      nil
    default: circumstancesOfRisk
    }
  }

  private var circumstancesOfRisk: String? {
    switch self {
    case .taskEndedTwice: "the identifier has come to be another task's, which then ends early"
    case .taskNotEndedInHandler:
      "the main thread is busy for the few seconds that are left: the app is ended"
    case .refusedTaskUsed: "the device gives no background time, as at the end of a busy day"
    case .completionWaitsForServer:
      "a server takes longer than the app may: its time is over before it has the answer"
    case .completionCalledLate: "the app is not in front: it is ended before it is done"
    case .fetchNearLimit: "the network is a little slower: the app is ended before it is done"
    case .jobReplacedAtLaunch:
      "the next has to wait too: it is replaced in its turn, and nothing ever runs"
    case .jobNotWantedAgain:
      "the system stops the job: it is not done until the app schedules it anew"
    case .periodicWorkPiledUp:
      "it goes on so: the pile takes the app's quota of jobs, and its other work waits"
    case .workAppendedToFailed: "a piece of work fails: so does all that comes after it"
    case .alarmNotSetAgain: "the phone is restarted, and the alarm is still wanted: it never comes"
    case .sessionEventsCompletedEarly:
      "the app is suspended, or ended, before it has heard of its transfers"
    case .locationUnheard: "the app was ended before: it hears of no location until it is opened"
    case .tooManyRegions: "the phone comes to the region: the app is not told"
    case .workerFailed:
      "the error comes up: the work is not tried again, and what waits for it fails with it"
    case .messageTookTooLong:
      "the process is frozen or ended as soon as its time is over, with the message half handled"
    case .taskCompletedTwice: "the first call came too early, or told the wrong outcome"
    case .noExpirationHandler:
      "the task's time is over before its work: it is marked as failed, and the app is suspended in"
        + " the middle of it"
    case .taskOnlyWaits: "work was to be done in the task: there was none, and its time is gone"
    case .schedulerRace: "the two calls meet: the app is ended by an exception in BGTaskScheduler"
    case .chainEnded: "the work is to come again: nothing is launched until the app submits anew"
    case .submitErrorIgnored: "submit is refused, as with background refresh switched off"
    case .identifierNeverRegistered:
      "a request of this identifier is submitted, or was by an earlier version: its launch is an"
        + " exception"
    case .workAfterTaskCompleted, .workCutOff, .workAfterContentHandler, .workAfterCompletion:
      "the system ends the process before it runs again; a request fails in any case"
    case .madeNotStarted: "it was to be done: what is not started never happens"
    case .sessionCreatedTwice: "the second was to have settings or handlers of its own"
    case .transferUnheard: "the app needs the result, or is to try again after an error"
    case .frontKeptWaiting: "the app in front waits so long that its user or the system ends it"
    case .hang: "the user swipes the app away, or it is left meanwhile and its time is over"
    case .methodWithoutMode: "the method is to be called in the background too"
    case .pushesTooOften: "the system throttles them: some are never delivered"
    case .useWithoutMode: "it is to go on when the app is left"
    case .updatesNotAllowed: "positions are needed when the app is left"
    case .dataProtected:
      "the app is launched while the phone is locked: what it writes then is not kept, or takes the"
        + " place of what it could not read"
    case .hostWithoutServer: "the host is misspelt: the request fails on a phone too"
    case .timerMissedFirings: "the timer counts time, or does what is needed while the app is away"
    default: nil
    }
  }
}
