// pairs and next, which go through a table in the defined order (order.c). Each walk keeps the keys as they were when it
// began: keys that have gone since are passed over, values are those of now.
#include "order.h"

#include <string.h>

enum {
  FEW = 32,      // keys beyond 1...n that a walk keeps in its closure
  AHEAD = 16,    // keys that are looked up together in a large table
  LARGE = 4096,  // keys of which the processor's nearest memory does not hold all
};

// Steps are called with the table at 1 and the control at 2, which may be missing; what they return lies on top.
static inline void check_table(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) luaL_checktype(L, 1, LUA_TTABLE);
}

// Pushes nil and returns 1: the walk is over.
static int finish(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

// Takes the key on top and pushes it with its value; 0, and nothing, when it has gone.
static inline int push_pair(lua_State *L) {
  lua_pushvalue(L, -1);
  if (lua_rawget(L, 1) != LUA_TNIL) return 2;
  lua_pop(L, 2);
  return 0;
}

// MARK: - The run 1...n

// Pushes the next pair of 1...n after the control and returns 2; 0 when the run is over; -1 when the control is a key
// beyond it.
static inline int step_in_run(lua_State *L, lua_Integer n) {
  lua_Integer i = 0;
  if (lua_type(L, 2) > LUA_TNIL) {
    if (!dm_is_in_run(L, 2, n)) return -1;
    i = lua_tointeger(L, 2);
  }
  while (i < n) {
    lua_pushinteger(L, ++i);
    if (lua_rawgeti(L, 1, i) != LUA_TNIL) return 2;
    lua_pop(L, 2);
  }
  return 0;
}

// Upvalue: n. Most tables are sequences; they need no list.
static int sequence_step(lua_State *L) {
  check_table(L);
  return step_in_run(L, lua_tointeger(L, lua_upvalueindex(1))) == 2 ? 2 : finish(L);
}

// MARK: - A few keys, which the closure holds

// Upvalues: n, the place of the key given last, then the keys in order; behind the last there is none.
enum { N = 1, PLACE = 2 };
static inline int few_key(lua_Integer place) { return lua_upvalueindex(PLACE + (int)place); }

static lua_Integer few_place_of(lua_State *L) {
  lua_Integer place = 0;
  while (lua_type(L, few_key(place + 1)) > LUA_TNIL && !dm_key_precedes(L, 2, few_key(place + 1))) place++;
  return place;
}

static int few_step(lua_State *L) {
  check_table(L);
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(PLACE));
  if (place == 0 || !lua_rawequal(L, 2, few_key(place))) {
    int found = step_in_run(L, lua_tointeger(L, lua_upvalueindex(N)));
    if (found == 2) return 2;
    place = found == 0 ? 0 : few_place_of(L);
  }
  do {
    lua_pushvalue(L, few_key(++place));
    if (lua_isnil(L, -1)) return 1;
  } while (!push_pair(L));
  lua_pushinteger(L, place);
  lua_replace(L, lua_upvalueindex(PLACE));
  return 2;
}

// Leaves the few keys beyond 1...n on the stack as they lie in the table, and returns their number; -1, and nothing,
// when they are too many. The walk allocates nothing.
static int collect_few(lua_State *L, lua_Integer *n) {
  int base = lua_gettop(L), count = 0;
  lua_Integer met = 0;
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    if (count == 0 && lua_isinteger(L, -2) && lua_tointeger(L, -2) == met + 1) {
      lua_pop(L, 1);
      met++;
      continue;
    }
    if (dm_is_hidden(L, -2)) {
      lua_pop(L, 1);
      continue;
    }
    if (count++ == FEW) {
      lua_settop(L, base);
      return -1;
    }
    lua_copy(L, -2, -1);  // the one below stays
  }
  *n = dm_run_of(L, 1, met);
  if (*n == met) return count;
  int kept = 0;
  for (int i = 1; i <= count; i++) {
    if (dm_is_in_run(L, base + i, *n)) continue;
    lua_copy(L, base + i, base + ++kept);
  }
  lua_settop(L, base + kept);
  return kept;
}

// Makes a closure of the keys on top, from `first` on, in order.
static void push_few(lua_State *L, int first, int count, lua_Integer n) {
  dm_key keys[FEW + 1], spare[FEW + 1];
  dm_key_body bodies[FEW + 1];
  for (int i = 0; i < count; i++) {
    keys[i].at = (uint32_t)i;
    dm_read_key(L, first + i, &keys[i], &bodies[i]);
    if (keys[i].rank == DM_TEXT_KEY) dm_of(L)->metered += (int64_t)(bodies[i].length / 32);
  }
  dm_sort_keys(keys, bodies, (size_t)count, spare);
  lua_pushinteger(L, n);
  lua_pushinteger(L, 0);
  for (int i = 0; i < count; i++) lua_pushvalue(L, first + (int)keys[i].at);
  lua_pushcclosure(L, few_step, PLACE + count);
}

// MARK: - Many keys, in a list

typedef struct {
  lua_Integer n;
  size_t count, place;    // keys beyond 1...n; how many of them were given
  const uint32_t *order;  // places in the list, from 0
} walk;

// Upvalues: the walk, the list, the text that the order lies in.
static inline void push_many_key(lua_State *L, const walk *w, size_t place) {
  lua_rawgeti(L, lua_upvalueindex(2), (lua_Integer)w->order[place - 1] + 1);
}

static size_t many_place_of(lua_State *L, const walk *w) {
  size_t low = 0, high = w->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    push_many_key(L, w, middle + 1);
    int is_beyond = dm_key_precedes(L, 2, -1);
    lua_pop(L, 1);
    if (is_beyond) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// In order, keys and values lie all over the memory of a large table. The processor fetches several at once if they are
// asked for one right after the other, and then a step waits for none.
static void look_ahead(lua_State *L, const walk *w) {
  for (size_t place = w->place + 1; place <= w->count && place <= w->place + AHEAD; place++) {
    push_many_key(L, w, place);
    lua_rawget(L, 1);
    lua_pop(L, 1);
  }
}

static int many_step(lua_State *L) {
  walk *w = lua_touserdata(L, lua_upvalueindex(1));
  check_table(L);
  if (w->place > 0) push_many_key(L, w, w->place);
  if (w->place == 0 || !lua_rawequal(L, 2, -1)) {
    int found = step_in_run(L, w->n);
    if (found == 2) return 2;
    w->place = found == 0 ? 0 : many_place_of(L, w);
  }
  while (w->place < w->count) {
    if (w->count > LARGE && w->place % AHEAD == 0) look_ahead(L, w);
    push_many_key(L, w, ++w->place);
    if (push_pair(L)) return 2;
  }
  return finish(L);
}

static void push_many(lua_State *L) {
  dm_key *keys = NULL;
  size_t count;
  lua_Integer n = dm_gather_keys(L, 1, &keys, &count);
  dm_spend(L, 0);
  if (count == 0) {
    lua_pushinteger(L, n);
    lua_pushcclosure(L, sequence_step, 1);
    return;
  }
  char *order = (char *)keys;  // each place goes where keys have been read already
  for (size_t i = 0; i < count; i++) memcpy(order + i * sizeof keys->at, &keys[i].at, sizeof keys->at);
  const void *kept = lua_pushlstring(L, order, count * sizeof keys->at);
  walk *w = lua_newuserdatauv(L, sizeof *w, 0);
  *w = (walk){.n = n, .count = count, .order = kept};
  lua_insert(L, -3);
  lua_pushcclosure(L, many_step, 3);
}

// MARK: - pairs

enum { KEY_COST = 8, LOOK_COST = 2 };

static int give_three(lua_State *L, int status, lua_KContext context) {
  (void)L;
  (void)status;
  (void)context;
  return 3;
}

static void push_walk(lua_State *L) {
  lua_Integer n;
  int count = -1;
  if (lua_checkstack(L, 2 * FEW + 8)) count = collect_few(L, &n);
  if (count < 0) {
    push_many(L);
    return;
  }
  dm_spend(L, n + (int64_t)count * (KEY_COST + 1) + dm_cost_of_empty_slots(L, 1, n + count));
  if (count > 0) {
    push_few(L, lua_gettop(L) - count + 1, count, n);
  } else {
    lua_pushinteger(L, n);
    lua_pushcclosure(L, sequence_step, 1);
  }
}

int dm_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, give_three);
    return 3;
  }
  if (!lua_istable(L, 1)) {
    return luaL_error(L, "bad argument #1 to 'for iterator' (table expected, got %s)", luaL_typename(L, 1));
  }
  lua_settop(L, 1);
  push_walk(L);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: - next

// Remembers the table at 1 and how to go through it, and pushes that. Table i of the ring lies at 2 * i + 1 of the ring
// table, its step at 2 * i + 2.
static void begin_walk(lua_State *L) {
  dm_process *P = dm_of(L);
  int i = P->ring_next;
  P->ring_next = (i + 1) % DM_RING;
  P->ring[i] = NULL;
  lua_settop(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
  push_walk(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, 3, 2 * i + 2);
  lua_pushvalue(L, 1);
  lua_rawseti(L, 3, 2 * i + 1);
  P->ring[i] = lua_topointer(L, 1);
  P->ring_used = 1;
}

static int place_in_ring(const dm_process *P, const void *table) {
  int i = 0;
  while (i < DM_RING && P->ring[i] != table) i++;
  return i;
}

void dm_forget_walks(dm_process *P) {
  lua_State *L = P->main;
  if (!lua_checkstack(L, 3)) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
  for (int i = 0; i < DM_RING; i++) {
    if (P->ring[i] == NULL) continue;
    P->ring[i] = NULL;
    for (int j = 1; j <= 2; j++) {
      lua_pushboolean(L, 0);
      lua_rawseti(L, -2, 2 * i + j);
    }
  }
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
  return count > 0 ? push_pair(L) : 1;
}

int dm_next(lua_State *L) {
  check_table(L);
  dm_process *P = dm_of(L);
  int i = place_in_ring(P, lua_topointer(L, 1));
  if (lua_isnoneornil(L, 2)) {
    if (i < DM_RING) {
      P->ring[i] = NULL;
      P->ring_next = i;  // where the walk lies that is no longer needed
    }
    return first_pair(L);
  }
  if (i == DM_RING) {
    begin_walk(L);
  } else {
    lua_settop(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
    lua_rawgeti(L, 3, 2 * i + 2);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 2);
  return lua_isnil(L, -2) ? 1 : 2;
}
