// Other parties' programs that work for this one: a handler of signals ends them with it.
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "CTerminal.h"

// Positive: a process; negative: the group that it leads; 0: none. There is room for as many as can be at work at once,
// and more.
enum { MOST = 16 };
static _Atomic pid_t children[MOST];

pid_t dm_child_began(pid_t child) {
  pid_t target = getpgid(child) == child ? -child : child;
  for (int i = 0; i < MOST; i++) {
    pid_t none = 0;
    if (atomic_compare_exchange_strong(&children[i], &none, target)) break;
  }
  return target;
}

void dm_child_ended(pid_t target) {
  for (int i = 0; i < MOST; i++) {
    pid_t known = target;
    if (atomic_compare_exchange_strong(&children[i], &known, 0)) return;
  }
}

void dm_end_children(void) {
  for (int i = 0; i < MOST; i++) {
    pid_t target = atomic_load(&children[i]);
    if (target != 0) kill(target, SIGKILL);
  }
}
