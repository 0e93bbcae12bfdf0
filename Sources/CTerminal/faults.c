// Ends by signals. Some mean a fault of the program itself; their handler calls only what POSIX lists as safe there:
// the fault may have come in the middle of the allocator, or with its lock held.
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CTerminal.h"

static int exit_status;

static void say(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, text, length);
    if (written <= 0) return;
    text += written;
    length -= (size_t)written;
  }
}

static void end(int number) {
  static const char before[] = "dormouse: a fault of its own (signal ";
  static const char after[] = "); please report it, with the command and its files\n";
  dm_remove_unfinished();
  char digits[12];
  size_t first = sizeof(digits);
  for (unsigned rest = (unsigned)number; rest > 0; rest /= 10) digits[--first] = (char)('0' + rest % 10);
  say(before, sizeof(before) - 1);
  say(digits + first, sizeof(digits) - first);
  say(after, sizeof(after) - 1);
  _exit(exit_status);
}

void dm_end_on_faults(int status) {
  static const int faults[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
  exit_status = status;
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_handler = end;
  // A second fault, in the handler, ends the program by the system's default.
  action.sa_flags = (int)SA_RESETHAND;
  sigfillset(&action.sa_mask);
  // The parent process may have had them blocked.
  sigset_t wanted;
  sigemptyset(&wanted);
  for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
    sigaction(faults[i], &action, NULL);
    sigaddset(&wanted, faults[i]);
  }
  pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
}

_Noreturn void dm_end_by_signal(int number) {
  // Some leave a core dump by default; a program that ends in order has no use for one.
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) == 0) {
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
  }
  signal(number, SIG_DFL);
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, number);
  pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
  raise(number);
  _exit(128 + number);
}
