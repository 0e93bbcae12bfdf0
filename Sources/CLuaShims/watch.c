// The last net under a script: the processor time that it really takes. All that it does is charged, so that its own
// limits end it; where that fails after all, the run must still not stall. Only time that was measured counts against a
// script, and only within its own entries, so that nobody pays for a neighbour. Clocks are slow to read: a stretch that
// has taken 10 ms is measured, one entry in 1,024, and after one that took long as many in a row.
#include "CSystem.h"
#include "state.h"

#include <stdio.h>

enum { NANOSECONDS = 50, MULTIPLE = 2 };
static const int64_t LONG_STRETCH = 10 * 1000 * 1000, LONG_ENTRY = 1000 * 1000;

static int64_t clock_ns(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static int64_t processor_time(void) { return clock_ns(CLOCK_THREAD_CPUTIME_ID); }

void dm_watch_entry(dm_process *P) {
  dm_watch *watch = &P->watch;
  if (watch->left > 0) watch->left--;
  watch->since = processor_time();
}

static void add(dm_process *P, lua_State *L) {
  dm_watch *watch = &P->watch;
  int64_t now = processor_time(), taken = now - watch->since;
  watch->since = now;
  watch->measured += taken;
  if (taken >= LONG_ENTRY) watch->left = DM_SAMPLED;
  int64_t own = P->metered * NANOSECONDS;
  // A state that collects at every allocation takes long without being at fault.
  if (P->killed || P->stressed || watch->measured - MULTIPLE * own <= P->stall) return;
  char text[160];
  snprintf(text, sizeof text, "%.1f s of processor time for %.1f s of the device's; look for steps that take very long",
           (double)watch->measured / 1e9, (double)own / 1e9);
  dm_end(P, L, DM_STALLED, text);
}

void dm_watch_tick(lua_State *L) {
  dm_process *P = dm_of(L);
  dm_watch *watch = &P->watch;
  int64_t now = clock_ns(SYS_QUICK_CLOCK);
  if (watch->ticked_entry != watch->entries) {
    watch->ticked_entry = watch->entries;
    watch->ticked = now;
  } else if (now - watch->ticked >= LONG_STRETCH) {
    watch->ticked = now;
    if (watch->since == 0) {
      watch->since = processor_time();
    } else {
      add(P, L);
    }
  }
}

void dm_watch_end(dm_process *P, lua_State *L) {
  add(P, L);
  P->watch.since = 0;
}
