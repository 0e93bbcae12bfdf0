// string.format with %@ and without addresses; for logs with Objective-C's %ld and %lu too.
#include "library.h"

#include <string.h>

// What an instruction of the meter is worth: bytes of the format, bytes of a string put in; and what a conversion costs, and
// each character that says how wide and exact it is to be.
enum { FORMAT_BYTES = 8, STRING_BYTES = 16, CONVERSION = 4, MODIFIER = 8, LONG_RESULT = 4096 };

static lua_CFunction own_format;  // Lua's

// Whether a character says how long a number is, which Lua need not know.
static int is_length(char c) { return c == 'l' || c == 'h' || c == 'z'; }

// Where the letter of a conversion is whose '%' is before `p`, or `end`.
static const char *letter_of(const char *p, const char *end, int has_lengths) {
  for (; p < end; p++) {
    int modifies = (*p >= '0' && *p <= '9') || *p == '.' || *p == '-' || *p == '+' || *p == ' ' || *p == '#';
    if (!modifies && !(has_lengths && is_length(*p))) break;
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

// Replaces the format at 1 by one in which each conversion is Lua's.
static void replace_conversions(lua_State *L, int has_lengths) {
  size_t length;
  const char *p = lua_tolstring(L, 1, &length), *end = p + length;
  luaL_Buffer buffer;
  char *copy = luaL_buffinitsize(L, &buffer, length), *to = copy;
  while (p < end) {
    char c = *p++;
    *to++ = c;
    if (c != '%') continue;
    for (const char *letter = letter_of(p, end, has_lengths); p < letter; p++)
      if (!is_length(*p)) *to++ = *p;
    if (p == end) break;
    c = *p++;
    *to++ = c == '@' || c == 'p' ? 's' : c == 'u' && has_lengths ? 'd' : c;
  }
  luaL_pushresultsize(&buffer, (size_t)(to - copy));
  lua_replace(L, 1);
}

// Makes the arguments what Lua's own can show, and charges for all that it will do.
static void prepare_all(lua_State *L, int has_lengths) {
  size_t length, strings = 0;
  const char *p = luaL_checklstring(L, 1, &length), *end = p + length;
  int top = lua_gettop(L), argument = 1, changed = 0;
  int64_t steps = (int64_t)(length / FORMAT_BYTES);
  if (length >= LONG_RESULT) dm_spend(L, steps), steps = 0;
  while ((p = memchr(p, '%', (size_t)(end - p))) != NULL) {
    const char *escape = p++;
    p = letter_of(p, end, has_lengths);
    if (p == end) break;
    char letter = *p++;
    if (letter == '%' && p - escape == 2) continue;
    if (++argument > top) break;
    steps += CONVERSION + (p - escape - 2) * MODIFIER;
    changed |= prepare(L, argument, letter) | (has_lengths && (letter == 'u' || is_length(p[-2])));
    if (lua_type(L, argument) == LUA_TSTRING) strings += lua_rawlen(L, argument);
  }
  lua_settop(L, top);
  dm_spend(L, steps + (int64_t)(strings / STRING_BYTES));
  if (strings + length >= LONG_RESULT) dm_reserve(L, strings + length);
  if (changed) replace_conversions(L, has_lengths);
}

void dm_learn_format(lua_State *L) { own_format = dm_own_named(L, "format"); }

int dm_format(lua_State *L) {
  prepare_all(L, 0);
  return own_format(L);
}

// Called by bridged functions, whose upvalue is none of Lua's.
int dm_format_log(lua_State *L) {
  prepare_all(L, 1);
  return own_format(L);
}
