// The string library: Lua's own functions, charged for what they read and make.
#include "library.h"

#include <string.h>

static lua_CFunction own_find;  // Lua's

// MARK: - Patterns

// A search is charged by the bytes that it goes over, and each of them by the length of the pattern. How often a pattern goes
// back over what it has seen, no count shows.
static int64_t cost_of_search(size_t bytes, size_t pattern) {
  enum { SIMPLEST = 8, BYTES_AN_INSTRUCTION = 64 };
  size_t product;
  int is_huge = __builtin_mul_overflow(bytes, SIMPLEST + pattern, &product) || product > INT64_MAX;
  return is_huge ? INT64_MAX : (int64_t)((product + pattern) / BYTES_AN_INSTRUCTION);
}

// Whether nothing in a pattern is special, as find sees it.
static int is_plain(const char *pattern, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (pattern[i] != 0 && strchr("^$*+?.([%-", pattern[i]) != NULL) return 0;
  }
  return 1;
}

// How many bytes lie before the place that is given at 3: counted from 1 on, or from the end when negative.
static size_t bytes_before(lua_State *L, size_t length) {
  lua_Integer given = lua_tointeger(L, 3);
  if (given > 0) return (size_t)given - 1 < length ? (size_t)given - 1 : length;
  size_t from_end = (size_t)0 - (size_t)given;
  return given < 0 && from_end < length ? length - from_end : 0;
}

// Runs Lua's own find, and charges it as far as it went; one that could go on for seconds, before it begins. One that is tied
// to the start and finds nothing has gone nowhere.
static int find(lua_State *L) {
  enum { LONG_SEARCH = 10000000 };  // instructions
  size_t length, pattern_length;
  luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t before = bytes_before(L, length), gone = length - before;
  int is_tied = *pattern == '^', is_fast = lua_toboolean(L, 4) || is_plain(pattern, pattern_length);
  int64_t most = is_tied || is_fast ? 0 : cost_of_search(gone, pattern_length);
  if (most >= LONG_SEARCH) dm_spend(L, most);
  int results = own_find(L);
  if (most >= LONG_SEARCH) return results;
  if (results > 1) {
    gone = (size_t)lua_tointeger(L, -results + 1) - before;
  } else if (is_tied) {
    gone = 0;
  }
  dm_spend(L, is_fast ? cost_of_search(gone + pattern_length, 0) / 4 : cost_of_search(gone, pattern_length));
  return results;
}

// A match is found by find, whose places, in front of the captures, show how far it went. For find alone a ')' can be plain.
static int match(lua_State *L) {
  if (lua_gettop(L) > 3) lua_settop(L, 3);
  size_t length;
  const char *pattern = lua_tolstring(L, 2, &length);
  if (pattern == NULL || (is_plain(pattern, length) && memchr(pattern, ')', length) != NULL)) return dm_own(L);
  int results = find(L);
  if (results != 2) return results > 2 ? results - 2 : 1;
  lua_Integer first = lua_tointeger(L, -2), last = lua_tointeger(L, -1);
  lua_pushlstring(L, lua_tostring(L, 1) + first - 1, (size_t)(last - first + 1));
  return 1;
}

static int gmatch(lua_State *L) {
  size_t length, pattern_length;
  luaL_checklstring(L, 1, &length);
  luaL_checklstring(L, 2, &pattern_length);
  dm_spend(L, cost_of_search(length - bytes_before(L, length), pattern_length));
  return dm_own(L);
}

static int gsub(lua_State *L) {
  enum { LONG_BYTES = 4096, COPIED_BYTES = 32 };
  size_t length, pattern_length;
  luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  dm_spend(L, *pattern == '^' ? (int64_t)length / COPIED_BYTES : cost_of_search(length, pattern_length));
  if (length >= LONG_BYTES) dm_reserve(L, 2 * length);
  return dm_own(L);
}

// MARK: - Repetition

static int rep(lua_State *L) {
  enum { BYTES_AN_INSTRUCTION = 64, TIMES_AN_INSTRUCTION = 4 };
  size_t length, between = 0, total;
  luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &between);
  if (count > 0 && !__builtin_mul_overflow(length + between, (size_t)count, &total) && total < LUA_MAXINTEGER) {
    dm_process *P = dm_of(L);
    size_t used = P->arena.used;
    int fits_twice = used <= P->cap && total <= (P->cap - used) / 2;  // the buffer, and the string made of it
    dm_reserve(L, fits_twice ? total * 2 : total);
    dm_spend(L, (int64_t)total / BYTES_AN_INSTRUCTION + count / TIMES_AN_INSTRUCTION);
    if (!fits_twice) {
      P->in_lua = 0;  // the buffer is Lua's, not the script's: it may be above the cap, and is gone at once
      int results = dm_own(L);
      P->in_lua = 1;
      return results;
    }
  }
  return dm_own(L);
}

// MARK: - The library

static dm_function functions[] = {
  {"find", find}, {"match", match}, {"gmatch", gmatch}, {"gsub", gsub},
  {"byte", dm_charged_by_results}, {"char", dm_charged_by_results}, {"format", dm_format}, {"len"}, {"lower", dm_charged},
  {"pack", dm_charged}, {"packsize", dm_charged}, {"rep", rep}, {"reverse", dm_charged}, {"sub", dm_charged_by_results},
  {"unpack", dm_charged_by_results}, {"upper", dm_charged},
  {NULL},
};
// For strings that are read as numbers.
static dm_function metamethods[] = {
  {"__add", dm_charged}, {"__sub", dm_charged}, {"__mul", dm_charged}, {"__mod", dm_charged}, {"__pow", dm_charged},
  {"__div", dm_charged}, {"__idiv", dm_charged}, {"__unm", dm_charged},
  {NULL},
};

void dm_learn_string(lua_State *L) {
  dm_find_own(L, functions);
  own_find = dm_own_named(L, "find");
  dm_learn_format(L);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  dm_find_own(L, metamethods);
  lua_pop(L, 2);
}

void dm_open_string(lua_State *L) {
  lua_createtable(L, 0, 16);
  dm_set_functions(L, functions);
  lua_pushliteral(L, "");
  lua_createtable(L, 0, 16);
  dm_set_functions(L, metamethods);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}
