#include "CLuaReference.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

enum { CHUNK = 1, RESULT = 2 };  // where both lie on the stack

reference_state *reference_open(void) {
  lua_State *L = luaL_newstate();
  if (L != NULL) luaL_openlibs(L);
  return L;
}

void reference_close(reference_state *L) { lua_close(L); }

int reference_load(reference_state *L, const char *source, size_t length, const char *name, const char **text) {
  lua_settop(L, 0);
  if (luaL_loadbufferx(L, source, length, name, "t") == LUA_OK) return 0;
  *text = lua_tostring(L, -1);
  return -1;
}

static int run(lua_State *L, int64_t first, int64_t second) {
  lua_settop(L, CHUNK);
  lua_pushvalue(L, CHUNK);
  lua_pushinteger(L, first);
  lua_pushinteger(L, second);
  return lua_pcall(L, 2, 1, 0);
}

int reference_run(reference_state *L, int64_t first, int64_t second, const char **text, size_t *length) {
  int status = run(L, first, second);
  *text = lua_tolstring(L, RESULT, length);
  if (*text == NULL) *text = lua_pushliteral(L, "the chunk returned no text"), status = LUA_ERRRUN;
  return status == LUA_OK ? 0 : -1;
}
