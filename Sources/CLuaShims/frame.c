// What is read from calls under way without asking Lua: a number among the arguments, room on the stack, an upvalue, who
// called; and from the registry the functions that the host starts, which are copied as Lua does. To ask takes a fifth of a
// bridged call, and a twentieth of a timer's. Here it is tried whether all that lies where it is thought to lie; nothing is
// followed that was not found equal to what Lua tells.
#include "state.h"

enum { UPVALUE = 0x0DECADE5, MORE = 50 };

static int is_function_known(lua_State *L) {
  lua_Debug at;
  if (!lua_getstack(L, 0, &at) || (const void *)at.i_ci != (const void *)dm_thread_of(L)->frame) return 0;
  const dm_thread *thread = dm_thread_of(L);
  if (thread->frame->function != thread->top - lua_gettop(L) - 1) return 0;
  lua_getinfo(L, "f", &at);
  const void *function = lua_topointer(L, -1);
  lua_pop(L, 1);
  return thread->frame->function->object == function && dm_integer_upvalue(L) == UPVALUE;
}

static int are_values_known(lua_State *L) {
  const dm_value *integer = dm_value_of_type(L, 1, DM_INTEGER_TYPE), *number = dm_value_of_type(L, 2, DM_FLOAT_TYPE);
  if (integer == NULL || integer->integer != 7 || number == NULL || number->number != 0.5) return 0;
  for (int i = -1; i <= 5; i++) {  // 3: a text of digits, 4: true, 5: none
    if (i != 1 && dm_value_of_type(L, i, DM_INTEGER_TYPE) != NULL) return 0;
    if (i != 2 && dm_value_of_type(L, i, DM_FLOAT_TYPE) != NULL) return 0;
  }
  return 1;
}

static int is_room_known(lua_State *L) {
  const dm_thread *thread = dm_thread_of(L);
  if (thread->frame->end - thread->top != LUA_MINSTACK || !lua_checkstack(L, MORE)) return 0;
  lua_pushnil(L);
  int known = thread->frame->end - thread->top == MORE - 1;
  lua_pop(L, 1);
  return known;
}

// Called by look, which is called by nobody.
static int look_outward(lua_State *L) {
  lua_Debug at, caller;
  const dm_frame *own = dm_thread_of(L)->frame;
  int known = lua_getstack(L, 0, &at) && lua_getstack(L, 1, &caller) && !lua_getstack(L, 2, &(lua_Debug){0});
  known = known && own->caller == (const void *)caller.i_ci && own->caller->inner == own;
  known = known && dm_to_caller(&at) && at.i_ci == caller.i_ci && !dm_to_caller(&at);
  lua_pushboolean(L, known);
  return 1;
}

static int are_calls_known(lua_State *L) {
  lua_pushcfunction(L, look_outward);
  lua_call(L, 0, 1);
  int known = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return known;
}

static int look(lua_State *L) {
  lua_pushboolean(L, is_function_known(L) && are_values_known(L) && are_calls_known(L) && is_room_known(L));
  return 1;
}

// That what the registry holds is pushed as Lua would push it, and an object that lies beyond its list too.
static int is_registry_known(lua_State *L) {
  const dm_process *P = dm_of(L);
  int top = lua_gettop(L), references[] = {LUA_RIDX_MAINTHREAD, LUA_RIDX_GLOBALS, LUA_RIDX_LAST + 100};
  for (int i = 0; i < 3; i++) {
    dm_push_kept(P, L, references[i]);
    lua_rawgeti(L, LUA_REGISTRYINDEX, references[i]);
    if (lua_gettop(L) != top + 2 || lua_type(L, -1) != lua_type(L, -2) || !lua_rawequal(L, -1, -2)) return 0;
    lua_settop(L, top);
  }
  return 1;
}

const char *dm_check_frames(lua_State *L) {
  lua_pushinteger(L, UPVALUE);
  lua_pushcclosure(L, look, 1);
  lua_pushinteger(L, 7);
  lua_pushnumber(L, 0.5);
  lua_pushliteral(L, "7");
  lua_pushboolean(L, 1);
  int status = lua_pcall(L, 4, 1, 0), known = lua_toboolean(L, -1);
  lua_settop(L, 0);
  known = known && is_registry_known(L);
  return status == LUA_OK && known ? NULL : "Lua: unknown layout of calls";
}
