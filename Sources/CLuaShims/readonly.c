// Global tables of the host's that scripts read and cannot write: `UIApplication` and its like. What a script holds is a
// guard, which is empty for ever; what it shows is in a table behind it. The host makes that table when a script first
// looks, for most scripts look at few of them.
#include "values.h"

// In the words of who called the running function. Values 1 and 2 are guard and key.
static int refuse(lua_State *L, int name) {
  luaL_where(L, 1);
  lua_pushvalue(L, name);
  lua_pushliteral(L, " is the system's: its ");
  dm_tolstring(L, 2, NULL);
  lua_pushliteral(L, " cannot be set");
  lua_concat(L, 5);
  return lua_error(L);
}

static int write_first(lua_State *L);

// MARK: - A guard that has been looked into

// Upvalue: the name.
static int write_guard(lua_State *L) { return refuse(L, lua_upvalueindex(1)); }

// Upvalue: the table behind, which no script gets hold of.
static int next_of_guard(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_replace(L, 1);
  return dm_next(L);
}

static int give_walk(lua_State *L, int table) {
  lua_pushvalue(L, table);
  lua_pushcclosure(L, next_of_guard, 1);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// Upvalue: the same.
static int walk_guard(lua_State *L) { return give_walk(L, lua_upvalueindex(1)); }

int dm_is_guard(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__newindex") == LUA_TNIL) return 0;
  lua_CFunction write = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  return write == write_guard || write == write_first;
}

// Name and table are on top. A function `__call` in the table makes the guard callable and is no field of it.
static void set_metatable(lua_State *L) {
  int table = lua_gettop(L), name = table - 1;
  lua_createtable(L, 0, 4);
  if (lua_getfield(L, table, "__call") == LUA_TNIL) {
    lua_pop(L, 1);
  } else {
    lua_setfield(L, -2, "__call");
    lua_pushnil(L);
    lua_setfield(L, table, "__call");
  }
  lua_pushvalue(L, table);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, table);
  lua_pushcclosure(L, walk_guard, 1);
  lua_setfield(L, -2, "__pairs");
  lua_pushvalue(L, name);
  lua_pushcclosure(L, write_guard, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  luaL_ref(L, LUA_REGISTRYINDEX);  // kept for ever: what was never counted must not be given back
  lua_setmetatable(L, 1);
}

// MARK: - One that has not

// Pushes the name of the guard at 1 and the table behind it, which is made now. Guards are made one after the other, so
// their numbers are those of the objects that they are.
static void fill(lua_State *L) {
  dm_process *P = dm_of(L);
  lua_State *outer = dm_enter_host(P, L);
  int top = lua_gettop(L);
  dm_account scripts = dm_host_begins(L);
  P->fill(P->owner, L, (int)(dm_serial(L, 1) - P->first_guard));
  if (lua_gettop(L) == top + 2) set_metatable(L);
  dm_host_ends(L, scripts);
  dm_leave_host(P, outer);
  dm_checkpoint(L);  // there may have been no room on the stack
}

static int read_first(lua_State *L) {
  lua_settop(L, 2);
  fill(L);
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return 1;
}

static int write_first(lua_State *L) {
  lua_settop(L, 2);
  fill(L);
  return refuse(L, 3);
}

static int walk_first(lua_State *L) {
  lua_settop(L, 1);
  fill(L);
  return give_walk(L, 3);
}

static int make_first_metatable(lua_State *L) {
  lua_createtable(L, 0, 4);
  lua_pushcfunction(L, read_first);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, write_first);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, walk_first);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

void dm_push_guard(lua_State *L) {
  dm_process *P = dm_of(L);
  if (!dm_room(L, 4)) return;
  if (P->guard_reference == 0) P->guard_reference = make_first_metatable(L);
  lua_createtable(L, 0, 0);
  if (P->first_guard == 0) P->first_guard = dm_serial(L, -1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->guard_reference);
  lua_setmetatable(L, -2);
}
