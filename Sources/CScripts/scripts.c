#include "CScripts.h"

// C23's #embed, which clang has in C11 too and warns of.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define TEXT(words) QUOTED(words)
#define QUOTED(words) #words

static const struct {
  const char *path, *text;
} scripts[] = {
// A folder of scripts/examples for each finding, in the order of FindingRule, and for each exit that no finding stands
// for.
#define NAME taskNeverEnded
#include "example.h"
#define NAME taskEndedTwice
#include "example.h"
#define NAME taskNotEndedInHandler
#include "example.h"
#define NAME taskHeldTooLong
#include "example.h"
#define NAME taskHeldIdle
#include "example.h"
#define NAME refusedTaskUsed
#include "example.h"
#define NAME tooManyTasks
#include "example.h"
#define NAME completionNeverCalled
#include "example.h"
#define NAME completionWaitsForServer
#include "example.h"
#define NAME completionTooLate
#include "example.h"
#define NAME completionCalledTwice
#include "example.h"
#define NAME completionCalledLate
#include "example.h"
#define NAME completionBadResult
#include "example.h"
#define NAME contentHandlerNeverCalled
#include "example.h"
#define NAME contentHandlerCalledTwice
#include "example.h"
#define NAME workAfterContentHandler
#include "example.h"
#define NAME jobNeverFinished
#include "example.h"
#define NAME jobNotWantedAgain
#include "example.h"
#define NAME jobReplacedAtLaunch
#include "example.h"
#define NAME periodicWorkPiledUp
#include "example.h"
#define NAME workAppendedToFailed
#include "example.h"
#define NAME periodRaised
#include "example.h"
#define NAME workerWithoutResult
#include "example.h"
#define NAME workerFailed
#include "example.h"
#define NAME messageTookTooLong
#include "example.h"
#define NAME foregroundServiceNotStarted
#include "example.h"
#define NAME foregroundServiceNotAllowed
#include "example.h"
#define NAME foregroundServiceTypeMissing
#include "example.h"
#define NAME foregroundServiceTimedOut
#include "example.h"
#define NAME wakeLockHeld
#include "example.h"
#define NAME exactAlarmNotPermitted
#include "example.h"
#define NAME alarmNotSetAgain
#include "example.h"
#define NAME taskNotCompleted
#include "example.h"
#define NAME taskCompletedTwice
#include "example.h"
#define NAME noExpirationHandler
#include "example.h"
#define NAME taskOnlyWaits
#include "example.h"
#define NAME networkNotRequired
#include "example.h"
#define NAME schedulerRace
#include "example.h"
#define NAME chainEnded
#include "example.h"
#define NAME submitErrorIgnored
#include "example.h"
#define NAME earliestIsNoDate
#include "example.h"
#define NAME timeInMilliseconds
#include "example.h"
#define NAME identifierNotPermitted
#include "example.h"
#define NAME identifierNeverRegistered
#include "example.h"
#define NAME workAfterTaskCompleted
#include "example.h"
#define NAME sessionCreatedTwice
#include "example.h"
#define NAME sessionNotCreatedAgain
#include "example.h"
#define NAME sessionEventsNotCompleted
#include "example.h"
#define NAME sessionEventsCompletedEarly
#include "example.h"
#define NAME transferUnheard
#include "example.h"
#define NAME lockHeldAtSuspension
#include "example.h"
#define NAME frontKeptWaiting
#include "example.h"
#define NAME queueWaitsForItself
#include "example.h"
#define NAME groupUnbalanced
#include "example.h"
#define NAME lockNotHeld
#include "example.h"
#define NAME callbackTooLong
#include "example.h"
#define NAME hang
#include "example.h"
#define NAME workCutOff
#include "example.h"
#define NAME workAfterCompletion
#include "example.h"
#define NAME madeNotStarted
#include "example.h"
#define NAME fetchNearLimit
#include "example.h"
#define NAME methodMisspelt
#include "example.h"
#define NAME modeWithoutMethod
#include "example.h"
#define NAME methodWithoutMode
#include "example.h"
#define NAME pushesTooOften
#include "example.h"
#define NAME incomingCallNotReported
#include "example.h"
#define NAME fetchIntervalNeverSet
#include "example.h"
#define NAME useWithoutMode
#include "example.h"
#define NAME modeUnused
#include "example.h"
#define NAME updatesNotAllowed
#include "example.h"
#define NAME locationUnheard
#include "example.h"
#define NAME tooManyRegions
#include "example.h"
#define NAME dataProtected
#include "example.h"
#define NAME defaultsReadLocked
#include "example.h"
#define NAME cpuLimit
#include "example.h"
#define NAME wakeUpsTooOften
#include "example.h"
#define NAME hostWithoutServer
#include "example.h"
#define NAME unsupportedURL
#include "example.h"
#define NAME timerMissedFirings
#include "example.h"
#define NAME uncaughtError
#include "example.h"
#define NAME memoryLimit
#include "example.h"
#define NAME remoteNotificationTimeout
#include "example.h"
#define NAME memoryPressure
#include "example.h"
#define NAME thermalEvent
#include "example.h"
#define NAME forceQuit
#include "example.h"
#define NAME normal
#include "example.h"
#define FILE examples/frontKeptWaiting/other.lua
#include "file.h"

// The folders of scripts/museum.
#define NAME begun-at-launch
#include "case.h"
#define NAME begun-in-handler
#include "case.h"
#define NAME call-executed-twice
#include "case.h"
#define NAME chain-broken
#include "case.h"
#define NAME cleanup-only-on-leaving
#include "case.h"
#define NAME cleanup-without-task
#include "case.h"
#define NAME completion-called-twice
#include "case.h"
#define NAME completion-never-called
#include "case.h"
#define NAME countdown-frozen
#include "case.h"
#define NAME double-end
#include "case.h"
#define NAME download-without-job
#include "case.h"
#define NAME end-dispatched
#include "case.h"
#define NAME expiry-completes-twice
#include "case.h"
#define NAME handler-waits-for-lock
#include "case.h"
#define NAME identifier-overwritten
#include "case.h"
#define NAME idle-with-backoff
#include "case.h"
#define NAME job-awaits-connection
#include "case.h"
#define NAME job-before-its-screen
#include "case.h"
#define NAME job-never-finished
#include "case.h"
#define NAME job-on-main
#include "case.h"
#define NAME job-says-it-is-done
#include "case.h"
#define NAME job-without-extras
#include "case.h"
#define NAME lock-at-suspension
#include "case.h"
#define NAME network-on-main
#include "case.h"
#define NAME no-handler
#include "case.h"
#define NAME no-handler-on-relaunch
#include "case.h"
#define NAME refused-begin-ignored
#include "case.h"
#define NAME register-too-late
#include "case.h"
#define NAME registered-twice
#include "case.h"
#define NAME semaphore-on-main
#include "case.h"
#define NAME service-from-job
#include "case.h"
#define NAME service-started-to-stop
#include "case.h"
#define NAME six-hours-of-sync
#include "case.h"
#define NAME submit-errors-ignored
#include "case.h"
#define NAME task-an-event
#include "case.h"
#define NAME timers-assumed-to-run
#include "case.h"
#define NAME upload-without-task
#include "case.h"
#define NAME wiped-when-locked
#include "case.h"
#define NAME work-replaced-at-launch
#include "case.h"

// What `dormouse new` writes.
// The lessons on scheduling, all files of each.
#define FILE lessons/coalescing/answers.lua
#include "file.h"
#define FILE lessons/coalescing/fetcher.lua
#include "file.h"
#define FILE lessons/coalescing/lesson.md
#include "file.h"
#define FILE lessons/coalescing/scenario.lua
#include "file.h"
#define FILE lessons/coalescing/teacher.md
#include "file.h"
#define FILE lessons/freshness/answers.lua
#include "file.h"
#define FILE lessons/freshness/lesson.md
#include "file.h"
#define FILE lessons/freshness/reader.lua
#include "file.h"
#define FILE lessons/freshness/scenario.lua
#include "file.h"
#define FILE lessons/freshness/spread.lua
#include "file.h"
#define FILE lessons/freshness/teacher.md
#include "file.h"
#define FILE lessons/habits/answers.lua
#include "file.h"
#define FILE lessons/habits/habits.lua
#include "file.h"
#define FILE lessons/habits/lesson.md
#include "file.h"
#define FILE lessons/habits/mine.lua
#include "file.h"
#define FILE lessons/habits/reader.lua
#include "file.h"
#define FILE lessons/habits/scenario.lua
#include "file.h"
#define FILE lessons/habits/solution.lua
#include "file.h"
#define FILE lessons/habits/teacher.md
#include "file.h"
#define FILE lessons/how-many-seeds/answers.lua
#include "file.h"
#define FILE lessons/how-many-seeds/experiment.lua
#include "file.h"
#define FILE lessons/how-many-seeds/lesson.md
#include "file.h"
#define FILE lessons/how-many-seeds/reader.lua
#include "file.h"
#define FILE lessons/how-many-seeds/scenario.lua
#include "file.h"
#define FILE lessons/how-many-seeds/teacher.md
#include "file.h"
#define FILE lessons/max-min-fairness/answers.lua
#include "file.h"
#define FILE lessons/max-min-fairness/lesson.md
#include "file.h"
#define FILE lessons/max-min-fairness/scenario.lua
#include "file.h"
#define FILE lessons/max-min-fairness/teacher.md
#include "file.h"
#define FILE lessons/max-min-fairness/worker.lua
#include "file.h"
#define FILE lessons/priority-inversion/answers.lua
#include "file.h"
#define FILE lessons/priority-inversion/busy.lua
#include "file.h"
#define FILE lessons/priority-inversion/keeper.lua
#include "file.h"
#define FILE lessons/priority-inversion/lesson.md
#include "file.h"
#define FILE lessons/priority-inversion/scenario.lua
#include "file.h"
#define FILE lessons/priority-inversion/teacher.md
#include "file.h"
#define FILE lessons/starvation/answers.lua
#include "file.h"
#define FILE lessons/starvation/fetcher.lua
#include "file.h"
#define FILE lessons/starvation/lesson.md
#include "file.h"
#define FILE lessons/starvation/mine.lua
#include "file.h"
#define FILE lessons/starvation/rank.lua
#include "file.h"
#define FILE lessons/starvation/scenario.lua
#include "file.h"
#define FILE lessons/starvation/solution.lua
#include "file.h"
#define FILE lessons/starvation/teacher.md
#include "file.h"
#define FILE templates/app.lua
#include "file.h"
#define FILE templates/experiment.lua
#include "file.h"
#define FILE templates/job.lua
#include "file.h"
#define FILE templates/policy.lua
#include "file.h"
#define FILE templates/processing.lua
#include "file.h"
#define FILE templates/push.lua
#include "file.h"
#define FILE templates/refresh.lua
#include "file.h"
#define FILE templates/scenario.lua
#include "file.h"
#define FILE templates/test.lua
#include "file.h"
#define FILE templates/transfer.lua
#include "file.h"
#define FILE templates/worker.lua
#include "file.h"
};

int dm_script_count(void) { return sizeof scripts / sizeof *scripts; }
const char *dm_script_path(int index) { return scripts[index].path; }
const char *dm_script_text(int index) { return scripts[index].text; }
