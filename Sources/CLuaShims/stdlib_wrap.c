// Lua's own library functions as scripts get them: each charged for what it does.
#include "library.h"

// What an instruction of the meter is worth: bytes read or made, results, characters.
enum { BYTES_AN_INSTRUCTION = 32, RESULTS_AN_INSTRUCTION = 4, SHORT_BYTES = 64, LONG_BYTES = 4096 };

static size_t length_of(lua_State *L, int index) { return lua_type(L, index) == LUA_TSTRING ? lua_rawlen(L, index) : 0; }

// The bytes of the strings among so many values from an index on.
static size_t length_of_all(lua_State *L, int first, int count) {
  size_t length = 0;
  for (int i = first; i < first + count; i++) length += length_of(L, i);
  return length;
}

int dm_charged(lua_State *L) {
  size_t length = length_of_all(L, 1, lua_gettop(L));
  if (length >= SHORT_BYTES) dm_spend(L, (int64_t)length / BYTES_AN_INSTRUCTION);
  if (length >= LONG_BYTES) dm_reserve(L, length);
  return dm_own(L);
}

int dm_charged_by_results(lua_State *L) {
  int results = dm_own(L);
  size_t length = length_of_all(L, lua_gettop(L) - results + 1, results);
  if (results >= RESULTS_AN_INSTRUCTION || length >= SHORT_BYTES) {
    dm_spend(L, results / RESULTS_AN_INSTRUCTION + (int64_t)length / BYTES_AN_INSTRUCTION);
  }
  return results;
}

int dm_charged_by_arguments(lua_State *L) {
  dm_spend_arguments(L);
  return dm_own(L);
}

int dm_charged_by_count(lua_State *L) {
  lua_Integer count = lua_tointeger(L, 2);
  size_t steps = count < 0 ? (size_t)0 - (size_t)count : (size_t)count, length = length_of(L, 1);
  dm_spend(L, (int64_t)(steps < length ? steps : length) / RESULTS_AN_INSTRUCTION);
  return dm_own(L);
}

// MARK: - Tables of functions

lua_CFunction dm_own_named(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  lua_CFunction own = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  return own;
}

void dm_find_own(lua_State *L, dm_function *functions) {
  for (; functions->name != NULL; functions++) functions->own = dm_own_named(L, functions->name);
}

void dm_set_functions(lua_State *L, const dm_function *functions) {
  for (; functions->name != NULL; functions++) {
    if (functions->own != NULL) {
      lua_pushcfunction(L, functions->own);
    } else {
      lua_pushnil(L);
    }
    lua_pushcclosure(L, functions->way != NULL ? functions->way : functions->own, 1);
    lua_setfield(L, -2, functions->name);
  }
}
