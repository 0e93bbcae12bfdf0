// Calls of what is no function. For these the virtual machine looks for `__call` in the metatable; if that is no
// function either, for the `__call` of that, and so on, all within one instruction, while the arguments move up by one
// at each link. A table that is its own `__call` would keep it so for minutes, and nobody is asked meanwhile.
//
// So the virtual machine is made to look under a key that no script can write or see. There each metatable has a
// function in Lua that goes one link by instructions that are counted and moves its arguments as any call does. What
// `__call` means stays as it is, also where it is set or changed later than the metatable.
#include "values.h"

#include <string.h>

// lua_State: header of 10 bytes, 6 more, top, the global state. A string's text lies behind its header, in which is its
// hash; a table of strings has 128 chains at least.
enum { GLOBAL_STATE = 24, STRING_HEADER = 24, STRING_HASH_BEFORE = 12, LEAST_CHAINS = 128 };

// MARK: - The key

// Made as the first text; then it reads as the second. Strings are found by their hash, so scripts get neither.
static const char made[] = "called by metatable", read_as[] = "Called by metatable";

static const char *push_text(lua_State *L, const char *text) { return lua_pushlstring(L, text, strlen(text)); }

static uint32_t hash_of(const char *text) {
  uint32_t hash;
  memcpy(&hash, text - STRING_HASH_BEFORE, sizeof hash);
  return hash;
}

static const char *push_key(lua_State *L) {
  char *text = (char *)(uintptr_t)push_text(L, made);
  memcpy(text, read_as, sizeof read_as - 1);
  return text;
}

// Puts the key in the place of "__call" among the names of metamethods, which is known by its neighbours.
static int look_for(lua_State *L, const char *key) {
  static const char *const known[] = {"__concat", "__call", "__close"};
  const char *names[3], *global, *wanted = key - STRING_HEADER;
  for (int i = 0; i < 3; i++) {
    names[i] = push_text(L, known[i]) - STRING_HEADER;
    lua_pop(L, 1);  // Lua holds them
  }
  memcpy(&global, (const char *)L + GLOBAL_STATE, sizeof global);
  for (size_t at = 0; at + sizeof names <= DM_FIRST_BLOCK; at += sizeof *names) {
    if (memcmp(global + at, names, sizeof names) != 0) continue;
    memcpy((char *)(uintptr_t)global + at + sizeof *names, &wanted, sizeof wanted);
    return 1;
  }
  return 0;
}

// MARK: - One link

static const char *type_name(lua_State *L, int value) {
  return luaL_getmetafield(L, value, "__name") == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, value);
}

// In Lua's words. Level 1 is the function below, 2 who called that.
static int refuse(lua_State *L, int value) {
  lua_Debug call;
  const char *type = type_name(L, value);
  luaL_where(L, 2);
  lua_pushfstring(L, "attempt to call a %s value", type);
  if (lua_getstack(L, 1, &call) && lua_getinfo(L, "n", &call) && call.name != NULL) {
    lua_pushfstring(L, " (%s '%s')", call.namewhat, call.name);
  } else {
    lua_pushliteral(L, "");
  }
  lua_concat(L, 3);
  return lua_error(L);
}

// What is to be called for the value at 1. Upvalue: the key, which tells what else can be called.
static int callee(lua_State *L) {
  lua_settop(L, 1);
  if (luaL_getmetafield(L, 1, "__call") == LUA_TNIL) return refuse(L, 1);
  if (lua_isfunction(L, 2)) return 1;
  if (!lua_getmetatable(L, 2)) return refuse(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  if (lua_rawget(L, -2) == LUA_TNIL) return refuse(L, 2);
  lua_settop(L, 2);
  return 1;
}

static const char link_source[] =
  "local callee = ... return function(self, ...) return callee(self)(self, ...) end";

static dm_chunk link;

int dm_compile_calls(lua_State *L) {
  return dm_compile_chunk(L, link_source, sizeof link_source - 1, DM_HOST_CHUNK, &link);
}

void dm_open_calls(lua_State *L) {
  dm_process *P = dm_of(L);
  const char *key = push_key(L);
  P->call_key = lua_topointer(L, -1);
  if (!look_for(L, key)) luaL_error(L, "unknown names of metamethods");
  lua_pushvalue(L, -1);
  P->call_key_reference = luaL_ref(L, LUA_REGISTRYINDEX);
  if (dm_load_chunk(L, &link) != LUA_OK) lua_error(L);
  lua_pushvalue(L, -2);
  lua_pushcclosure(L, callee, 1);
  lua_call(L, 1, 1);
  P->call_reference = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}

// A function that the host's own text makes a `__call` is called straight: it may ask where it was called from, also where
// `return f(...)` would leave no trace of that. No script can change it there.
static int push_function_of_host(lua_State *L, int metatable) {
  lua_Debug caller;
  if (!lua_getstack(L, 1, &caller) || !lua_getinfo(L, "S", &caller) || strcmp(caller.source, DM_HOST_CHUNK) != 0) return 0;
  push_text(L, "__call");
  lua_rawget(L, metatable);
  if (lua_iscfunction(L, -1)) return 1;
  lua_pop(L, 1);
  return 0;
}

void dm_make_callable(lua_State *L, int metatable) {
  dm_process *P = dm_of(L);
  metatable = lua_absindex(L, metatable);
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->call_key_reference);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, metatable) != LUA_TNIL) {
    lua_pop(L, 2);
    return;
  }
  lua_pop(L, 1);
  if (!push_function_of_host(L, metatable)) lua_rawgeti(L, LUA_REGISTRYINDEX, P->call_reference);
  lua_rawset(L, metatable);
}

// MARK: - What is assumed of Lua's inside

static int nothing(lua_State *L) {
  (void)L;
  return 0;
}

// Calls a table whose metatable has a function under the key on top, which is popped.
static int can_call(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, -3);
  lua_pushcfunction(L, nothing);
  lua_rawset(L, -3);
  lua_setmetatable(L, -2);
  int status = lua_pcall(L, 0, 0, 0);
  lua_settop(L, 0);
  return status == LUA_OK;
}

const char *dm_check_calls(lua_State *L) {
  static const char unknown[] = "Lua: unknown names of metamethods";
  uint32_t hash = hash_of(push_key(L)), other = hash_of(push_text(L, read_as));
  lua_pop(L, 1);
  int is_known = (hash ^ other) % LEAST_CHAINS != 0 && look_for(L, lua_tostring(L, 1)) && can_call(L);
  push_text(L, "__call");
  return is_known && !can_call(L) ? NULL : unknown;
}
