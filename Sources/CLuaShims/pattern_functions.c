// string.find, match, gmatch and gsub.
#define _GNU_SOURCE
#include "pattern.h"

#include <ctype.h>
#include <string.h>

// MARK: - find and match

// A start given from 1, or from the end when negative; beyond the end: length + 1.
static size_t start_of(lua_Integer given, size_t length) {
  if (given > 0) return (size_t)given - 1;
  if (given == 0 || given < -(lua_Integer)length) return 0;
  return length - (size_t)-given;
}

static int is_plain(const char *p, size_t length) {
  for (const char *end = p + length; p <= end; p += strlen(p) + 1) {  // each zero byte ends a part
    if (strpbrk(p, "^$*+?.([%-") != NULL) return 0;
  }
  return 1;
}

static int find_or_match(lua_State *L, int find) {
  size_t s_length, p_length;
  const char *s = luaL_checklstring(L, 1, &s_length), *p = luaL_checklstring(L, 2, &p_length);
  size_t start = start_of(luaL_optinteger(L, 3, 1), s_length);
  if (start > s_length) {
    lua_pushnil(L);
    return 1;
  }
  dm_spend(L, (int64_t)p_length / LOOKED_AT);
  if (find && (lua_toboolean(L, 4) || is_plain(p, p_length))) {
    dm_spend(L, (int64_t)(s_length - start) / 16);
    const char *found = memmem(s + start, s_length - start, p, p_length);
    if (found == NULL) {
      lua_pushnil(L);
      return 1;
    }
    lua_pushinteger(L, found - s + 1);
    lua_pushinteger(L, found - s + (lua_Integer)p_length);
    return 2;
  }
  matcher m;
  int anchored = p_length > 0 && *p == '^';
  dm_match_begin(&m, L, s, s_length, p, p_length);
  for (const char *at = s + start; at <= m.subject_end; at++) {
    const char *e = dm_match_at(&m, at, p + anchored);
    if (e != NULL) {
      dm_match_end(&m);
      if (!find) return dm_push_captures(&m, at, e);
      lua_pushinteger(L, at - s + 1);
      lua_pushinteger(L, e - s);
      return dm_push_captures(&m, NULL, NULL) + 2;
    }
    if (anchored) break;
  }
  dm_match_end(&m);
  lua_pushnil(L);
  return 1;
}

static int string_find(lua_State *L) { return find_or_match(L, 1); }
static int string_match(lua_State *L) { return find_or_match(L, 0); }

// MARK: - gmatch

// Upvalues: subject, pattern, where to go on, where the last match ended (-1: there was none).
static int gmatch_step(lua_State *L) {
  size_t s_length, p_length;
  const char *s = lua_tolstring(L, lua_upvalueindex(1), &s_length);
  const char *p = lua_tolstring(L, lua_upvalueindex(2), &p_length);
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  matcher m;
  dm_match_begin(&m, L, s, s_length, p, p_length);
  for (const char *at = s + lua_tointeger(L, lua_upvalueindex(3)); at <= m.subject_end; at++) {
    const char *e = dm_match_at(&m, at, p);
    if (e == NULL || e - s == last) continue;
    dm_match_end(&m);
    lua_pushinteger(L, e - s);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return dm_push_captures(&m, at, e);
  }
  dm_match_end(&m);
  return 0;
}

static int string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t start = start_of(luaL_optinteger(L, 3, 1), length);
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)(start > length ? length + 1 : start));
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, gmatch_step, 4);
  return 1;
}

// MARK: - gsub

static void add_text(matcher *m, luaL_Buffer *buffer, const char *s, const char *e) {
  size_t length;
  const char *text = lua_tolstring(m->L, 3, &length), *text_end = text + length;
  steps(m, (int64_t)length / COPIED);
  while (text < text_end) {
    const char *escape = memchr(text, '%', (size_t)(text_end - text));
    if (escape == NULL) escape = text_end;
    luaL_addlstring(buffer, text, (size_t)(escape - text));
    if (escape == text_end) break;
    char c = escape + 1 < text_end ? escape[1] : 0;
    text = escape + 2;
    steps(m, REPLACED);
    if (c == '%') {
      luaL_addchar(buffer, '%');
    } else if (c == '0') {
      luaL_addlstring(buffer, s, (size_t)(e - s));
    } else if (isdigit((unsigned char)c)) {
      dm_push_capture(m, c - '1', s, e);
      luaL_tolstring(m->L, -1, NULL);
      lua_remove(m->L, -2);
      luaL_addvalue(buffer);
    } else {
      luaL_error(m->L, "invalid use of '%%' in replacement string");
    }
  }
}

// Adds what the match is replaced by; whether it differs from the match.
static int add_replacement(matcher *m, luaL_Buffer *buffer, const char *s, const char *e) {
  lua_State *L = m->L;
  switch (lua_type(L, 3)) {
    case LUA_TFUNCTION:
      steps(m, REPLACED);
      lua_pushvalue(L, 3);
      lua_call(L, dm_push_captures(m, s, e), 1);
      break;
    case LUA_TTABLE:
      steps(m, REPLACED);
      dm_push_capture(m, 0, s, e);
      lua_gettable(L, 3);
      break;
    default: add_text(m, buffer, s, e); return 1;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(buffer, s, (size_t)(e - s));
    return 0;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(buffer);
  return 1;
}

static int string_gsub(lua_State *L) {
  size_t s_length, p_length;
  const char *s = luaL_checklstring(L, 1, &s_length), *p = luaL_checklstring(L, 2, &p_length);
  int type = lua_type(L, 3);
  luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE, 3,
                   "string/function/table");
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)s_length + 1), count = 0;
  lua_settop(L, 3);
  if (type == LUA_TNUMBER) lua_tostring(L, 3);
  int anchored = p_length > 0 && *p == '^', changed = 0;
  const char *at = s, *last = NULL;
  matcher m;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  dm_match_begin(&m, L, s, s_length, p, p_length);
  while (count < most) {
    const char *e = dm_match_at(&m, at, p + anchored);
    if (e != NULL && e != last) {
      count++;
      changed = add_replacement(&m, &buffer, at, e) | changed;
      at = last = e;
    } else if (at < m.subject_end) {
      luaL_addchar(&buffer, *at++);
    } else {
      break;
    }
    if (anchored) break;
  }
  if (changed) {
    luaL_addlstring(&buffer, at, (size_t)(m.subject_end - at));
    luaL_pushresult(&buffer);
  } else {
    luaL_pushresult(&buffer);
    lua_pop(L, 1);
    lua_pushvalue(L, 1);
  }
  dm_match_end(&m);
  lua_pushinteger(L, count);
  return 2;
}

static const luaL_Reg functions[] = {
  {"find", string_find}, {"gmatch", string_gmatch}, {"gsub", string_gsub}, {"match", string_match}, {NULL, NULL},
};

void dm_set_patterns(lua_State *L) { dm_set_functions(L, functions); }
