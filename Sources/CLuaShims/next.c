// next, which goes by the walks of pairs: the last few tables are remembered with the step of their walk.
#include "order.h"

enum { LOOK_COST = 2 };

static int place_in_ring(const dm_process *P, const void *table) {
  int i = 0;
  while (i < DM_RING && P->ring[i] != table) i++;
  return i;
}

// Remembers the table at 1 and how to go through it, pushes that, and returns its place i in the ring. There its table lies
// at 2 * i + 1 of the ring table, its step at 2 * i + 2.
static int begin_walk(lua_State *L) {
  dm_process *P = dm_of(L);
  int i = place_in_ring(P, NULL);
  if (i == DM_RING) i = P->ring_next;
  P->ring_next = (i + 1) % DM_RING;
  P->ring[i] = NULL;
  lua_settop(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
  dm_push_walk(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, 3, 2 * i + 2);
  lua_pushvalue(L, 1);
  lua_rawseti(L, 3, 2 * i + 1);
  P->ring[i] = lua_topointer(L, 1);
  P->ring_used = 1;
  return i;
}

// Forgets the walk at place i of the ring, whose table is on top: it holds the keys of its own table, weak ones too.
static void forget_walk(lua_State *L, dm_process *P, int i) {
  P->ring[i] = NULL;
  for (int j = 1; j <= 2; j++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, 2 * i + j);
  }
}

void dm_forget_walks(dm_process *P) {
  lua_State *L = P->main;
  if (!lua_checkstack(L, 3)) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
  for (int i = 0; i < DM_RING; i++) forget_walk(L, P, i);
  lua_pop(L, 1);
  P->ring_used = P->ring_next = 0;
}

// The first pair needs no order: it has the least key. Allocates nothing.
static int first_pair(lua_State *L) {
  lua_settop(L, 1);
  lua_pushinteger(L, 1);
  if (lua_rawgeti(L, 1, 1) != LUA_TNIL) return 2;
  lua_pushnil(L);
  lua_replace(L, 2);  // 2: the least so far
  int64_t count = 0;
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    if (dm_is_hidden(L, -1)) continue;
    if (count++ == 0 || dm_key_precedes(L, 3, 2)) lua_copy(L, 3, 2);
  }
  dm_spend(L, LOOK_COST * count + dm_cost_of_empty_slots(L, 1, count));
  return count > 0 ? dm_push_pair(L) : 1;
}

int dm_next(lua_State *L) {
  dm_check_table(L);
  dm_process *P = dm_of(L);
  int i = place_in_ring(P, lua_topointer(L, 1));
  if (lua_isnoneornil(L, 2)) {
    if (i < DM_RING) {
      lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
      forget_walk(L, P, i);
    }
    return first_pair(L);
  }
  if (i == DM_RING) {
    i = begin_walk(L);
  } else {
    lua_settop(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
    lua_rawgeti(L, 3, 2 * i + 2);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 2);
  if (!lua_isnil(L, -2)) return 2;
  lua_pushvalue(L, 3);
  forget_walk(L, P, i);
  lua_pushnil(L);
  return 1;
}
