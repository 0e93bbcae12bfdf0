// pairs and next, which go through a table in the order of its keys. A walk keeps the keys as they were when it began: those
// that have gone since are passed over, values are those of now.
#include "values.h"

// MARK: - A walk

// Upvalues of its step: the list of the keys beyond 1...n, or nil; n; and how many of that list were given.
enum { KEYS, N, GIVEN, UPVALUES };

static void push_walk(lua_State *L, int known) {
  int64_t count, n = dm_sorted_keys(L, 1, known, &count);
  lua_pushinteger(L, n);
  lua_pushinteger(L, 0);
}

static size_t count_of(const dm_table *keys) {
  size_t count = keys != NULL ? keys->limit : 0;
  while (count > 0 && dm_is_nil(&keys->list[count - 1])) count--;  // some may have been collected while the list was made
  return count;
}

// How many keys of the list are not behind one that is given; whether it is among them.
static int64_t place_of(const dm_table *keys, const dm_value *key, int *is_listed) {
  size_t low = 0, high = count_of(keys);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (dm_compare_keys(key, &keys->list[middle]) < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  *is_listed = low > 0 && dm_compare_keys(key, &keys->list[low - 1]) == 0;
  return (int64_t)low;
}

static const dm_table *keys_of(const dm_value *upvalues) {
  return dm_is_nil(&upvalues[KEYS]) ? NULL : upvalues[KEYS].object;
}

// Reads the keys anew.
static void begin_anew(lua_State *L, dm_value *upvalues) {
  int64_t count;
  upvalues[N].integer = dm_sorted_keys(L, 1, 0, &count);
  upvalues[GIVEN].integer = 0;
  lua_replace(L, lua_upvalueindex(KEYS + 1));
  dm_spend(L, 0);
}

// Whether the key at 2 has a value in the table at 1. Where it is none of its keys, not even one whose value has gone, Lua's own
// next says so.
static int is_present(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_next(L, 1)) lua_pop(L, 2);
  lua_pushvalue(L, 2);
  int type = lua_rawget(L, 1);
  lua_pop(L, 1);
  return type != LUA_TNIL;
}

// Where the walk is whose step was given the key at 2. One that has come to the table since lets it begin anew.
static int64_t find_place(lua_State *L, dm_value *upvalues) {
  for (;;) {
    int is_listed;
    int64_t place = place_of(keys_of(upvalues), dm_value_at(L, 2), &is_listed);
    if (is_listed || dm_is_in_run(dm_value_at(L, 2), upvalues[N].integer) || !is_present(L)) return place;
    begin_anew(L, upvalues);
  }
}

// Pushes the pair behind 1...from of 1...n; 0: there is none.
static int push_from_run(lua_State *L, int64_t from, int64_t n) {
  while (from < n) {
    lua_pushinteger(L, ++from);
    if (lua_rawgeti(L, 1, from) != LUA_TNIL) return 1;
    lua_pop(L, 2);
  }
  return 0;
}

static int is_place_known(const dm_value *key, const dm_value *upvalues) {
  if (dm_is_nil(key) || dm_is_in_run(key, upvalues[N].integer)) return 1;
  if (upvalues[GIVEN].integer == 0) return 0;
  const dm_value *given = &keys_of(upvalues)->list[upvalues[GIVEN].integer - 1];
  return key->type == given->type && key->integer == given->integer;
}

// Takes a table and a key, and gives the pair behind that key.
static int step(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  dm_value *upvalues = dm_upvalues(L);
  int64_t place = upvalues[GIVEN].integer;
  if (!is_place_known(dm_value_at(L, 2), upvalues)) place = find_place(L, upvalues);
  const dm_value *key = dm_value_at(L, 2);
  if (dm_is_nil(key) || dm_is_in_run(key, upvalues[N].integer)) {
    if (push_from_run(L, dm_is_nil(key) ? 0 : key->integer, upvalues[N].integer)) return 2;
    place = 0;
  }
  const dm_table *keys = keys_of(upvalues);
  while (keys != NULL && place < (int64_t)keys->limit && !dm_is_nil(&keys->list[place])) {
    dm_push_value(L, &keys->list[place++]);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) {
      upvalues[GIVEN].integer = place;
      return 2;
    }
    lua_pop(L, 2);
  }
  lua_pushnil(L);
  return 1;
}

// MARK: - pairs

static int give_three(lua_State *L, int status, lua_KContext context) {
  (void)L, (void)status, (void)context;
  return 3;
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
  push_walk(L, 0);
  dm_spend(L, 0);
  lua_pushcclosure(L, step, UPVALUES);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: - next

// Within one entry from the host, the walks that next has begun are kept by their tables. They hold no table for themselves.
static void push_walks(lua_State *L) {
  dm_process *P = dm_of(L);
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, P->walks_reference) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, 0, 1);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, P->walks_reference);
  P->has_walks = 1;
}

void dm_forget_walks(dm_process *P) {
  lua_State *L = P->main;
  if (!lua_checkstack(L, 1)) return;
  lua_pushboolean(L, 0);
  lua_rawseti(L, LUA_REGISTRYINDEX, P->walks_reference);
  P->has_walks = 0;
}

// Keeps what is on top as the walk of the table at 1.
static void keep_walk(lua_State *L, int walks) {
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lua_rawset(L, walks);
}

// The first pair needs no walk: it has the least key.
static int give_first(lua_State *L) {
  if (dm_of(L)->has_walks) {
    push_walks(L);
    lua_pushnil(L);
    keep_walk(L, 3);
    lua_settop(L, 2);
  }
  if (push_from_run(L, 0, 1)) return 2;
  dm_push_first_key(L, 1);
  dm_spend(L, 0);
  if (lua_isnil(L, -1)) return 1;
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

int dm_next(lua_State *L) {
  enum { WALKS = 3, WALK = 4 };  // places on the stack
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) return give_first(L);
  push_walks(L);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, WALKS) == LUA_TNIL) {
    lua_pop(L, 1);
    push_walk(L, dm_is_in_run(dm_value_at(L, 2), 1));  // who was given 1 may have cleared it
    dm_spend(L, 0);
    lua_pushcclosure(L, step, UPVALUES);
    lua_pushvalue(L, WALK);
    keep_walk(L, WALKS);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 2);
  if (!lua_isnil(L, -2)) return 2;
  lua_pushnil(L);
  keep_walk(L, WALKS);
  lua_pushnil(L);
  return 1;
}
