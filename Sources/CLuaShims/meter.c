// Instructions are counted by a hook every 1,000; C functions charge for work in proportion. A process that is to end is
// raised through at every instruction, and `dm_checkpoint` stands behind all that could catch an error.
#include "process.h"

#include <stdio.h>
#include <time.h>

enum { DEEP = 50000 };  // calls: no honest script nests them so

// Some single instructions take as long as their texts are: comparing them, making numbers of them. Nothing can count
// those, and a loop of them would seem to hang. A tick takes microseconds; one that took this long is slow.
static const int64_t SLOW_TICK = 10 * 1000 * 1000;

static void hook(lua_State *L, lua_Debug *event);

// Lua takes an error of this very text for its own memory error, and calls no message handler for those. It would run
// with hooks off when the error comes from a hook, so that nothing could stop it.
static _Noreturn void raise_end(lua_State *L) {
  dm_process *P = dm_of(L);
  P->in_lua = 0;  // room for the message, whatever the cap
  lua_sethook(L, hook, LUA_MASKCOUNT, 1);
  lua_checkstack(L, 1);
  lua_pushliteral(L, "not enough memory");
  P->in_lua = 1;
  lua_error(L);
  __builtin_unreachable();
}

void dm_end(dm_process *P, lua_State *L, dm_failure_kind kind, const char *message) {
  if (P->killed) return;
  char text[160];
  if (kind == DM_MEMORY) {
    lua_Debug at;
    int deep = lua_getstack(L, DEEP, &at);
    snprintf(text, sizeof text, "memory limit exceeded (%zu bytes)%s", P->cap,
             deep ? " by a stack overflow: a recursion without end" : "");
    message = text;
  } else if (kind == DM_STALLED) {
    snprintf(text, sizeof text, "over %.3g s of real time in single steps, such as comparing very long texts",
             (double)P->stall / 1e9);
    message = text;
  } else if (kind == DM_INSTRUCTIONS) {
    snprintf(text, sizeof text, "instruction limit exceeded (%lld in one entry)", (long long)P->limit);
    message = text;
  }
  P->killed = (unsigned char)kind;
  dm_copy_failure(&P->kill_failure, kind, message, L, 0);
}

void dm_kill(dm_process *P, const char *message) {
  dm_end(P, dm_running(P), DM_KILLED, message);
}

int dm_is_killed(const dm_process *P) { return P->killed != DM_NO_FAILURE; }

void dm_checkpoint(lua_State *L) {
  dm_process *P = dm_of(L);
  if (!P->killed && (P->refused != 0 || P->arena.used > P->cap)) {
    size_t refused = P->refused;
    dm_collect(P);
    P->refused = 0;
    if (refused > P->cap || P->arena.used + refused > P->cap) dm_end(P, L, DM_MEMORY, NULL);
  }
  if (!P->killed && P->metered >= P->limit_end) dm_end(P, L, DM_INSTRUCTIONS, NULL);
  if (P->killed) raise_end(L);
}

static int64_t clock_ns(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

// Whatever the machine does besides does not count: the processor time of a slow tick is added up only when the one before
// was slow too, for only then it is known when it began.
void dm_watch_clock(lua_State *L) {
  dm_process *P = dm_of(L);
  int64_t now = clock_ns(CLOCK_MONOTONIC_COARSE);
  int slow = P->ticked_entry == P->limit_end && now - P->ticked > SLOW_TICK;
  if (slow) {
    int64_t used = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    if (P->slow_since != 0) P->stalled += used - P->slow_since;
    P->slow_since = used;
    if (P->stalled > P->stall) dm_end(P, L, DM_STALLED, NULL);
  } else {
    P->slow_since = 0;
  }
  P->ticked = now;
  P->ticked_entry = P->limit_end;
  if (P->killed) raise_end(L);
}

static void hook(lua_State *L, lua_Debug *event) {
  dm_process *P = dm_of(L);
  if (P->killed) raise_end(L);
  dm_watch_clock(L);
  P->metered += DM_TICK;
  if (P->metered < P->alarm) return;
  dm_checkpoint(L);
  if (P->metered >= P->slice_end && P->blocked == 0 && lua_isyieldable(L)) {
    P->pending = DM_PENDING_SLICE;
    lua_getinfo(L, "Sl", event);  // now: once yielded, Lua tells of the instruction before
    P->slice_source = event->source;
    P->slice_line = event->currentline;
    lua_yield(L, 0);
  }
}

void dm_meter_open(lua_State *L) {
  lua_sethook(L, hook, LUA_MASKCOUNT, DM_TICK);
}

void dm_spend(lua_State *L, int64_t instructions) {
  dm_process *P = dm_of(L);
  P->metered += instructions;
  if (P->killed || P->metered >= P->limit_end) dm_checkpoint(L);
}

int64_t dm_metered(const dm_process *P) { return P->metered; }
void dm_charge(dm_process *P, int64_t instructions) { P->metered += instructions; }

void dm_set_limits(dm_process *P, int64_t slice, int64_t limit) {
  P->slice = slice;
  P->limit = limit;
}
