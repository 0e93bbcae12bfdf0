// What a script raised, when it reaches the host: noted as a failure, its message made a string.
#include "values.h"

#include <string.h>

static int to_string(lua_State *L) {
  if (lua_isstring(L, 1) || luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL) {
    lua_settop(L, 1);
    dm_tolstring(L, 1, NULL);
  } else {
    lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
  }
  return 1;
}

// The message as a string, on top of the main thread; the error object is popped from L, which may be dead. The main thread
// counts its C calls from where L is. NULL, and nothing there, when it has no room, which ends the process.
static const char *message_of(dm_process *P, lua_State *L) {
  lua_State *T = P->main;
  if (!dm_room(T, 8)) {
    lua_pop(L, 1);
    return NULL;
  }
  int levels = dm_levels(T);
  if (dm_levels(L) > levels) dm_set_levels(T, dm_levels(L));
  lua_pushcfunction(T, to_string);
  if (L == T) {
    lua_insert(T, -2);
  } else {
    lua_xmove(L, T, 1);
  }
  P->in_lua = 1;
  if (lua_pcall(T, 1, 1, 0) != LUA_OK) {
    lua_pop(T, 1);
    lua_pushliteral(T, "(error in __tostring of the error object)");
  }
  dm_set_levels(T, levels);
  P->in_lua = 0;
  const char *message = lua_tostring(T, -1);
  return message != NULL ? message : "(error object is not a string)";
}

void dm_note_failure(dm_process *P, lua_State *L, int status, int level) {
  unsigned char in_lua = P->in_lua;
  P->in_lua = 0;
  if (status == LUA_ERRMEM && !P->killed) dm_end(P, L, DM_MEMORY, NULL);
  const char *message = NULL;
  if (P->killed) {
    lua_pop(L, 1);
  } else {
    message = message_of(P, L);
  }
  if (message != NULL) {
    dm_failure_kind kind = status == LUA_ERRSYNTAX                             ? DM_SYNTAX
                           : status == LUA_ERRERR || strstr(message, "stack overflow") ? DM_STACK_OVERFLOW
                                                                               : DM_RUNTIME;
    if (!P->killed) dm_copy_failure(&P->failure, kind, message, L, level);
    lua_pop(P->main, 1);
  }
  P->in_lua = in_lua;
}

int dm_note(lua_State *L) {
  dm_process *P = dm_of(L);
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  dm_note_failure(P, L, LUA_ERRRUN, 1);
  lua_pushlightuserdata(L, P);  // noted
  return 1;
}

// Scripts have no light userdata.
int dm_is_noted(lua_State *L) { return lua_type(L, -1) == LUA_TLIGHTUSERDATA; }

void dm_message_of_load(lua_State *L) {
  dm_process *P = dm_of(L);
  if (!dm_is_noted(L) || P->failure.message == NULL) return;
  lua_pushstring(L, P->failure.message);
  lua_replace(L, -2);
}
