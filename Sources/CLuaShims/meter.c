// Instructions are counted by a hook every 1,000; C functions charge for work in proportion. A process that is to end is
// raised through at every instruction, and `dm_checkpoint` stands behind all that could catch an error.
#include "state.h"

#include <string.h>

static void hook(lua_State *L, lua_Debug *event);

// Lua takes an error of this very text for its own memory error, and calls no message handler for those. It would run
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

// Of ever other lengths, so that no loop keeps in step with them.
static int short_tick(dm_process *P) {
  enum { LENGTHS = 32 };
  P->probe = P->probe * 1664525 + 1013904223;
  return DM_LONGEST_SHORT_TICK - (int)((uint64_t)P->probe * LENGTHS >> 32);
}

static void hook(lua_State *L, lua_Debug *event) {
  dm_process *P = dm_of(L);
  if (event->event == LUA_HOOKLINE) {
    dm_note_line(L, event);
    return;
  }
  if (P->killed) raise_end(L);
  P->metered += P->tick * (1 + dm_step_cost(L, event)) * DM_TICK / DM_TICK_COUNT;
  P->tick = P->has_long_text ? short_tick(P) : DM_TICK_COUNT;
  if (lua_gethookcount(L) != P->tick) lua_sethook(L, hook, lua_gethookmask(L), P->tick);
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
  P->metered += instructions;
  if (P->killed || P->metered >= P->limit_end) dm_checkpoint(L);
}

enum { VALUES_AN_INSTRUCTION = 8, FEW_VALUES = 64 };

void dm_take_list(lua_State *L) {
  int count = lua_gettop(L);
  if (count < FEW_VALUES) return;
  if (count > DM_LONGEST_LIST + 1) luaL_error(L, "too many arguments (%d, at most %d); pass a table", count, DM_LONGEST_LIST);
  dm_spend(L, count / VALUES_AN_INSTRUCTION);
}

// lua_State: header of 10 bytes, 6 more, top, the global state, the call, the stack's end and beginning.
enum { TOP = 16, STACK = 48, SLOT_BYTES = 16, SLOTS_AN_INSTRUCTION = 32 };

static int64_t stack_slots(lua_State *L) {
  const char *top, *stack;
  memcpy(&top, (const char *)L + TOP, sizeof top);
  memcpy(&stack, (const char *)L + STACK, sizeof stack);
  return (top - stack) / SLOT_BYTES;
}

void dm_spend_error(lua_State *L) {
  int64_t cost = stack_slots(L) / SLOTS_AN_INSTRUCTION;
  if (lua_type(L, -1) == LUA_TSTRING) cost += dm_cost_of_name(L);
  dm_spend(L, cost);
}

// The count that it begins with lies before the one that goes down.
static int find_count(lua_State *L) {
  enum { FIRST = 56, LAST = 192, UNUSUAL = 0x0DECADE5 };
  lua_sethook(L, hook, LUA_MASKCOUNT, UNUSUAL);
  for (int at = FIRST; at <= LAST; at += (int)sizeof(int)) {
    int counts[2];
    memcpy(counts, (const char *)L + at, sizeof counts);
    if (counts[0] != UNUSUAL || counts[1] != UNUSUAL) continue;
    __atomic_store_n(&dm_count_distance, at + (int)sizeof(int), __ATOMIC_RELAXED);
    dm_meter_open(L);
    return *dm_instructions_left(L) == DM_TICK_COUNT;
  }
  return 0;
}

const char *dm_check_stack(lua_State *L) {
  int values = lua_gettop(L), known = stack_slots(L) == values + 1;
  lua_pushnil(L);
  known = known && stack_slots(L) == values + 2;
  lua_pop(L, 1);
  return known && find_count(L) ? NULL : "Lua: unknown layout of threads";
}

#define IS_SHARED(member) (offsetof(dm_process, member) == offsetof(dm_meter, member))
_Static_assert(IS_SHARED(metered) && IS_SHARED(taken) && IS_SHARED(limit_end) && IS_SHARED(killed) && DM_FLAGS == 7,
               "a process begins with its meter");

int dm_charge(dm_process *P, int64_t instructions) {
  P->metered += instructions;
  return !P->killed && P->metered < P->limit_end;
}

void dm_set_limits(dm_process *P, int64_t slice, int64_t limit) {
  P->slice = slice;
  P->limit = limit;
}
