// Values as text: stable identities instead of addresses, and %@ for any value.
#include "process.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DESCRIBED_DEPTH = 6, DESCRIBED_BYTES = 1 << 18, GATHERED_BYTES = 1 << 22 };

void dm_push_identity(lua_State *L, int index) {
  static const char digits[] = "0123456789abcdef";
  char text[19] = "0x";
  uint64_t serial = dm_serial(L, index);
  int width = 8;
  while (width < 16 && serial >> (4 * width) != 0) width++;
  for (int i = 0; i < width; i++) text[2 + i] = digits[serial >> (4 * (width - 1 - i)) & 15];
  lua_pushlstring(L, text, (size_t)width + 2);
}

static int is_object(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TUSERDATA:
    case LUA_TTHREAD: return 1;
    default: return 0;
  }
}

const char *dm_tolstring(lua_State *L, int index, size_t *length) {
  index = lua_absindex(L, index);
  if (!is_object(L, index)) return luaL_tolstring(L, index, length);
  if (lua_type(L, index) == LUA_TTABLE || lua_type(L, index) == LUA_TUSERDATA) {
    if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
      lua_pop(L, 1);
      return luaL_tolstring(L, index, length);
    }
  }
  const char *name = luaL_typename(L, index);
  int named = luaL_getmetafield(L, index, "__name");
  if (named == LUA_TSTRING) {
    name = lua_tostring(L, -1);
  } else if (named == LUA_TNIL) {
    lua_pushnil(L);
  }
  dm_push_identity(L, index);
  lua_pushfstring(L, "%s: %s", name, lua_tostring(L, -1));
  lua_replace(L, -3);
  lua_pop(L, 1);
  return lua_tolstring(L, -1, length);
}

int dm_print_text(lua_State *L) {
  int count = lua_gettop(L);
  dm_take_list(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&buffer, '\t');
    dm_tolstring(L, i, NULL);
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
  return 1;
}

// MARK: - %@

// Text gathered beside the Lua stack, so that walking a table and gathering do not get in each other's way.
static void add(dm_process *P, const char *bytes, size_t length) {
  if (length > DESCRIBED_BYTES) length = DESCRIBED_BYTES;
  size_t wanted = P->text_length + length;
  if (wanted > P->text_capacity) {
    size_t capacity = wanted < 256 ? 256 : wanted * 2;
    char *text = realloc(P->text, capacity);
    if (text == NULL) abort();
    P->text = text;
    P->text_capacity = capacity;
  }
  memcpy(P->text + P->text_length, bytes, length);
  P->text_length = wanted;
}

static void add_text(dm_process *P, const char *text) { add(P, text, strlen(text)); }

static int is_name(const char *text, size_t length) {
  if (length == 0 || isdigit((unsigned char)text[0])) return 0;
  for (size_t i = 0; i < length; i++) {
    if (!isalnum((unsigned char)text[i]) && text[i] != '_') return 0;
  }
  return 1;
}

static void add_quoted(dm_process *P, const char *text, size_t length) {
  static const char digits[] = "0123456789";
  add_text(P, "\"");
  for (size_t i = 0; i < length && i < DESCRIBED_BYTES; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\') {
      add(P, (char[]){'\\', (char)c}, 2);
    } else if (c == '\n') {
      add(P, "\\n", 2);
    } else if (c < 32) {
      add(P, (char[]){'\\', digits[c / 100], digits[c / 10 % 10], digits[c % 10]}, 4);
    } else {
      add(P, text + i, 1);
    }
  }
  add_text(P, "\"");
}

static void add_value(lua_State *L, int index, size_t start, int depth);

static void add_pair(lua_State *L, int table, int key, size_t start, int depth) {
  dm_process *P = dm_of(L);
  size_t length;
  if (lua_type(L, key) == LUA_TSTRING && is_name(lua_tostring(L, key), lua_rawlen(L, key))) {
    const char *text = lua_tolstring(L, key, &length);
    add(P, text, length);
  } else {
    add_text(P, "[");
    add_value(L, key, start, depth);
    add_text(P, "]");
  }
  add_text(P, " = ");
  lua_pushvalue(L, key);
  lua_rawget(L, table);
  add_value(L, lua_gettop(L), start, depth);
  lua_pop(L, 1);
}

// The tables being described lie between `path` and the top, each in its turn.
static void add_table(lua_State *L, int index, size_t start, int depth) {
  dm_process *P = dm_of(L);
  if (depth >= DESCRIBED_DEPTH) {
    add_text(P, "{...}");
    return;
  }
  luaL_checkstack(L, 12, "description too deep");
  int64_t count, n = dm_sorted_keys(L, index, &count);
  int keys = lua_gettop(L);
  add_text(P, "{");
  for (int64_t i = 1; i <= n + count && P->text_length - start < DESCRIBED_BYTES; i++) {
    if (i > 1) add_text(P, ", ");
    dm_spend(L, 10);
    if (i <= n) {
      lua_rawgeti(L, index, i);
      add_value(L, lua_gettop(L), start, depth + 1);
    } else {
      lua_rawgeti(L, keys, i - n);
      add_pair(L, index, lua_gettop(L), start, depth + 1);
    }
    lua_settop(L, keys);
  }
  add_text(P, P->text_length - start < DESCRIBED_BYTES ? "}" : " ...}");
  lua_settop(L, keys - 1);
}

static void add_value(lua_State *L, int index, size_t start, int depth) {
  dm_process *P = dm_of(L);
  size_t length;
  if (lua_type(L, index) == LUA_TSTRING && depth > 0) {
    const char *text = lua_tolstring(L, index, &length);
    add_quoted(P, text, length);
  } else if (lua_type(L, index) == LUA_TTABLE && luaL_getmetafield(L, index, "__tostring") == LUA_TNIL
             && luaL_getmetafield(L, index, "__name") == LUA_TNIL) {
    add_table(L, index, start, depth);
  } else {
    const char *text = dm_tolstring(L, index, &length);
    add(P, text, length);
    lua_pop(L, 1);
  }
}

void dm_describe(lua_State *L, int index) {
  dm_process *P = dm_of(L);
  index = lua_absindex(L, index);
  size_t start = P->text_length;
  if (start > GATHERED_BYTES) luaL_error(L, "too many descriptions failed");
  int top = lua_gettop(L);
  add_value(L, index, start, 0);
  lua_settop(L, top);
  lua_pushlstring(L, P->text ? P->text + start : "", P->text_length - start);
  P->text_length = start;
}

// MARK: - Lua's own functions, charged for what they do

// What an instruction of the meter is worth: bytes read or made, results, bytes of a packing format.
enum { TEXT_BYTES = 32, RESULTS = 4, PACKING_BYTES = 4, LONG_TEXT = 4096 };

static int own(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

static size_t text_length(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TSTRING ? lua_rawlen(L, index) : 0;
}

// Before the call, by the first two arguments.
static int charged(lua_State *L) {
  size_t length = text_length(L, 1) + text_length(L, 2);
  if (length >= 64) {
    dm_spend(L, (int64_t)length / TEXT_BYTES);
    if (length >= LONG_TEXT) dm_reserve(L, length);
  }
  return own(L);
}

// By what it returns, which is what it costs, however long the text is that it takes it from.
static int charged_by_results(lua_State *L) {
  dm_take_list(L);
  int results = own(L);
  size_t length = 0;
  for (int i = 1; i <= results; i++) length += text_length(L, -i);
  if (results >= RESULTS || length >= 64) dm_spend(L, results / RESULTS + (int64_t)length / TEXT_BYTES);
  return results;
}

// As many results as there are bytes from one place to another, or fewer: of `byte` and `codepoint`.
static int charged_by_range(lua_State *L) {
  lua_Integer length = (lua_Integer)text_length(L, 1);
  lua_Integer first = luaL_opt(L, lua_tointeger, 2, 1), last = luaL_opt(L, lua_tointeger, 3, first);
  if (first < 0) first = first < -length ? 1 : length + first + 1;
  if (last < 0) last += length + 1;
  if (last > length) last = length;
  int is_long = last >= first && (lua_Unsigned)last - (lua_Unsigned)first >= DM_LONGEST_LIST;
  if (is_long) luaL_error(L, "string slice too long (at most %d results)", DM_LONGEST_LIST);
  return charged_by_results(L);
}

// By how many characters it counts.
static int charged_by_count(lua_State *L) {
  lua_Integer count = lua_tointeger(L, 2);
  size_t steps = count < 0 ? (size_t)0 - (size_t)count : (size_t)count, length = text_length(L, 1);
  dm_spend(L, (int64_t)(steps < length ? steps : length) / RESULTS);
  return own(L);
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

static int string_pack(lua_State *L) {
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  size_t made = sizes_in(format, length);
  for (int i = lua_gettop(L); i > 1; i--) made += text_length(L, i);
  dm_spend(L, (int64_t)(length / PACKING_BYTES + made / TEXT_BYTES));
  if (made >= LONG_TEXT) dm_reserve(L, made);
  return own(L);
}

static int string_unpack(lua_State *L) {
  dm_spend(L, (int64_t)(text_length(L, 1) / PACKING_BYTES));
  return charged_by_results(L);
}

static int string_rep(lua_State *L) {
  size_t length, between = 0;
  luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &between);
  size_t total;
  if (count > 0 && !__builtin_mul_overflow(length + between, (size_t)count, &total) && total < LUA_MAXINTEGER) {
    dm_reserve(L, total > dm_of(L)->cap ? total : total * 2);  // the buffer, and the string made of it
    dm_spend(L, (int64_t)total / 64 + count / 4);
  }
  return own(L);
}

void dm_keep(lua_State *L, const char *name) {
  static const luaL_Reg ways[] = {
    {"byte", charged_by_range},   {"char", charged_by_results}, {"codepoint", charged_by_range},
    {"offset", charged_by_count}, {"pack", string_pack},        {"packsize", string_unpack},
    {"rep", string_rep},          {"sub", charged_by_results},  {"unpack", string_unpack},
    {NULL, charged},
  };
  const luaL_Reg *way = ways;
  while (way->name != NULL && strcmp(way->name, name) != 0) way++;
  lua_pushcclosure(L, way->func, 1);
  lua_setfield(L, -2, name);
}

static const char *const kept_string[] = {
  "byte", "char", "lower", "pack", "packsize", "rep", "reverse", "sub",
  "unpack", "upper", NULL,
};
static const char *const metamethods[] = {
  "__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm", NULL,
};

void dm_open_text(lua_State *L) {
  luaopen_string(L);
  lua_createtable(L, 0, 16);
  for (const char *const *name = kept_string; *name != NULL; name++) {
    lua_getfield(L, -2, *name);
    dm_keep(L, *name);
  }
  lua_getfield(L, -2, "len");
  lua_pushcclosure(L, own, 1);  // takes no time
  lua_setfield(L, -2, "len");
  lua_getfield(L, -2, "format");
  dm_keep_format(L);
  dm_set_patterns(L);
  lua_pushliteral(L, "");
  lua_createtable(L, 0, 9);
  lua_getmetatable(L, -2);
  for (const char *const *name = metamethods; *name != NULL; name++) {
    lua_getfield(L, -1, *name);
    lua_pushcclosure(L, charged, 1);  // a text is read as a number
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  dm_make_callable(L, -1);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  lua_replace(L, -2);
}
