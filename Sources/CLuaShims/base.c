// The base library, without files and without anything that shows addresses.
#include "process.h"

#include <string.h>

// MARK: - Protected calls: Lua's own, with a checkpoint behind them

static int protected_end(lua_State *L, int status, lua_KContext kept) {
  dm_process *P = dm_of(L);
  if (status == LUA_ERRMEM) dm_end(P, L, DM_MEMORY, NULL);
  if (P->killed || P->refused != 0) dm_checkpoint(L);
  if (status != LUA_OK && status != LUA_YIELD) {
    dm_spend_error(L);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)kept;
}

static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  return protected_end(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, protected_end), 0);
}

static int base_xpcall(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  return protected_end(L, lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, protected_end), 2);
}

// MARK: - Loading: text only

// The compiler takes quadratic time for a long chain of `or`, and for many names in functions that lie deep.
enum { COMPILED_BYTES = 500 };

static void spend_compiling(lua_State *L, size_t before, size_t length) {
  dm_spend(L, (int64_t)(length / 4 + (2 * before + length) * length / COMPILED_BYTES));
}

#define TOO_LONG "chunk too long (over %d bytes); put it into a file and require that"

static const char *read_piece(lua_State *L, void *context, size_t *length) {
  size_t *total = context;
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *length = 0;
    return NULL;
  }
  if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "reader function must return a string");
  lua_replace(L, 5);  // keeps it until the next piece
  size_t piece = lua_rawlen(L, 5);
  if (*total + piece <= DM_LONGEST_CHUNK) spend_compiling(L, *total, piece);
  *total += piece;
  if (*total > DM_LONGEST_CHUNK) luaL_error(L, TOO_LONG, DM_LONGEST_CHUNK);
  return lua_tolstring(L, 5, length);
}

static int base_load(lua_State *L) {
  size_t length;
  const char *mode = luaL_optstring(L, 3, "bt");
  const char *text = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &length) : NULL;
  if (strchr(mode, 't') == NULL) {
    lua_pushnil(L);
    lua_pushliteral(L, "attempt to load a text chunk (only text may be loaded)");
    return 2;
  }
  if (text != NULL && length > DM_LONGEST_CHUNK) {
    lua_pushnil(L);
    lua_pushfstring(L, TOO_LONG, DM_LONGEST_CHUNK);
    return 2;
  }
  int environment = lua_isnone(L, 4) ? 0 : 4;
  const char *name = luaL_optstring(L, 2, text != NULL ? text : "=(load)");
  lua_settop(L, 5);
  int status;
  if (text != NULL) {
    spend_compiling(L, 0, length);
    status = luaL_loadbufferx(L, text, length, name, "t");
  } else {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    size_t total = 0;
    status = lua_load(L, read_piece, &total, name, "t");
  }
  if (status != LUA_OK) {
    if (status == LUA_ERRMEM) dm_end(dm_of(L), L, DM_MEMORY, NULL);
    dm_checkpoint(L);
    dm_text_of_load(L);
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (environment != 0) {
    lua_pushvalue(L, environment);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  }
  return 1;
}

// MARK: - Values

enum { LEVELS_AN_INSTRUCTION = 4 };

// To find the place of a far level takes as long as it is far.
static int base_error(lua_State *L) {
  int level = (int)luaL_optinteger(L, 2, 1);
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING && level > 0) {
    dm_spend(L, level / LEVELS_AN_INSTRUCTION);
    luaL_where(L, level);
    lua_insert(L, 1);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  dm_tolstring(L, 1, NULL);
  return 1;
}

// A finalizer would show when the collector ran. Lua looks for __gc now and never again, so it is hidden for a moment;
// its key stays in the table, so nothing is allocated.
static int base_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  lua_settop(L, 2);
  int finalizer = 0;
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    lua_pushvalue(L, 3);
    finalizer = lua_rawget(L, 2) != LUA_TNIL;
    if (finalizer) {
      lua_pushvalue(L, 3);
      lua_pushnil(L);
      lua_rawset(L, 2);
    }
  }
  lua_pushvalue(L, 2);
  lua_setmetatable(L, 1);
  if (finalizer) lua_rawset(L, 2);
  lua_settop(L, 1);
  return 1;
}

static int ipairs_step(lua_State *L) {
  lua_Integer i = luaL_intop(+, luaL_checkinteger(L, 2), 1);
  lua_pushinteger(L, i);
  return lua_geti(L, 1, i) == LUA_TNIL ? 1 : 2;
}

// Upvalue: the step.
static int base_ipairs(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

static int base_collectgarbage(lua_State *L) {
  static const char *const names[] = {"collect", "count",      "step",         "isrunning",  "stop", "restart",
                                      "setpause", "setstepmul", "incremental", "generational", NULL};
  dm_process *P = dm_of(L);
  switch (luaL_checkoption(L, 1, "collect", names)) {
    case 0:
      dm_collect(P);
      dm_checkpoint(L);
      lua_pushinteger(L, 0);
      break;
    case 1: lua_pushnumber(L, (lua_Number)P->arena.used / 1024); break;
    case 2:
      dm_collect(P);
      dm_checkpoint(L);
      lua_pushboolean(L, 1);
      break;
    case 3: lua_pushboolean(L, 1); break;
    case 6: lua_pushinteger(L, 200); break;
    case 7: lua_pushinteger(L, 100); break;
    case 8:
    case 9: lua_pushliteral(L, "incremental"); break;
    default: lua_pushinteger(L, 0); break;
  }
  return 1;
}

static int base_ignore(lua_State *L) {
  (void)L;
  return 0;
}

static const luaL_Reg functions[] = {
  {"collectgarbage", base_collectgarbage}, {"error", base_error},   {"load", base_load},
  {"next", dm_next},                       {"pairs", dm_pairs},     {"pcall", base_pcall},
  {"print", dm_print},                     {"setmetatable", base_setmetatable}, {"tostring", base_tostring},
  {"warn", base_ignore},                   {"xpcall", base_xpcall}, {NULL, NULL},
};

static const char *const kept[] = {
  "assert", "getmetatable", "rawequal", "rawget", "rawlen", "rawset", "select", "tonumber", "type", NULL,
};

void dm_open_base(lua_State *L) {
  luaopen_base(L);  // into the first table of globals, which is then replaced
  lua_createtable(L, 0, 64);
  for (const char *const *name = kept; *name != NULL; name++) {
    lua_getfield(L, -2, *name);
    dm_keep(L, *name);
  }
  dm_set_functions(L, functions);
  lua_pushnil(L);
  lua_pushcclosure(L, ipairs_step, 1);
  lua_pushcclosure(L, base_ipairs, 1);
  lua_setfield(L, -2, "ipairs");
  lua_pushliteral(L, "Lua 5.4");
  lua_setfield(L, -2, "_VERSION");
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_replace(L, -2);  // only the new table stays
}
