// Lua's own library functions as scripts get them: each charged for what it does.
#include "library.h"

#include <string.h>

// What an instruction of the meter is worth: bytes read or made, results, bytes of a packing format.
enum { TEXT_BYTES = 32, RESULTS = 4, PACKING_BYTES = 4, LONG_TEXT = 4096 };

static size_t text_length(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TSTRING ? lua_rawlen(L, index) : 0;
}

int dm_charged(lua_State *L) {
  size_t length = text_length(L, 1) + text_length(L, 2);
  if (length >= 64) {
    dm_spend(L, (int64_t)length / TEXT_BYTES);
    if (length >= LONG_TEXT) dm_reserve(L, length);
  }
  return dm_own(L);
}

int dm_charged_as_text(lua_State *L) {
  dm_spend(L, dm_cost_of_written(L, 1));
  return dm_charged(L);
}

int dm_charged_as_modulo(lua_State *L) {
  dm_spend(L, dm_cost_of_modulo(lua_tonumber(L, 1), lua_tonumber(L, 2)));
  return dm_charged(L);
}

// Besides being read, its first digits, about a thousand, are reckoned with exactly: those behind them only round.
void dm_spend_numeral(lua_State *L, int index) {
  enum { SHORT = 64, NUMERAL_BYTES = 64, EXACT = 1024, EXACT_BYTES = 40 };
  size_t length = text_length(L, index), exact = length < EXACT ? length : EXACT;
  if (length > SHORT) dm_spend(L, (int64_t)(length / NUMERAL_BYTES + exact / EXACT_BYTES));
}

int dm_charged_by_numerals(lua_State *L) {
  enum { MOST = 4 };  // no function here takes more numbers, but char
  int count = lua_gettop(L);
  for (int i = count < MOST ? count : MOST; i > 0; i--) dm_spend_numeral(L, i);
  return dm_own(L);
}

// By what it returns, which is what it costs, however long the text is that it takes it from.
int dm_charged_by_results(lua_State *L) {
  dm_take_list(L);
  dm_spend(L, dm_cost_of_written(L, 1));
  for (int i = 2; i <= 3; i++) dm_spend_numeral(L, i);
  int results = dm_own(L);
  size_t length = 0;
  for (int i = 1; i <= results; i++) length += text_length(L, -i);
  if (results >= RESULTS || length >= 64) dm_spend(L, results / RESULTS + (int64_t)length / TEXT_BYTES);
  return results;
}

// As many results as there are bytes from one place to another, or fewer: of `byte` and `codepoint`.
int dm_charged_by_range(lua_State *L) {
  lua_Integer length = (lua_Integer)text_length(L, 1);
  lua_Integer first = luaL_opt(L, lua_tointeger, 2, 1), last = luaL_opt(L, lua_tointeger, 3, first);
  if (first < 0) first = first < -length ? 1 : length + first + 1;
  if (last < 0) last += length + 1;
  if (last > length) last = length;
  int is_long = last >= first && (lua_Unsigned)last - (lua_Unsigned)first >= DM_LONGEST_LIST;
  if (is_long) luaL_error(L, "string slice too long (at most %d results)", DM_LONGEST_LIST);
  return dm_charged_by_results(L);
}

// By how many characters it counts.
int dm_charged_by_count(lua_State *L) {
  for (int i = 2; i <= 3; i++) dm_spend_numeral(L, i);
  lua_Integer count = lua_tointeger(L, 2);
  size_t steps = count < 0 ? (size_t)0 - (size_t)count : (size_t)count, length = text_length(L, 1);
  dm_spend(L, (int64_t)(steps < length ? steps : length) / RESULTS);
  return dm_own(L);
}

// How long a packed text can become that its format gives sizes of, which are at most nine digits long.
static size_t sizes_in(const char *format, size_t length) {
  size_t sum = 0, size = 0;
  for (size_t i = 0; i < length; i++) {
    int is_digit = format[i] >= '0' && format[i] <= '9';
    if (is_digit && size < 1000000000) size = size * 10 + (size_t)(format[i] - '0');
    if (!is_digit) sum += size, size = 0;
  }
  return sum + size;
}

int dm_string_pack(lua_State *L) {
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  size_t made = sizes_in(format, length);
  for (int i = lua_gettop(L); i > 1; i--) made += text_length(L, i);
  dm_spend(L, (int64_t)(length / PACKING_BYTES + made / TEXT_BYTES));
  if (made >= LONG_TEXT) dm_reserve(L, made);
  return dm_own(L);
}

int dm_string_unpack(lua_State *L) {
  dm_spend(L, (int64_t)(text_length(L, 1) / PACKING_BYTES));
  return dm_charged_by_results(L);
}

int dm_string_rep(lua_State *L) {
  size_t length, between = 0;
  dm_spend(L, dm_cost_of_written(L, 1) + dm_cost_of_written(L, 3));
  luaL_checklstring(L, 1, &length);
  dm_spend_numeral(L, 2);
  lua_Integer count = luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &between);
  size_t total;
  if (count > 0 && !__builtin_mul_overflow(length + between, (size_t)count, &total) && total < LUA_MAXINTEGER) {
    dm_reserve(L, total > dm_of(L)->cap ? total : total * 2);  // the buffer, and the string made of it
    dm_spend(L, (int64_t)total / 64 + count / 4);
  }
  return dm_own(L);
}

// MARK: - Tables of functions

void dm_find_own(lua_State *L, dm_function *functions) {
  for (; functions->name != NULL; functions++) {
    lua_getfield(L, -1, functions->name);
    functions->own = lua_tocfunction(L, -1);
    lua_pop(L, 1);
  }
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
