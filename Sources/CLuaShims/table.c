// The table library. Each loop is charged, for a length may be a script's invention; sort is a stable merge sort,
// because Lua's own picks its pivots by the clock.
#include "process.h"

#include <limits.h>

enum { BATCH = 512, LONG_TEXT = 256, COMPARED_BYTES = 256 };

// Charges a loop that stands at its i-th turn.
static inline void turn(lua_State *L, lua_Integer i) {
  if ((i & (BATCH - 1)) == BATCH - 1) dm_spend(L, BATCH * 4);
}

// A table, or what has the metamethods to pass for one.
static void check_table(lua_State *L, int index, int reads, int writes, int has_length) {
  if (lua_type(L, index) == LUA_TTABLE) return;
  if (lua_getmetatable(L, index)) {
    int ok = (!reads || lua_getfield(L, -1, "__index") != LUA_TNIL)
             && (!writes || lua_getfield(L, reads ? -2 : -1, "__newindex") != LUA_TNIL)
             && (!has_length || lua_getfield(L, -1 - reads - writes, "__len") != LUA_TNIL);
    lua_settop(L, lua_gettop(L) - 1 - (ok ? reads + writes + has_length : 0));
    if (ok) return;
  }
  luaL_checktype(L, index, LUA_TTABLE);
}

static int t_insert(lua_State *L) {
  check_table(L, 1, 1, 1, 1);
  lua_Integer end = luaL_intop(+, luaL_len(L, 1), 1), position = end;
  switch (lua_gettop(L)) {
    case 2: break;
    case 3:
      position = luaL_checkinteger(L, 2);
      luaL_argcheck(L, (lua_Unsigned)position - 1u < (lua_Unsigned)end, 2, "position out of bounds");
      for (lua_Integer i = end; i > position; i--) {
        turn(L, i);
        lua_geti(L, 1, i - 1);
        lua_seti(L, 1, i);
      }
      break;
    default: return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

static int t_remove(lua_State *L) {
  check_table(L, 1, 1, 1, 1);
  lua_Integer size = luaL_len(L, 1), position = luaL_optinteger(L, 2, size);
  if (position != size) {
    luaL_argcheck(L, (lua_Unsigned)position - 1u <= (lua_Unsigned)size, 2, "position out of bounds");
  }
  lua_geti(L, 1, position);
  for (; position < size; position++) {
    turn(L, position);
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

static int t_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, 1, 0, 0);
  check_table(L, target, 0, 1, 0);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    int forward = to > last || to <= first || (target != 1 && !lua_compare(L, 1, target, LUA_OPEQ));
    for (lua_Integer i = 0; i < count; i++) {
      turn(L, i);
      lua_Integer offset = forward ? i : count - 1 - i;
      lua_geti(L, 1, first + offset);
      lua_seti(L, target, to + offset);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

static int t_concat(lua_State *L) {
  check_table(L, 1, 1, 0, 1);
  size_t length;
  const char *separator = luaL_optlstring(L, 2, "", &length);
  lua_Integer i = luaL_optinteger(L, 3, 1), last = lua_isnoneornil(L, 4) ? luaL_len(L, 1) : luaL_checkinteger(L, 4);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (; i <= last; i++) {
    turn(L, i);
    lua_geti(L, 1, i);
    if (!lua_isstring(L, -1)) {
      return luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
                        (LUAI_UACINT)i);
    }
    luaL_addvalue(&buffer);
    if (i == last) break;
    luaL_addlstring(&buffer, separator, length);
  }
  luaL_pushresult(&buffer);
  return 1;
}

static int t_pack(lua_State *L) {
  int count = lua_gettop(L);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int i = count; i >= 1; i--) lua_seti(L, 1, i);
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

static int t_unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
  if (count >= INT_MAX || !lua_checkstack(L, (int)++count)) return luaL_error(L, "too many results to unpack");
  for (lua_Integer i = first; i < last; i++) {
    turn(L, i);
    lua_geti(L, 1, i);
  }
  lua_geti(L, 1, last);
  return (int)count;
}

// MARK: - sort

// Whether the value at `right` must come before the one at `left`.
static int must_swap(lua_State *L, int left, int right) {
  if (lua_isnil(L, 2)) {
    if (lua_type(L, left) == LUA_TSTRING && lua_rawlen(L, left) > LONG_TEXT) {
      dm_spend(L, (int64_t)(lua_rawlen(L, left) / COMPARED_BYTES));
    }
    return lua_compare(L, right, left, LUA_OPLT);
  }
  left = lua_absindex(L, left);
  right = lua_absindex(L, right);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, right);
  lua_pushvalue(L, left);
  lua_call(L, 2, 1);
  int answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

// Merges the sorted runs [low, middle) and [middle, high) of the list at `from` into the one at `to`.
static void merge(lua_State *L, int from, int to, lua_Integer low, lua_Integer middle, lua_Integer high) {
  lua_Integer left = low, right = middle;
  lua_rawgeti(L, from, left);
  if (right < high) lua_rawgeti(L, from, right); else lua_pushnil(L);
  int at = lua_gettop(L) - 1;
  for (lua_Integer i = low; i < high; i++) {
    turn(L, i);
    int take_right = left >= middle || (right < high && must_swap(L, at, at + 1));
    lua_pushvalue(L, take_right ? at + 1 : at);
    lua_rawseti(L, to, i);
    lua_Integer *next = take_right ? &right : &left;
    ++*next;
    if (*next < (take_right ? high : middle)) {
      lua_rawgeti(L, from, *next);
    } else {
      lua_pushnil(L);
    }
    lua_replace(L, take_right ? at + 1 : at);
  }
  lua_settop(L, at - 1);
}

static int t_sort(lua_State *L) {
  check_table(L, 1, 1, 1, 1);
  lua_Integer count = luaL_len(L, 1);
  if (count < 2) return 0;
  luaL_argcheck(L, count < INT_MAX, 1, "array too big");
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  lua_createtable(L, (int)(count < 65536 ? count : 65536), 0);
  lua_createtable(L, (int)(count < 65536 ? count : 65536), 0);
  for (lua_Integer i = 1; i <= count; i++) {
    turn(L, i);
    if (lua_geti(L, 1, i) == LUA_TNIL && lua_isnil(L, 2)) {
      return luaL_error(L, "attempt to compare nil with %s", i > 1 ? "a value" : "nil");
    }
    lua_rawseti(L, 3, i);
  }
  int from = 3, to = 4;
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer low = 1; low <= count; low += 2 * width) {
      lua_Integer middle = low + width <= count ? low + width : count + 1;
      lua_Integer high = low + 2 * width <= count ? low + 2 * width : count + 1;
      merge(L, from, to, low, middle, high);
    }
    int swapped = from;
    from = to;
    to = swapped;
  }
  for (lua_Integer i = 1; i <= count; i++) {
    turn(L, i);
    lua_rawgeti(L, from, i);
    lua_seti(L, 1, i);
  }
  return 0;
}

static const luaL_Reg functions[] = {
  {"concat", t_concat}, {"insert", t_insert}, {"move", t_move}, {"pack", t_pack},
  {"remove", t_remove}, {"sort", t_sort},     {"unpack", t_unpack}, {NULL, NULL},
};

void dm_open_table(lua_State *L) {
  lua_createtable(L, 0, 8);
  dm_set_functions(L, functions);
}
