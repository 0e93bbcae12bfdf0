// Ends by signals. Some mean a fault of the program itself; their handler calls only what POSIX lists as safe there:
// the fault may have come in the middle of the allocator, or with its lock held.
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
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

// Signals that would end the program, and that no run has to handle.
static const int rare[] = {
    SIGVTALRM, SIGPROF,
#ifdef __linux__
    SIGIO,     SIGPWR,  SIGSTKFLT,
#endif
};

static void leave(int number) {
  dm_remove_unfinished();
  // The handler is taken back: this ends the program as soon as it is over.
  raise(number);
}

static void leave_on_rare_signals(sigset_t *wanted) {
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_handler = leave;
  action.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND);
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < sizeof(rare) / sizeof(*rare); i++) {
    struct sigaction before;
    // A profiler has a handler of its own.
    if (sigaction(rare[i], NULL, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    sigaction(rare[i], &action, NULL);
    sigaddset(wanted, rare[i]);
  }
}

void dm_end_on_faults(int status) {
  static const int faults[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
  exit_status = status;
  dm_cover_thread();
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_handler = end;
  // A second fault, in the handler, ends the program by the system's default.
  action.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND);
  sigfillset(&action.sa_mask);
  // The parent process may have had them blocked.
  sigset_t wanted;
  sigemptyset(&wanted);
  for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
    sigaction(faults[i], &action, NULL);
    sigaddset(&wanted, faults[i]);
  }
  leave_on_rare_signals(&wanted);
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

// Far more than the handler and the processor's registers take.
enum { STACK_BYTES = 1 << 16 };

static pthread_key_t stack_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void uncover(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(stack, STACK_BYTES);
}

static void make_key(void) { pthread_key_create(&stack_key, uncover); }

void dm_cover_thread(void) {
  pthread_once(&once, make_key);
  if (pthread_getspecific(stack_key)) return;
  void *memory = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {.ss_sp = memory, .ss_size = STACK_BYTES};
  if (pthread_setspecific(stack_key, memory) != 0 || sigaltstack(&stack, NULL) != 0) {
    pthread_setspecific(stack_key, NULL);
    munmap(memory, STACK_BYTES);
  }
}
