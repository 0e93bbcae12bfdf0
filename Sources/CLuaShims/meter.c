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

static void hook(lua_State *L, lua_Debug *event) {
  dm_process *P = dm_of(L);
  if (event->event == LUA_HOOKLINE) {
    dm_note_line(L, event);
    return;
  }
  if (P->killed) raise_end(L);
  dm_note_cost(P, (1 + dm_step_cost(L, event)) * DM_TICK);
  dm_leap_if_overdue(P);
  if (P->metered < P->alarm) return;
  dm_checkpoint(L);
  if (P->metered >= P->slice_end && P->blocked == 0 && lua_isyieldable(L)) {
    P->pending = DM_PENDING_SLICE;
    lua_getinfo(L, "Sl", event);  // now: once yielded, Lua reports the instruction before
    P->slice_source = event->source;
    P->slice_line = event->currentline;
    lua_yield(L, 0);
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
  if (!dm_charge(dm_of(L), instructions)) dm_checkpoint(L);
}

void dm_spend_arguments(lua_State *L) {
  enum { VALUES_AN_INSTRUCTION = 8, FEW_VALUES = 64 };
  int count = lua_gettop(L);
  if (count >= FEW_VALUES) dm_spend(L, count / VALUES_AN_INSTRUCTION);
}

#define IS_SHARED(member) (offsetof(dm_process, member) == offsetof(dm_meter, member))
_Static_assert(IS_SHARED(metered) && IS_SHARED(taken) && IS_SHARED(limit_end) && IS_SHARED(killed) && DM_FLAGS == 7,
               "a process begins with its meter");

int dm_charge(dm_process *P, int64_t instructions) { return dm_add_charge((dm_meter *)(void *)P, instructions); }

void dm_set_limits(dm_process *P, int64_t slice, int64_t limit) {
  P->slice = slice;
  P->limit = limit;
}
