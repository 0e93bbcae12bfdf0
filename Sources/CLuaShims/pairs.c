// pairs, which goes through a table in the defined order (order.c). Each walk keeps the keys as they were when it began:
// keys that have gone since are passed over, values are those of now.
#include "objects.h"
#include "order.h"

#include <string.h>

enum {
  FEW = 32,      // keys beyond 1...n that a walk keeps in its closure
  AHEAD = 16,    // steps before which the memory of a large table is asked for
  LARGE = 512,   // keys that are not looked up one by one
  MOST_STOPS = 500000,  // that fit into a text
};

// Steps are called with the table at 1 and the control at 2, which may be missing; what they return lies on top.

// Pushes nil and returns 1: the walk is over.
static int finish(lua_State *L) {
  lua_pushnil(L);
  return 1;
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
  dm_check_table(L);
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
  dm_check_table(L);
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(PLACE));
  if (place == 0 || !lua_rawequal(L, 2, few_key(place))) {
    int found = step_in_run(L, lua_tointeger(L, lua_upvalueindex(N)));
    if (found == 2) return 2;
    place = found == 0 ? 0 : few_place_of(L);
  }
  do {
    lua_pushvalue(L, few_key(++place));
    if (lua_isnil(L, -1)) return 1;
  } while (!dm_push_pair(L));
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

// Where a key is: in the list, from 0, and among the nodes of the table.
typedef struct {
  uint32_t place, node;
} stop;

typedef struct {
  lua_Integer n;
  size_t count, place;    // keys beyond 1...n; how many of them were given
  const uint32_t *order;  // places in the list, from 0; NULL: it is that of the stops
  const stop *stops;
  const dm_value *list;   // with stops
  const node *nodes;      // of the table when the walk began
} walk;

// Upvalues: the walk, the list, the text that the order lies in.
static inline void push_many_key(lua_State *L, const walk *w, size_t place) {
  uint32_t at = w->order != NULL ? w->order[place - 1] : w->stops[place - 1].place;
  lua_rawgeti(L, lua_upvalueindex(2), (lua_Integer)at + 1);
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

// Pushes the pair of a stop and returns 2; 0 when its key has gone; -1 when it must be looked up, since the table has moved
// its keys. Nothing is looked up as long as they lie where they lay. In order they lie all over the memory of a large
// table, so what a later step needs is asked for now.
static inline int push_at_stop(lua_State *L, const walk *w, size_t place) {
  const table *t = lua_topointer(L, 1);
  size_t later = place + AHEAD <= w->count ? place - 1 + AHEAD : place - 1;
  __builtin_prefetch(&w->list[w->stops[later].place]);
  __builtin_prefetch(&w->nodes[w->stops[later].node]);
  const stop *at = &w->stops[place - 1];
  if (t->nodes != w->nodes || at->node >= count_of_nodes(t)) return -1;
  const dm_value *key = &w->list[at->place];
  const node *n = &t->nodes[at->node];
  if (n->key_type != key->type || n->key != key->object) return -1;
  if (is_empty(n)) return 0;
  dm_value value = {.integer = n->bits, .type = n->type};
  dm_push_value(L, key);
  dm_push_value(L, &value);
  return 2;
}

static int many_step(lua_State *L) {
  walk *w = lua_touserdata(L, lua_upvalueindex(1));
  dm_check_table(L);
  if (w->place > 0) push_many_key(L, w, w->place);
  if (w->place == 0 || !lua_rawequal(L, 2, -1)) {
    int found = step_in_run(L, w->n);
    if (found == 2) return 2;
    w->place = found == 0 ? 0 : many_place_of(L, w);
  }
  while (w->place < w->count) {
    w->place++;
    int found = w->stops != NULL ? push_at_stop(L, w, w->place) : -1;
    if (found == 2) return 2;
    if (found == 0) continue;
    push_many_key(L, w, w->place);
    if (dm_push_pair(L)) return 2;
  }
  return finish(L);
}

// Finds where the keys of a list lie among the nodes of a table; both have them in the same sequence. What lies in none, as
// keys of the table's own list do, gets a number that no node has.
static void find_nodes(lua_State *L, const table *t, const dm_value *list, size_t count, lua_Integer n, uint32_t *found) {
  size_t next = 0, nodes = count_of_nodes(t);
  for (size_t i = 0; i < count; i++) {
    found[i] = UINT32_MAX;
    for (; next < nodes; next++) {
      const node *here = &t->nodes[next];
      if (is_empty(here)) continue;
      if (here->key_type == list[i].type && here->key == list[i].object) {
        found[i] = (uint32_t)next++;
        break;
      }
      int is_in_run = here->key_type == DM_INTEGER_TYPE && (lua_Unsigned)(uintptr_t)here->key - 1 < (lua_Unsigned)n;
      if (!is_in_run && here->key != dm_of(L)->call_key) break;  // its turn comes
    }
  }
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
  const table *list = lua_topointer(L, -1);
  size_t listed = lua_rawlen(L, -1);
  int has_stops = count > LARGE && count < MOST_STOPS && size_of_list(list) >= listed;
  uint32_t *found = dm_room_beside_keys(dm_of(L));
  if (has_stops) find_nodes(L, lua_topointer(L, 1), list->list, listed, n, found);
  char *bytes = (char *)keys;  // each goes where keys have been read already
  for (size_t i = 0; i < count; i++) {
    stop at = {keys[i].at, 0};
    if (has_stops) {
      at.node = found[at.place];
      memcpy(bytes + i * sizeof at, &at, sizeof at);
    } else {
      memcpy(bytes + i * sizeof at.place, &at.place, sizeof at.place);
    }
  }
  const void *kept = lua_pushlstring(L, bytes, count * (has_stops ? sizeof(stop) : sizeof(uint32_t)));
  walk *w = lua_newuserdatauv(L, sizeof *w, 0);
  *w = (walk){.n = n, .count = count, .list = list->list, .nodes = ((const table *)lua_topointer(L, 1))->nodes};
  if (has_stops) {
    w->stops = kept;
  } else {
    w->order = kept;
  }
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

void dm_push_walk(lua_State *L) {
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
  dm_push_walk(L);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}
