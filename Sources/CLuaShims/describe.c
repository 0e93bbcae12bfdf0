// Values as strings: stable identities instead of addresses, and %@ for any value.
#include "values.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DESCRIBED_DEPTH = 6, DESCRIBED_BYTES = 1 << 18, GATHERED_BYTES = 1 << 22 };

void dm_push_identity(lua_State *L, int index) {
  char name[24];
  snprintf(name, sizeof name, "0x%08llx", (unsigned long long)dm_serial(L, index));
  lua_pushstring(L, name);
}

static int is_object(lua_State *L, int index) { return lua_type(L, index) >= LUA_TTABLE; }

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

int dm_print_string(lua_State *L) {
  int count = lua_gettop(L);
  dm_spend_arguments(L);
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

// What is written is gathered beside the Lua stack, so that walking a table and gathering do not get in each other's way.
static void add(dm_process *P, const char *bytes, size_t length) {
  if (length == 0) return;  // there may be no memory yet to add nothing to
  if (length > DESCRIBED_BYTES) length = DESCRIBED_BYTES;
  size_t wanted = P->description_length + length;
  if (wanted > P->description_capacity) {
    size_t capacity = wanted < 256 ? 256 : wanted * 2;
    char *grown = realloc(P->description, capacity);
    if (grown == NULL) abort();
    P->description = grown;
    P->description_capacity = capacity;
  }
  memcpy(P->description + P->description_length, bytes, length);
  P->description_length = wanted;
}

static void add_string(dm_process *P, const char *string) { add(P, string, strlen(string)); }

static int is_name(const char *bytes, size_t length) {
  if (length == 0 || isdigit((unsigned char)bytes[0])) return 0;
  for (size_t i = 0; i < length; i++) {
    if (!isalnum((unsigned char)bytes[i]) && bytes[i] != '_') return 0;
  }
  return 1;
}

static void add_quoted(dm_process *P, const char *bytes, size_t length) {
  add_string(P, "\"");
  for (size_t i = 0; i < length && i < DESCRIBED_BYTES; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (c == '"' || c == '\\') {
      add(P, (char[]){'\\', (char)c}, 2);
    } else if (c == '\n') {
      add(P, "\\n", 2);
    } else if (c < 32) {
      char escape[5];
      snprintf(escape, sizeof escape, "\\%03u", c);
      add_string(P, escape);
    } else {
      add(P, bytes + i, 1);
    }
  }
  add_string(P, "\"");
}

static void add_value(lua_State *L, int index, size_t start, int depth);

static void add_pair(lua_State *L, int table, int key, size_t start, int depth) {
  dm_process *P = dm_of(L);
  size_t length;
  if (lua_type(L, key) == LUA_TSTRING && is_name(lua_tostring(L, key), lua_rawlen(L, key))) {
    const char *bytes = lua_tolstring(L, key, &length);
    add(P, bytes, length);
  } else {
    add_string(P, "[");
    add_value(L, key, start, depth);
    add_string(P, "]");
  }
  add_string(P, " = ");
  lua_pushvalue(L, key);
  lua_rawget(L, table);
  add_value(L, lua_gettop(L), start, depth);
  lua_pop(L, 1);
}

// The tables being described lie between `path` and the top, each in its turn.
static void add_table(lua_State *L, int index, size_t start, int depth) {
  dm_process *P = dm_of(L);
  if (depth >= DESCRIBED_DEPTH) {
    add_string(P, "{...}");
    return;
  }
  luaL_checkstack(L, 12, "description too deep");
  int64_t count, n = dm_sorted_keys(L, index, 0, &count);
  int keys = lua_gettop(L);
  add_string(P, "{");
  for (int64_t i = 1; i <= n + count && P->description_length - start < DESCRIBED_BYTES; i++) {
    if (i > 1) add_string(P, ", ");
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
  add_string(P, P->description_length - start < DESCRIBED_BYTES ? "}" : " ...}");
  lua_settop(L, keys - 1);
}

static void add_value(lua_State *L, int index, size_t start, int depth) {
  dm_process *P = dm_of(L);
  size_t length;
  if (lua_type(L, index) == LUA_TSTRING && depth > 0) {
    const char *bytes = lua_tolstring(L, index, &length);
    add_quoted(P, bytes, length);
  } else if (lua_type(L, index) == LUA_TTABLE && luaL_getmetafield(L, index, "__tostring") == LUA_TNIL
             && luaL_getmetafield(L, index, "__name") == LUA_TNIL) {
    add_table(L, index, start, depth);
  } else {
    const char *bytes = dm_tolstring(L, index, &length);
    add(P, bytes, length);
    lua_pop(L, 1);
  }
}

void dm_describe(lua_State *L, int index) {
  dm_process *P = dm_of(L);
  index = lua_absindex(L, index);
  size_t start = P->description_length;
  if (start > GATHERED_BYTES) luaL_error(L, "too many descriptions failed");
  int top = lua_gettop(L);
  add_value(L, index, start, 0);
  lua_settop(L, top);
  lua_pushlstring(L, P->description ? P->description + start : "", P->description_length - start);
  P->description_length = start;
}
