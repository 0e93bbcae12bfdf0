// string.format with %@, and without addresses.
#include "library.h"

#include <math.h>
#include <string.h>

// What an instruction of the meter is worth: bytes of the format, bytes of a text put in; and what a conversion costs, and
// each character that says how wide and exact it is to be.
enum { FORMAT_BYTES = 8, TEXT_BYTES = 16, CONVERSION = 4, MODIFIER = 8, LONG_RESULT = 4096 };

static lua_CFunction own_format;  // Lua's

// Where the letter of a conversion is whose '%' is before `p`, or `end`.
static const char *letter_of(const char *p, const char *end) {
  for (; p < end; p++) {
    int modifies = (*p >= '0' && *p <= '9') || *p == '.' || *p == '-' || *p == '+' || *p == ' ' || *p == '#';
    if (!modifies) break;
  }
  return p;
}

// Puts a text in the place of an argument that Lua would show the address of; whether its letter must become an 's'.
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

// How many digits a conversion asks for behind the point; `p` is behind its '%'.
static int digits_asked_for(const char *p, const char *letter) {
  int digits = 0;
  while (p < letter && *p != '.') p++;
  while (++p < letter && digits < 100) digits = 10 * digits + (*p - '0');
  return digits;
}

// What it takes to write a number out: all digits of a large one, or as many of them as are asked for.
static int64_t cost_of_digits(lua_State *L, int argument, const char *modifiers, const char *letter) {
  enum { USUAL_BITS = 64, BITS_AN_INSTRUCTION = 8, USUAL_DIGITS = 17, DIGIT_BITS_AN_INSTRUCTION = 4096 };
  if (*letter == 's' || *letter == '@') return dm_cost_of_written(L, argument);
  if (strchr("fFeEgG", *letter) == NULL) return 0;
  double number = lua_tonumber(L, argument);
  int bits = isfinite(number) && number != 0 ? ilogb(number) : 0;
  if (bits <= USUAL_BITS) return 0;
  if (*letter == 'f' || *letter == 'F') return bits / BITS_AN_INSTRUCTION;
  int digits = digits_asked_for(modifiers, letter);
  return digits > USUAL_DIGITS ? (int64_t)digits * bits / DIGIT_BITS_AN_INSTRUCTION : 0;
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
  size_t length, texts = 0;
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
    steps += cost_of_digits(L, argument, escape + 1, p - 1);
    changed |= prepare(L, argument, letter);
    if (lua_type(L, argument) == LUA_TSTRING) texts += lua_rawlen(L, argument);
  }
  lua_settop(L, top);
  dm_spend(L, steps + (int64_t)(texts / TEXT_BYTES));
  if (texts + length >= LONG_RESULT) dm_reserve(L, texts + length);
  if (changed) replace_letters(L);
}

void dm_learn_format(lua_State *L) {
  lua_getfield(L, -1, "format");
  own_format = lua_tocfunction(L, -1);
  lua_pop(L, 1);
}

// Also called by bridged functions, whose upvalue is none of Lua's.
int dm_format(lua_State *L) {
  prepare_all(L);
  return own_format(L);
}
