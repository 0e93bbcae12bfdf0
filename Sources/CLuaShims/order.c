// The order in which scripts see a table's keys: 1...n, where n is the largest with all of 1...n present; other
// numbers by value; strings by bytes; false, true; then objects by creation.
#include "process.h"

#include <stdlib.h>
#include <string.h>

typedef enum { NUMBER, TEXT, FALSE, TRUE, OBJECT } rank;

typedef struct {
  rank rank;
  unsigned char is_integer;
  int at;  // where the unsorted key lies
  union {
    lua_Integer integer;
    lua_Number number;
    uint64_t serial;
    const char *text;
  };
  size_t length;
} sort_key;

static sort_key key_at(lua_State *L, int index) {
  sort_key key = {.rank = OBJECT};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.rank = NUMBER;
      key.is_integer = (unsigned char)lua_isinteger(L, index);
      if (key.is_integer) {
        key.integer = lua_tointeger(L, index);
      } else {
        key.number = lua_tonumber(L, index);
      }
      break;
    case LUA_TSTRING:
      key.rank = TEXT;
      key.text = lua_tolstring(L, index, &key.length);
      break;
    case LUA_TBOOLEAN: key.rank = lua_toboolean(L, index) ? TRUE : FALSE; break;
    default: key.serial = dm_serial(L, index); break;
  }
  return key;
}

// A float that is a key has no exact integer, or it would be that integer.
static int integer_below(lua_Integer i, lua_Number n) {
  if (n >= 0x1p63) return 1;
  if (n < -0x1p63) return 0;
  lua_Integer towards_zero = (lua_Integer)n;
  return n < 0 ? i < towards_zero : i <= towards_zero;
}

static int compare_numbers(const sort_key *a, const sort_key *b) {
  if (a->is_integer && b->is_integer) return (a->integer > b->integer) - (a->integer < b->integer);
  if (a->is_integer) return integer_below(a->integer, b->number) ? -1 : 1;
  if (b->is_integer) return integer_below(b->integer, a->number) ? 1 : -1;
  return (a->number > b->number) - (a->number < b->number);
}

static int compare(const void *left, const void *right) {
  const sort_key *a = left, *b = right;
  if (a->rank != b->rank) return (a->rank > b->rank) - (a->rank < b->rank);
  switch (a->rank) {
    case NUMBER: return compare_numbers(a, b);
    case TEXT: {
      size_t shorter = a->length < b->length ? a->length : b->length;
      int order = memcmp(a->text, b->text, shorter);
      return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
    }
    case OBJECT: return (a->serial > b->serial) - (a->serial < b->serial);
    default: return 0;
  }
}

// MARK: - Snapshots

// Counts the keys; `n` becomes their count if they are met as 1...n, else -1.
static lua_Integer count_keys(lua_State *L, int table, lua_Integer *n) {
  lua_Integer count = 0;
  int in_order = 1;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    count++;
    in_order = in_order && lua_isinteger(L, -1) && lua_tointeger(L, -1) == count;
  }
  *n = in_order ? count : -1;
  return count;
}

static lua_Integer length_of_run(lua_State *L, int table) {
  lua_Integer n = 0;
  while (lua_rawgeti(L, table, n + 1) != LUA_TNIL) {
    lua_pop(L, 1);
    n++;
  }
  lua_pop(L, 1);
  return n;
}

static sort_key *scratch_for(dm_process *P, lua_Integer count) {
  size_t bytes = (size_t)count * sizeof(sort_key);
  if (bytes > P->scratch_bytes || P->scratch_bytes > (64 << 10)) {
    free(P->scratch);
    P->scratch = malloc(bytes);
    if (P->scratch == NULL) abort();
    P->scratch_bytes = bytes;
  }
  return P->scratch;
}

// Puts the value that belongs at each place there, following each cycle once.
static void permute(lua_State *L, int list, sort_key *order, lua_Integer count) {
  for (lua_Integer start = 0; start < count; start++) {
    if (order[start].at == (int)start + 1) continue;
    lua_rawgeti(L, list, start + 1);
    lua_Integer place = start;
    for (;;) {
      lua_Integer from = order[place].at - 1;
      order[place].at = (int)place + 1;
      if (from == start) break;
      lua_rawgeti(L, list, from + 1);
      lua_rawseti(L, list, place + 1);
      place = from;
    }
    lua_rawseti(L, list, place + 1);
  }
}

int64_t dm_sorted_keys(lua_State *L, int table, int64_t *count) {
  dm_process *P = dm_of(L);
  lua_Integer n, all = count_keys(L, table, &n);
  *count = 0;
  P->metered += all;
  if (n >= 0) {
    lua_pushnil(L);
    return n;
  }
  n = length_of_run(L, table);
  lua_Integer others = all - n;
  P->metered += others * 8;
  lua_createtable(L, (int)others, 0);
  int list = lua_gettop(L);
  sort_key *order = scratch_for(P, others);
  lua_Integer i = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 && lua_tointeger(L, -1) <= n) continue;
    order[i] = key_at(L, -1);
    order[i].at = (int)i + 1;
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, ++i);
  }
  qsort(order, (size_t)others, sizeof *order, compare);  // keys differ, so any sort gives this order
  permute(L, list, order, others);
  *count = others;
  return n;
}

// The place in `list` (0 to count) of the first key that comes after the one at `index`.
static lua_Integer place_after(lua_State *L, int list, lua_Integer count, int index) {
  sort_key wanted = key_at(L, index);
  lua_Integer low = 0, high = count;
  while (low < high) {
    lua_Integer middle = low + (high - low) / 2;
    lua_rawgeti(L, list, middle + 1);
    sort_key key = key_at(L, -1);
    lua_pop(L, 1);
    if (compare(&key, &wanted) <= 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Pushes the key and value after the key at `control`, or one nil; keys whose value has gone are passed over.
static int advance(lua_State *L, int table, int control, lua_Integer n, int list, lua_Integer count,
                   lua_Integer *position) {
  lua_Integer i = -1;
  if (lua_isnil(L, control)) {
    i = 0;
  } else if (lua_isinteger(L, control) && lua_tointeger(L, control) >= 1 && lua_tointeger(L, control) <= n) {
    i = lua_tointeger(L, control);
  }
  if (i >= 0) {
    for (i++; i <= n; i++) {
      lua_pushinteger(L, i);
      if (lua_rawgeti(L, table, i) != LUA_TNIL) return 2;
      lua_pop(L, 2);
    }
    *position = 0;
  } else if (count > 0) {
    int expected = 0;
    if (*position >= 1 && *position <= count) {
      lua_rawgeti(L, list, *position);
      expected = lua_rawequal(L, -1, control);
      lua_pop(L, 1);
    }
    if (!expected) *position = place_after(L, list, count, control);
  }
  while (*position < count) {
    lua_rawgeti(L, list, ++*position);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, table) != LUA_TNIL) return 2;
    lua_pop(L, 2);
  }
  lua_pushnil(L);
  return 1;
}

// MARK: - pairs

// Upvalues: n, list, count, position.
static int pairs_step(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  lua_Integer position = lua_tointeger(L, lua_upvalueindex(4));
  lua_Integer before = position;
  int results = advance(L, 1, 2, lua_tointeger(L, lua_upvalueindex(1)), lua_upvalueindex(2),
                        lua_tointeger(L, lua_upvalueindex(3)), &position);
  if (position != before) {
    lua_pushinteger(L, position);
    lua_replace(L, lua_upvalueindex(4));
  }
  return results;
}

// Upvalue: n. Most tables are sequences; they need no list.
static int sequence_step(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer n = lua_tointeger(L, lua_upvalueindex(1)), i = lua_tointeger(L, 2);
  while (i < n) {
    lua_pushinteger(L, ++i);
    if (lua_rawgeti(L, 1, i) != LUA_TNIL) return 2;
    lua_pop(L, 2);
  }
  lua_pushnil(L);
  return 1;
}

static int pairs_made(lua_State *L, int status, lua_KContext context) {
  (void)L;
  (void)status;
  (void)context;
  return 3;
}

int dm_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, pairs_made);
    return 3;
  }
  if (!lua_istable(L, 1)) {
    return luaL_error(L, "bad argument #1 to 'for iterator' (table expected, got %s)", luaL_typename(L, 1));
  }
  lua_settop(L, 1);
  int64_t count, n = dm_sorted_keys(L, 1, &count);
  lua_pushinteger(L, n);
  lua_insert(L, 2);
  if (count == 0) {
    lua_settop(L, 2);
    lua_pushcclosure(L, sequence_step, 1);
  } else {
    lua_pushinteger(L, count);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, pairs_step, 4);
  }
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  dm_spend(L, 0);
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
static dm_walk *begin_walk(lua_State *L, dm_walk *walk) {
  dm_process *P = dm_of(L);
  if (walk == NULL) {
    walk = &P->ring[P->ring_next];
    P->ring_next = (P->ring_next + 1) % DM_RING;
  }
  lua_Integer i = walk - P->ring;
  walk->table = NULL;
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
  int64_t count;
  walk->n = dm_sorted_keys(L, 1, &count);
  lua_rawseti(L, -2, 2 * i + 2);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 2 * i + 1);
  lua_pop(L, 1);
  walk->table = lua_topointer(L, 1);
  walk->count = count;
  walk->position = 0;
  P->ring_used = 1;
  dm_spend(L, 0);
  return walk;
}

void dm_forget_walks(dm_process *P) {
  lua_State *L = P->main;
  lua_checkstack(L, 3);
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

int dm_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  dm_process *P = dm_of(L);
  dm_walk *walk = walk_of(P, lua_topointer(L, 1));
  if (lua_isnil(L, 2)) {
    lua_pushinteger(L, 1);
    if (lua_rawgeti(L, 1, 1) != LUA_TNIL) {
      if (walk != NULL) walk->table = NULL;
      return 2;
    }
    lua_settop(L, 2);
    lua_pushnil(L);
    if (!lua_next(L, 1)) {
      lua_pushnil(L);
      return 1;
    }
    lua_settop(L, 2);
    walk = begin_walk(L, walk);
  } else if (walk == NULL) {
    walk = begin_walk(L, NULL);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->ring_reference);
  lua_rawgeti(L, -1, 2 * (walk - P->ring) + 2);
  return advance(L, 1, 2, walk->n, 4, walk->count, &walk->position);
}
