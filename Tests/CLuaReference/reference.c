#include "CLuaReference.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <time.h>

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

double reference_seconds(reference_state *L, int64_t first, int64_t second) {
  struct timespec from, to;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
  if (run(L, first, second) != LUA_OK) return -1;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
  return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
}
