// The base library, without files and without anything that shows addresses.
#include "library.h"

#include <string.h>

// MARK: - Protected calls, with a checkpoint behind whatever they catch

// What the call left, from `first` on, are the answers if all went well: in front is the `true` for them.
static int answer(lua_State *L, int status, lua_KContext first) {
  dm_process *P = dm_of(L);
  if (status == LUA_ERRMEM) dm_end(P, L, DM_MEMORY, NULL);
  if (P->killed || P->refused != 0) dm_checkpoint(L);
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)first + 1;
  dm_spend(L, DM_CAUGHT_COST);
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  return answer(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 1, answer), 1);
}

static int base_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  int arguments = lua_gettop(L) - 2;
  lua_pushvalue(L, 1);
  lua_copy(L, 2, 1);        // 1: the handler
  lua_pushboolean(L, 1);
  lua_replace(L, 2);        // 2: true
  lua_insert(L, 3);         // 3: the function
  return answer(L, lua_pcallk(L, arguments, LUA_MULTRET, 1, 2, answer), 2);
}

const char *dm_function_in_the_way(lua_State *L) {
  lua_Debug at;
  int found = dm_room(L, 1) && lua_getstack(L, 1, &at);
  for (; found; found = dm_to_caller(&at)) {
    lua_getinfo(L, "f", &at);
    lua_CFunction function = lua_tocfunction(L, -1);
    lua_pop(L, 1);
    if (function != NULL && function != base_pcall && function != base_xpcall) break;
  }
  if (!found) return NULL;
  lua_getinfo(L, "n", &at);
  return at.name;
}

// MARK: - Loading: source only, never binary

enum { MODE = 3, ENVIRONMENT = 4, PIECE = 5, COMPILED_BYTES = 4 };  // places on the stack; bytes an instruction

static const char *read_piece(lua_State *L, void *context, size_t *length) {
  (void)context;
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  int is_end = lua_isnil(L, -1);
  if (!is_end && !lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
  lua_replace(L, PIECE);  // there it stays until the next one
  if (is_end) {
    *length = 0;
    return NULL;
  }
  const char *piece = lua_tolstring(L, PIECE, length);
  dm_spend(L, (int64_t)*length / COMPILED_BYTES);
  return piece;
}

static int compile(lua_State *L, const char *name, const char *mode) {
  size_t length;
  const char *source = lua_tolstring(L, 1, &length);
  if (source == NULL) return lua_load(L, read_piece, NULL, name, mode);
  dm_spend(L, (int64_t)length / COMPILED_BYTES);
  return luaL_loadbufferx(L, source, length, name, mode);
}

static int base_load(lua_State *L) {
  int is_string = lua_isstring(L, 1), has_environment = !lua_isnone(L, ENVIRONMENT);
  const char *name = luaL_optstring(L, 2, is_string ? lua_tostring(L, 1) : "=(load)");
  const char *mode = luaL_optstring(L, MODE, "t");
  if (!is_string) luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, PIECE);
  int status = LUA_ERRSYNTAX;
  int wants_binary = strchr(mode, 'b') != NULL;
  if (wants_binary && strchr(mode, 't') == NULL) {
    lua_pushfstring(L, "attempt to load a text chunk (mode is '%s')", mode);
  } else {
    if (wants_binary) mode = "t";
    status = compile(L, name, mode);
  }
  if (status == LUA_OK) {
    if (has_environment) {
      lua_pushvalue(L, ENVIRONMENT);
      if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
    }
    return 1;
  }
  if (status == LUA_ERRMEM) dm_end(dm_of(L), L, DM_MEMORY, NULL);
  dm_checkpoint(L);
  dm_message_of_load(L);
  lua_pushnil(L);
  lua_insert(L, -2);
  return 2;
}

// MARK: - Lua's own, where something is to be done before

static int has_protected_metatable(lua_State *L, int index) {
  int has = luaL_getmetafield(L, index, "__metatable") != LUA_TNIL;
  if (has) lua_pop(L, 1);
  return has;
}

// A finalizer would show when the collector ran. Lua looks for __gc now and never again, so it is hidden for a moment: from
// where nothing can fail. Its key stays in the table, so nothing is allocated when it comes back.
static int base_setmetatable(lua_State *L) {
  if (!lua_istable(L, 1) || !lua_istable(L, 2) || has_protected_metatable(L, 1)) return dm_own(L);
  lua_settop(L, 2);
  lua_pushliteral(L, "__gc");
  lua_pushvalue(L, 3);
  if (lua_rawget(L, 2) == LUA_TNIL) {
    lua_settop(L, 2);
    return dm_own(L);
  }
  lua_pushvalue(L, 3);
  lua_pushnil(L);
  lua_rawset(L, 2);
  lua_pushvalue(L, 2);
  lua_setmetatable(L, 1);
  lua_rawset(L, 2);
  lua_settop(L, 1);
  return 1;
}

// Upvalues: Lua's own, and its step as a closure. A light function's order among keys would be its address.
static int base_ipairs(lua_State *L) {
  int results = dm_own(L);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_replace(L, -1 - results);
  return results;
}

// Upvalue: Lua's own step.
static int ipairs_step(lua_State *L) { return dm_own(L); }

static int base_rawset(lua_State *L) {
  luaL_argcheck(L, !lua_istable(L, 1) || !dm_is_guard(L, 1), 1, "what is the system's cannot be set");
  return dm_charged(L);
}

// MARK: - Ours

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  dm_tolstring(L, 1, NULL);
  return 1;
}

// The collector runs where the script alone decides, so there is nothing to set: who asks gets Lua's usual settings.
static int base_collectgarbage(lua_State *L) {
  static const char *const options[] = {"collect", "step", "count", "isrunning", "setpause", "setstepmul",
                                        "incremental", "generational", "stop", "restart", NULL};
  enum { COLLECT, STEP, COUNT, ISRUNNING, SETPAUSE, SETSTEPMUL, INCREMENTAL, GENERATIONAL };
  dm_process *P = dm_of(L);
  int option = luaL_checkoption(L, 1, "collect", options);
  if (option <= STEP) {
    dm_collect(P);
    dm_checkpoint(L);
  }
  switch (option) {
    case STEP:
    case ISRUNNING: lua_pushboolean(L, 1); break;
    case COUNT: lua_pushnumber(L, (lua_Number)P->arena.used / 1024); break;
    case SETPAUSE: lua_pushinteger(L, 200); break;
    case SETSTEPMUL: lua_pushinteger(L, 100); break;
    case INCREMENTAL:
    case GENERATIONAL: lua_pushliteral(L, "incremental"); break;
    default: lua_pushinteger(L, 0); break;
  }
  return 1;
}

static int base_warn(lua_State *L) {
  (void)L;
  return 0;
}

static dm_function functions[] = {
  {"assert"}, {"error"}, {"getmetatable"}, {"rawlen"}, {"type"},  // which look at no byte of a string
  {"rawequal", dm_charged}, {"rawget", dm_charged}, {"rawset", base_rawset}, {"tonumber", dm_charged},
  {"collectgarbage", base_collectgarbage}, {"load", base_load}, {"next", dm_next}, {"pairs", dm_pairs},
  {"pcall", base_pcall}, {"print", dm_print}, {"tostring", base_tostring}, {"warn", base_warn},
  {"xpcall", base_xpcall},
  {"select", dm_charged_by_arguments}, {"setmetatable", base_setmetatable},
  {NULL},
};
static lua_CFunction own_ipairs, own_step;  // and its step

void dm_learn_base(lua_State *L) {
  dm_find_own(L, functions);
  own_ipairs = dm_own_named(L, "ipairs");
  lua_getfield(L, -1, "ipairs");
  lua_newtable(L);
  lua_call(L, 1, 1);
  own_step = lua_tocfunction(L, -1);
  lua_pop(L, 1);
}

static void set_ipairs(lua_State *L) {
  lua_pushcfunction(L, own_ipairs);
  lua_pushcfunction(L, own_step);
  lua_pushcclosure(L, ipairs_step, 1);
  lua_pushcclosure(L, base_ipairs, 2);
  lua_setfield(L, -2, "ipairs");
}

void dm_open_base(lua_State *L) {
  lua_createtable(L, 0, 64);
  dm_set_functions(L, functions);
  set_ipairs(L);
  lua_pushliteral(L, "Lua 5.4");
  lua_setfield(L, -2, "_VERSION");
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}
