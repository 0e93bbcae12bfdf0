// Tries, when the first state is made, whether objects lie in Lua's memory as they are thought to: keys that are reached in
// every way there is must all be found before a collection, and one that is not must be lost.
#include "state.h"

enum { MOST_VALUES = 60, WEAK = 1, MODE = 2 };  // places on the stack: a table with weak keys, and its metatable

// Pushes a new object that is a key of the weak table, with a number of its own.
static void push_key(lua_State *L, int *count) {
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_pushinteger(L, ++*count);
  lua_rawset(L, WEAK);
}

static int yield_all(lua_State *L) { return lua_yield(L, lua_gettop(L)); }

// A function whose variable lies on the stack of a thread that is gone.
static int push_open_upvalue(lua_State *L, int *count) {
  lua_State *thread = lua_newthread(L);
  int results;
  if (luaL_loadstring(thread, "local key, yield = ... yield(function() return key end)") != LUA_OK) return 0;
  push_key(L, count);
  lua_xmove(L, thread, 1);
  lua_pushcfunction(thread, yield_all);
  if (lua_resume(thread, L, 2, &results) != LUA_YIELD || results != 1) return 0;
  lua_xmove(thread, L, 1);
  lua_replace(L, -2);
  return 1;
}

static int push_keys(lua_State *L, int *count) {
  push_key(L, count);
  (void)luaL_ref(L, LUA_REGISTRYINDEX);
  push_key(L, count);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  push_key(L, count);
  lua_rawseti(L, -2, 1);
  lua_pop(L, 2);
  lua_createtable(L, 4, 4);
  for (int i = 1; i <= 3; i++) {  // the last one among the nodes
    push_key(L, count);
    lua_rawseti(L, -2, i == 3 ? -1 : i);
  }
  push_key(L, count);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_newtable(L);
  push_key(L, count);
  lua_setmetatable(L, -2);
  push_key(L, count);
  lua_pushcclosure(L, yield_all, 1);
  if (luaL_loadstring(L, "return x") != LUA_OK) return 0;
  push_key(L, count);
  lua_setupvalue(L, -2, 1);
  (void)lua_newuserdatauv(L, 8, 1);
  push_key(L, count);
  lua_setiuservalue(L, -2, 1);
  lua_newtable(L);
  push_key(L, count);
  lua_rawseti(L, -2, 1);
  lua_setmetatable(L, -2);
  lua_State *thread = lua_newthread(L);
  push_key(L, count);
  lua_xmove(L, thread, 1);
  return push_open_upvalue(L, count);
}

// Entries each of which is the key of the next.
static void push_chain(lua_State *L, int *count) {
  lua_newtable(L);
  lua_pushvalue(L, MODE);
  lua_setmetatable(L, -2);
  int chain = lua_gettop(L);
  push_key(L, count);
  lua_pushvalue(L, -1);
  for (int i = 0; i < 5; i++) {
    push_key(L, count);
    lua_pushvalue(L, -1);
    lua_insert(L, -3);
    lua_rawset(L, chain);
  }
  lua_pop(L, 1);
}

const char *dm_check_weak_keys(lua_State *L) {
  static const char unknown[] = "Lua: unknown layout of objects";
  dm_process *P = dm_of(L);
  if (!dm_find_objects(L) || !lua_checkstack(L, MOST_VALUES)) return unknown;
  dm_open_weak_keys(L);
  P->has_metatables = P->stressed = 1;  // however few they are
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "k");
  lua_setfield(L, MODE, "__mode");
  lua_pushvalue(L, MODE);
  lua_setmetatable(L, WEAK);
  int count = 0, dead = 0, left = 0;
  if (!push_keys(L, &count)) return unknown;
  push_chain(L, &count);
  push_key(L, &dead);
  lua_pop(L, 1);
  dm_settle_weak_keys(P);
  dm_restore_weak_keys(P);
  lua_Integer sum = 0;
  for (lua_pushnil(L); lua_next(L, WEAK); lua_pop(L, 1)) {
    sum += lua_tointeger(L, -1);
    left++;
  }
  lua_settop(L, 0);
  return left == count && sum == (lua_Integer)count * (count + 1) / 2 ? NULL : unknown;
}
