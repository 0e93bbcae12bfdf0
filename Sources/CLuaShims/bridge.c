// Bridged functions, and the stack operations that Swift uses.
#include "library.h"

#include <string.h>

// An await is over: the host's answers are its results, or one of them is raised.
static int answered(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  dm_process *P = dm_of(L);
  if (!P->raises) return lua_gettop(L);
  P->raises = 0;
  return lua_error(L);
}

void dm_raise_at_resume(dm_process *P) { P->raises = 1; }

// Whether a bridged call on that thread may return DM_AWAIT.
static int can_await(lua_State *L) { return dm_of(L)->blocked == 0 && dm_can_yield(L); }

// The host has returned; from here on nothing of Swift is on the stack.
static int conclude(lua_State *L, dm_process *P, int outcome) {
  if (P->arena.used > P->cap || P->killed || P->metered >= P->alarm) {
    dm_checkpoint(L);
    dm_end_slice_soon(L);
  }
  if (outcome >= 0) return outcome;
  if (outcome == DM_AWAIT) {
    if (!can_await(L)) return luaL_error(L, "attempt to await across a C-call boundary");
    lua_settop(L, 0);
    P->pending = DM_PENDING_AWAIT;
    return lua_yieldk(L, 0, 0, answered);
  }
  luaL_where(L, 1);
  lua_insert(L, -2);
  lua_concat(L, 2);
  return lua_error(L);
}

// Upvalue: the function's index.
static int trampoline(lua_State *L) {
  dm_process *P = dm_of(L);
  lua_State *outer = dm_enter_host(P, L);
  int outcome = P->dispatch(P->owner, L, (int)dm_upvalues(L)->integer);
  dm_leave_host(P, outer);
  return conclude(L, P, outcome);
}

static int formatted_trampoline(lua_State *L) {
  dm_format_log(L);
  lua_replace(L, 1);
  lua_settop(L, 1);
  return trampoline(L);
}

static int printed_trampoline(lua_State *L) {
  dm_print_string(L);
  lua_insert(L, 1);  // not lua_replace: without arguments the string is all there is
  lua_settop(L, 1);
  return trampoline(L);
}

void dm_push_bridged(lua_State *L, int index, dm_arguments arguments) {
  if (!dm_room(L, 1)) return;
  lua_pushinteger(L, index);
  lua_pushcclosure(L, arguments == DM_PLAIN       ? trampoline
                      : arguments == DM_FORMATTED ? formatted_trampoline
                                                  : printed_trampoline, 1);
}

// Upvalues: index, number.
static int bound_trampoline(lua_State *L) {
  luaL_checkstack(L, 1, "too many arguments");
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  return trampoline(L);
}

void dm_push_bound(lua_State *L, int index, int64_t number) {
  if (!dm_room(L, 2)) return;
  lua_pushinteger(L, index);
  lua_pushinteger(L, number);
  lua_pushcclosure(L, bound_trampoline, 2);
}

int dm_waiting_fiber(lua_State *L, uint32_t *generation) {
  dm_process *P = dm_of(L);
  if (!can_await(L) || P->current_fiber < 0) return -1;
  *generation = P->fibers[P->current_fiber].generation;
  return P->current_fiber;
}

// MARK: - Values

void dm_push_bytes(lua_State *L, const void *bytes, size_t length) {
  if (dm_room(L, 1)) lua_pushlstring(L, bytes, length);
}

const char *dm_bytes(lua_State *L, int index, size_t *length) {
  return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, length) : NULL;
}

int dm_reference(lua_State *L, int index) {
  if (!dm_room(L, 3)) return DM_NO_REFERENCE;
  lua_pushvalue(L, index);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

void dm_release(dm_process *P, int reference) {
  if (dm_room(P->running, 3)) luaL_unref(P->running, LUA_REGISTRYINDEX, reference);
}

int dm_get_index(lua_State *L, int table, int64_t key) {
  if (!dm_room(L, 1)) return LUA_TNIL;
  if (lua_type(L, table) == LUA_TTABLE) return lua_rawgeti(L, table, key);
  lua_pushnil(L);
  return LUA_TNIL;
}

int dm_get_field(lua_State *L, int table, const void *key, size_t length) {
  if (!dm_room(L, 1)) return LUA_TNIL;
  if (lua_type(L, table) == LUA_TTABLE) {
    table = lua_absindex(L, table);
    lua_pushlstring(L, key, length);
    return lua_rawget(L, table);
  }
  lua_pushnil(L);
  return LUA_TNIL;
}

void dm_set_index(lua_State *L, int table, int64_t key) {
  if (lua_type(L, table) == LUA_TTABLE) {
    lua_rawseti(L, table, key);
  } else {
    lua_pop(L, 1);
  }
}

void dm_set_field(lua_State *L, int table, const void *key, size_t length) {
  if (lua_type(L, table) == LUA_TTABLE && dm_room(L, 1)) {
    table = lua_absindex(L, table);
    lua_pushlstring(L, key, length);
    lua_insert(L, -2);
    lua_rawset(L, table);
  } else {
    lua_pop(L, 1);
  }
}

void dm_set_raw(lua_State *L, int table) {
  double number;
  int bad = lua_type(L, -2) == LUA_TNIL || (dm_number(L, -2, &number) && number != number);
  if (lua_type(L, table) == LUA_TTABLE && !bad) {
    lua_rawset(L, table);
  } else {
    lua_pop(L, 2);
  }
}

void dm_get_raw(lua_State *L, int table) {
  if (!dm_room(L, 1)) return;
  lua_pushvalue(L, -1);
  lua_rawget(L, table);
}

int64_t dm_push_keys(lua_State *L, int table, int64_t *count) {
  *count = 0;
  if (!dm_room(L, 8)) return 0;
  return dm_sorted_keys(L, lua_absindex(L, table), 0, count);
}

int dm_has_more_entries(lua_State *L, int table, int64_t count) {
  if (!dm_room(L, 2)) return 0;
  table = lua_absindex(L, table);
  int64_t met = 0;
  lua_pushnil(L);
  while (met <= count && lua_next(L, table)) {
    lua_pop(L, 1);
    met++;
  }
  if (met > count) lua_pop(L, 1);  // the key that was met last
  dm_charge(dm_of(L), met + dm_cost_of_places(dm_table_at(L, table)));
  return met > count;
}

static int describe(lua_State *L) {
  dm_describe(L, 1);
  return 1;
}

void dm_push_description(lua_State *L, int index) {
  dm_process *P = dm_of(L);
  if (!dm_room(L, 8)) return;
  index = lua_absindex(L, index);
  lua_pushcfunction(L, describe);
  lua_pushvalue(L, index);
  if (dm_call(P, 1, P->limit) != 0) lua_pushliteral(L, "(error in __tostring)");
}

const char *dm_type_name(lua_State *L, int index) {
  const char *name = luaL_typename(L, index);
  if (lua_type(L, index) == LUA_TUSERDATA && dm_room(L, 3) && luaL_getmetafield(L, index, "__name") != LUA_TNIL) {
    name = lua_tostring(L, -1);  // kept by the metatable
    lua_pop(L, 1);
  }
  return name;
}

const char *dm_function_name(lua_State *L, int *is_method) {
  lua_Debug at;
  *is_method = 0;
  if (!lua_getstack(L, 0, &at)) return "?";
  lua_getinfo(L, "n", &at);
  *is_method = strcmp(at.namewhat, "method") == 0;
  return at.name ? at.name : "?";
}
