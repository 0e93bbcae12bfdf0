// string.format with %@, and without addresses.
#include "library.h"

#include <string.h>

// What an instruction of the meter is worth: bytes of the format, bytes of a string put in; and what a conversion costs, and
// each character that says how wide and exact it is to be.
enum { FORMAT_BYTES = 8, STRING_BYTES = 16, CONVERSION = 4, MODIFIER = 8, LONG_RESULT = 4096 };

static lua_CFunction own_format;  // Lua's

// Where the letter of a conversion is whose '%' is before `p`, or `end`.
static const char *letter_of(const char *p, const char *end) {
  for (; p < end; p++) {
    int modifies = (*p >= '0' && *p <= '9') || *p == '.' || *p == '-' || *p == '+' || *p == ' ' || *p == '#';
    if (!modifies) break;
  }
  return p;
}

// Puts a string in the place of an argument that Lua would show the address of; whether its letter must become an 's'.
static int prepare(lua_State *L, int argument, char letter) {
  int has_address = lua_type(L, argument) >= LUA_TTABLE;
  if (letter == '@') {
    dm_describe(L, argument);
  } else if (letter == 'p' && has_address) {
    dm_push_identity(L, argument);
  } else if (letter == 'p') {
    lua_pushliteral(L, "(null)");
  } else if (letter == 's' && has_address) {
    dm_tolstring(L, argument, NULL);
  } else {
    return 0;
  }
  lua_replace(L, argument);
  return letter != 's';
}

// Replaces the format at 1 by one whose letters @ and p are s.
static void replace_letters(lua_State *L) {
  size_t length;
  const char *format = lua_tolstring(L, 1, &length);
  luaL_Buffer buffer;
  char *copy = luaL_buffinitsize(L, &buffer, length);
  memcpy(copy, format, length);
  char *end = copy + length;
  for (char *p = copy; (p = memchr(p, '%', (size_t)(end - p))) != NULL; p++) {
    p = (char *)letter_of(p + 1, end);
    if (p == end) break;
    if (*p == '@' || *p == 'p') *p = 's';
  }
  luaL_pushresultsize(&buffer, length);
  lua_replace(L, 1);
}

// Makes the arguments what Lua's own can show, and charges for all that it will do.
static void prepare_all(lua_State *L) {
  size_t length, strings = 0;
  const char *p = luaL_checklstring(L, 1, &length), *end = p + length;
  int top = lua_gettop(L), argument = 1, changed = 0;
  int64_t steps = (int64_t)(length / FORMAT_BYTES);
  if (length >= LONG_RESULT) dm_spend(L, steps), steps = 0;
  while ((p = memchr(p, '%', (size_t)(end - p))) != NULL) {
    const char *escape = p++;
    p = letter_of(p, end);
    if (p == end) break;
    char letter = *p++;
    if (letter == '%' && p - escape == 2) continue;
    if (++argument > top) break;
    steps += CONVERSION + (p - escape - 2) * MODIFIER;
    changed |= prepare(L, argument, letter);
    if (lua_type(L, argument) == LUA_TSTRING) strings += lua_rawlen(L, argument);
  }
  lua_settop(L, top);
  dm_spend(L, steps + (int64_t)(strings / STRING_BYTES));
  if (strings + length >= LONG_RESULT) dm_reserve(L, strings + length);
  if (changed) replace_letters(L);
}

void dm_learn_format(lua_State *L) { own_format = dm_own_named(L, "format"); }

// Also called by bridged functions, whose upvalue is none of Lua's.
int dm_format(lua_State *L) {
  prepare_all(L);
  return own_format(L);
}
