// Instructions are counted by a hook every 1,000; C functions charge for work in proportion. A process that is to end is
// raised through at every instruction, and `dm_checkpoint` stands behind all that could catch an error.
#include "state.h"

#include <string.h>

static void hook(lua_State *L, lua_Debug *event);

// Lua takes an error of these very words for its own memory error, and calls no message handler for those. It would run
// with hooks off when the error comes from a hook, so that nothing could stop it.
static _Noreturn void raise_end(lua_State *L) {
  dm_process *P = dm_of(L);
  if (dm_is_abandoned(P)) dm_leap();  // an entry within this one has ended it
  P->in_lua = 0;  // room for the message, whatever the cap
  lua_sethook(L, hook, LUA_MASKCOUNT, 1);
  if (!lua_checkstack(L, 1)) lua_pop(L, 1);
  lua_pushliteral(L, "not enough memory");
  P->in_lua = 1;
  lua_error(L);
  __builtin_unreachable();
}

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

void dm_reserve(lua_State *L, size_t bytes) {
  dm_process *P = dm_of(L);
  if (P->arena.used + bytes <= P->soft) return;
  if (P->arena.used + bytes > P->cap) {
    dm_collect(P);
    if (bytes > P->cap || P->arena.used + bytes > P->cap) dm_end(P, L, DM_MEMORY, NULL);
  }
  dm_checkpoint(L);
}

// MARK: - Slices

// A slice that is over ends at a tick, where Lua can be left. Below a C function it cannot (a comparator of table.sort, say), and
// what a C function has done at once may be seconds before the next tick. So, while a slice is over, each return is seen:
// at the first after which Lua can be left, the next tick is brought forward to the next instruction. The line is that of the
// call, which has taken the time.

static void set_returns_are_seen(lua_State *L, int are_seen) {
  int left = *dm_instructions_left(L), mask = lua_gethookmask(L);
  lua_sethook(L, hook, are_seen ? mask | LUA_MASKRET : mask & ~LUA_MASKRET, DM_TICK_COUNT);
  *dm_instructions_left(L) = left;
}

void dm_end_slice_soon(lua_State *L) {
  if (dm_of(L)->metered >= dm_of(L)->slice_end) set_returns_are_seen(L, 1);
}

static int can_be_left(lua_State *L) { return dm_of(L)->blocked == 0 && lua_isyieldable(L); }

// At once: when Lua has been left, it reports the instruction before.
static void note_slice_line(dm_process *P, lua_State *L, lua_Debug *frame) {
  lua_getinfo(L, "Sl", frame);
  P->slice_source = frame->source;
  P->slice_line = frame->currentline;
}

static void see_return(lua_State *L) {
  dm_process *P = dm_of(L);
  int is_over = P->metered >= P->slice_end;
  if (is_over && !can_be_left(L)) return;
  set_returns_are_seen(L, 0);
  if (!is_over) return;
  lua_Debug caller;
  P->slice_line = 0;
  for (int level = 1; P->slice_line <= 0 && lua_getstack(L, level, &caller); level++) note_slice_line(P, L, &caller);
  P->brought_forward = *dm_instructions_left(L);
  *dm_instructions_left(L) = 1;
}

// The instruction at a tick that was brought forward is not one of many like it.
static int64_t cost_of_tick(dm_process *P, lua_State *L, lua_Debug *event) {
  if (P->brought_forward == 0) return (1 + dm_step_cost(L, event)) * DM_TICK;
  int left = P->brought_forward;
  P->brought_forward = 0;
  return DM_TICK_COUNT - left;
}

static void hook(lua_State *L, lua_Debug *event) {
  dm_process *P = dm_of(L);
  if (event->event == LUA_HOOKLINE) {
    dm_note_line(L, event);
    return;
  }
  if (event->event != LUA_HOOKCOUNT) {
    see_return(L);
    return;
  }
  if (P->killed) raise_end(L);
  int has_line = P->brought_forward != 0 && P->slice_line > 0;
  dm_charge(P, cost_of_tick(P, L, event));
  dm_leap_if_overdue(P);
  if (P->metered < P->alarm) return;
  dm_checkpoint(L);
  if (P->metered < P->slice_end) return;
  if (can_be_left(L)) {
    P->pending = DM_PENDING_SLICE;
    if (!has_line) note_slice_line(P, L, event);
    lua_yield(L, 0);
  } else {
    dm_end_slice_soon(L);
  }
}

void dm_meter_open(lua_State *L) {
  lua_sethook(L, hook, LUA_MASKCOUNT, DM_TICK_COUNT);
}

// The count goes on where it was: whether lines are counted too changes nothing else.
void dm_cover(dm_process *P, dm_coverage *coverage) {
  int left = *dm_instructions_left(P->main);
  P->coverage = coverage;
  lua_sethook(P->main, hook, LUA_MASKCOUNT | LUA_MASKLINE, DM_TICK_COUNT);
  *dm_instructions_left(P->main) = left;
}

void dm_spend(lua_State *L, int64_t instructions) {
  dm_process *P = dm_of(L);
  if (!dm_charge(P, instructions)) dm_checkpoint(L);
  if (P->metered >= P->slice_end) dm_end_slice_soon(L);
}

void dm_spend_arguments(lua_State *L) {
  enum { VALUES_AN_INSTRUCTION = 8, FEW_VALUES = 64 };
  int count = lua_gettop(L);
  if (count >= FEW_VALUES) dm_spend(L, count / VALUES_AN_INSTRUCTION);
}

#define IS_SHARED(member) (offsetof(dm_process, member) == offsetof(dm_meter, member))
_Static_assert(IS_SHARED(metered) && IS_SHARED(taken) && IS_SHARED(limit_end) && IS_SHARED(killed),
               "a process begins with its meter");

void dm_set_limits(dm_process *P, int64_t slice, int64_t limit) {
  P->slice = slice;
  P->limit = limit;
}
