// The order of keys: how a key compares, and how many are put in order.
#pragma once
#include "state.h"

typedef enum { DM_NUMBER_KEY, DM_TEXT_KEY, DM_FALSE_KEY, DM_TRUE_KEY, DM_OBJECT_KEY } dm_key_rank;

/// What is compared first: `rank`, then `order`. Keys that tie in both are told apart by their bodies.
typedef struct {
  uint64_t order;
  uint32_t at;    // which body is its own
  uint32_t rank;
} dm_key;

typedef struct {
  union {
    const char *bytes;  // of a text: the script's own
    lua_Integer integer;
    lua_Number number;
  };
  size_t length;        // of a text; of a number whether it is an integer
} dm_key_body;

/// Reads the key at a stack index. Allocates nothing; a text's bytes hold as long as the key is anchored.
void dm_read_key(lua_State *L, int index, dm_key *key, dm_key_body *body);
/// Whether the key at stack index `a` comes before the one at `b`.
int dm_key_precedes(lua_State *L, int a, int b);
/// Puts `count` keys in order; their bodies stay. `spare` has room for as many keys. Linear in the keys and the bytes of
/// their texts, but for fractions in great number.
void dm_sort_keys(dm_key *keys, const dm_key_body *bodies, size_t count, dm_key *spare);
/// The largest n with all of 1...n in the table, of which 1...`known` are there. Allocates nothing.
lua_Integer dm_run_of(lua_State *L, int table, lua_Integer known);
/// Whether the key at `index` is that of calls, which no script may see.
static inline int dm_is_hidden(lua_State *L, int index) { return lua_topointer(L, index) == dm_of(L)->call_key; }
/// Whether the key at `index` is one of 1...n.
int dm_is_in_run(lua_State *L, int index, lua_Integer n);
/// Pushes a list of keys in which all beyond 1...n are, and gives these in order: `*keys`, which hold until the next call,
/// tell by `at` the place of each in the list, from 0. Pushes nil where there are none. Returns n. The work is charged,
/// but nothing raised.
lua_Integer dm_gather_keys(lua_State *L, int table, dm_key **keys, size_t *count);
/// Room for a number for each key that was gathered last.
uint32_t *dm_room_beside_keys(const dm_process *process);

// pairs.c
/// Pushes the step of a walk through the table at 1.
void dm_push_walk(lua_State *L);
/// Raises an error where the first argument is no table.
static inline void dm_check_table(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) luaL_checktype(L, 1, LUA_TTABLE);
}
/// Takes the key on top and pushes it with its value in the table at 1; 0, and nothing, when it has gone.
static inline int dm_push_pair(lua_State *L) {
  lua_pushvalue(L, -1);
  if (lua_rawget(L, 1) != LUA_TNIL) return 2;
  lua_pop(L, 2);
  return 0;
}
