// pairs and next, which go through a table in the defined order (order.c). Each walk keeps the keys as they were when it
// began: keys that have gone since are passed over, values are those of now.
#include "order.h"

#include <string.h>

enum { FEW = 32 };  // keys beyond 1...n that a walk keeps in its closure

// MARK: - The run 1...n

// Pushes the next pair of 1...n after the control at 2 and returns 2; 0 when the run is over; -1 when the control is a
// key beyond it.
static inline int step_in_run(lua_State *L, lua_Integer n) {
  lua_Integer i = 0;
  if (!lua_isnil(L, 2)) {
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

static inline void begin_step(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) luaL_checktype(L, 1, LUA_TTABLE);
  if (lua_gettop(L) != 2) lua_settop(L, 2);
}

// Upvalue: n. Most tables are sequences; they need no list.
static int sequence_step(lua_State *L) {
  begin_step(L);
  if (step_in_run(L, lua_tointeger(L, lua_upvalueindex(1))) == 2) return 2;
  lua_pushnil(L);
  return 1;
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
  begin_step(L);
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(PLACE));
  if (place == 0 || !lua_rawequal(L, 2, few_key(place))) {
    int found = step_in_run(L, lua_tointeger(L, lua_upvalueindex(N)));
    if (found == 2) return 2;
    place = found == 0 ? 0 : few_place_of(L);
  }
  for (;;) {
    lua_pushvalue(L, few_key(++place));
    if (lua_isnil(L, -1)) return 1;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) break;
    lua_settop(L, 2);
  }
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
    lua_pop(L, 1);
    if (count == 0 && lua_isinteger(L, -1) && lua_tointeger(L, -1) == met + 1) {
      met++;
      continue;
    }
    if (count++ == FEW) {
      lua_settop(L, base);
      return -1;
    }
    lua_pushvalue(L, -1);  // the one below stays
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

static int many_step(lua_State *L) {
  walk *w = lua_touserdata(L, lua_upvalueindex(1));
  begin_step(L);
  int is_last = 0;
  if (w->place > 0) {
    push_many_key(L, w, w->place);
    is_last = lua_rawequal(L, 2, -1);
  }
  if (!is_last) {
    int found = step_in_run(L, w->n);
    if (found == 2) return 2;
    w->place = found == 0 ? 0 : many_place_of(L, w);
  }
  while (w->place < w->count) {
    push_many_key(L, w, ++w->place);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) return 2;
    lua_pop(L, 2);
  }
  lua_pushnil(L);
  return 1;
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

enum { KEY_COST = 8 };

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
  dm_spend(L, n + (int64_t)count * (KEY_COST + 1));
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

static dm_walk *walk_of(dm_process *P, const void *table) {
  for (int i = 0; i < DM_RING; i++) {
    if (P->ring[i].table == table) return &P->ring[i];
  }
  return NULL;
}

// Remembers the order of the table at 1; its list is at 2 * i + 2 of the ring table, itself at 2 * i + 1.
static dm_walk *begin_walk(lua_State *L) {
  dm_process *P = dm_of(L);
  int i = P->ring_next;
  dm_walk *begun = &P->ring[i];
  P->ring_next = (i + 1) % DM_RING;
  begun->table = NULL;
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
  int64_t count, n = dm_sorted_keys(L, 1, &count);
  dm_spend(L, 0);
  lua_rawseti(L, -2, 2 * i + 2);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 2 * i + 1);
  lua_pop(L, 1);
  *begun = (dm_walk){.table = lua_topointer(L, 1), .n = n, .count = count};
  P->ring_used = 1;
  return begun;
}

void dm_forget_walks(dm_process *P) {
  lua_State *L = P->main;
  if (!lua_checkstack(L, 3)) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
  for (int i = 0; i < DM_RING; i++) {
    if (P->ring[i].table == NULL) continue;
    P->ring[i].table = NULL;
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
  lua_pushinteger(L, 1);
  if (lua_rawgeti(L, 1, 1) != LUA_TNIL) return 2;
  lua_settop(L, 2);
  lua_pushnil(L);  // 3: the least so far
  lua_pushnil(L);
  int64_t count = 0;
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    if (count++ == 0 || dm_key_precedes(L, 4, 3)) lua_copy(L, 4, 3);
  }
  dm_spend(L, count);
  if (count == 0) return 1;
  lua_pushvalue(L, 3);
  lua_rawget(L, 1);
  return 2;
}

// The place in the list at `list` of the last key that is not beyond the control at 2.
static lua_Integer place_in_list(lua_State *L, int list, lua_Integer count) {
  lua_Integer low = 0, high = count;
  while (low < high) {
    lua_Integer middle = low + (high - low) / 2;
    lua_rawgeti(L, list, middle + 1);
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

int dm_next(lua_State *L) {
  begin_step(L);
  dm_process *P = dm_of(L);
  dm_walk *begun = walk_of(P, lua_topointer(L, 1));
  if (lua_isnil(L, 2)) {
    if (begun != NULL) begun->table = NULL;
    return first_pair(L);
  }
  if (begun == NULL) begun = begin_walk(L);
  int found = step_in_run(L, begun->n);
  if (found == 2) return 2;
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
  lua_rawgeti(L, -1, 2 * (begun - P->ring) + 2);  // 4: the list
  if (found == 0) {
    begun->position = 0;
  } else if (begun->count > 0) {
    int is_last = 0;
    if (begun->position >= 1) {
      lua_rawgeti(L, 4, begun->position);
      is_last = lua_rawequal(L, -1, 2);
    }
    if (!is_last) begun->position = place_in_list(L, 4, begun->count);
  }
  while (begun->position < begun->count) {
    lua_rawgeti(L, 4, ++begun->position);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) return 2;
    lua_pop(L, 2);
  }
  lua_pushnil(L);
  return 1;
}
