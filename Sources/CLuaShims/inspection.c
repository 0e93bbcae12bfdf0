// debug.traceback and debug.getinfo: both show the script's own source only.
#include "library.h"

#include <string.h>

enum { TRACEBACK_COST = 2000, INFORMATION_COST = 50 };

static int traceback(lua_State *L) {
  lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  int first = thread != L || lua_isthread(L, 1) ? 2 : 1;
  if (!lua_isnoneornil(L, first) && !lua_isstring(L, first)) {
    lua_pushvalue(L, first);
    return 1;
  }
  int level = (int)luaL_optinteger(L, first + 1, thread == L ? 1 : 0);
  dm_spend(L, TRACEBACK_COST);
  luaL_traceback(L, thread, lua_tostring(L, first), level);
  return 1;
}

// Options as in Lua's own, but for 'L' and 'r'.
static int getinfo(lua_State *L) {
  lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  int first = lua_isthread(L, 1) ? 2 : 1;
  const char *options = luaL_optstring(L, first + 1, "flnStu");
  int is_known = strspn(options, "flnStu") == strlen(options);
  lua_Debug at;
  dm_spend(L, INFORMATION_COST);
  if (lua_isfunction(L, first)) {
    luaL_argcheck(L, is_known, first + 1, "invalid option");
    lua_settop(L, first + 1);
    options = lua_pushfstring(L, ">%s", options);
    lua_pushvalue(L, first);
    lua_xmove(L, thread, 1);
  } else {
    int level = (int)luaL_checkinteger(L, first);
    if (!lua_getstack(thread, level, &at)) {
      lua_pushnil(L);
      return 1;
    }
    luaL_argcheck(L, is_known, first + 1, "invalid option");
    lua_settop(L, first + 1);
  }
  luaL_argcheck(L, lua_checkstack(thread, 2), first, "stack overflow");
  lua_getinfo(thread, options, &at);
  int has_function = strchr(options, 'f') != NULL;
  if (has_function) lua_xmove(thread, L, 1);
  lua_createtable(L, 0, 12);
  if (has_function) {
    lua_insert(L, -2);
    lua_setfield(L, -2, "func");
  }
  if (strchr(options, 'S')) {
    lua_pushstring(L, at.source), lua_setfield(L, -2, "source");
    lua_pushstring(L, at.short_src), lua_setfield(L, -2, "short_src");
    lua_pushinteger(L, at.linedefined), lua_setfield(L, -2, "linedefined");
    lua_pushinteger(L, at.lastlinedefined), lua_setfield(L, -2, "lastlinedefined");
    lua_pushstring(L, at.what), lua_setfield(L, -2, "what");
  }
  if (strchr(options, 'l')) lua_pushinteger(L, at.currentline), lua_setfield(L, -2, "currentline");
  if (strchr(options, 'u')) {
    lua_pushinteger(L, at.nups), lua_setfield(L, -2, "nups");
    lua_pushinteger(L, at.nparams), lua_setfield(L, -2, "nparams");
    lua_pushboolean(L, at.isvararg), lua_setfield(L, -2, "isvararg");
  }
  if (strchr(options, 'n')) {
    lua_pushstring(L, at.name), lua_setfield(L, -2, "name");
    lua_pushstring(L, at.namewhat), lua_setfield(L, -2, "namewhat");
  }
  if (strchr(options, 't')) lua_pushboolean(L, at.istailcall), lua_setfield(L, -2, "istailcall");
  return 1;
}

static const dm_function always[] = {{"traceback", traceback}, {NULL, NULL}};
static const dm_function on_request[] = {{"getinfo", getinfo}, {NULL, NULL}};

void dm_open_debug(lua_State *L) {
  lua_createtable(L, 0, 2);
  dm_set_functions(L, always);
  if (dm_of(L)->inspection) dm_set_functions(L, on_request);
}
