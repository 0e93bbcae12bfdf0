// Lua's patterns, with every step charged to the meter: a pattern that backtracks without end meets the
// instruction limit like any other loop. Meaning and messages are those of the Lua 5.4 manual, section 6.4.1.
#define _GNU_SOURCE
#include "process.h"

#include <ctype.h>
#include <string.h>

enum { CAPTURES = 32, DEPTH = 200, STEPS = 1024, OPEN = -1, POSITION = -2 };

// What a step is worth: bytes of a set or pattern looked at, bytes compared or copied; and steps that a replacement costs.
enum { LOOKED_AT = 8, COMPARED = 64, COPIED = 16, REPLACED = 8 };

typedef struct {
  lua_State *L;
  const char *subject, *subject_end, *pattern_end;
  int depth, captures;
  int64_t steps;  // not charged yet
  struct {
    const char *start;
    ptrdiff_t length;  // or OPEN, or POSITION
  } capture[CAPTURES];
} matcher;

static const char *match(matcher *m, const char *s, const char *p);

static inline void steps(matcher *m, int64_t count) {
  m->steps += count;
  if (m->steps < STEPS) return;
  int64_t due = m->steps;
  m->steps = 0;
  dm_spend(m->L, due);
}

static inline void step(matcher *m) { steps(m, 1); }

// MARK: - One character

static const char *item_end(matcher *m, const char *p) {
  if (*p++ == '%') {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (p[-1] != '[') return p;
  if (*p == '^') p++;
  do {  // a ']' that comes first stands for itself
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%' && p < m->pattern_end) p++;
  } while (p == m->pattern_end || *p != ']');
  return p + 1;
}

static int in_class(int c, int letter) {
  int inside;
  switch (tolower(letter)) {
    case 'a': inside = isalpha(c); break;
    case 'c': inside = iscntrl(c); break;
    case 'd': inside = isdigit(c); break;
    case 'g': inside = isgraph(c); break;
    case 'l': inside = islower(c); break;
    case 'p': inside = ispunct(c); break;
    case 's': inside = isspace(c); break;
    case 'u': inside = isupper(c); break;
    case 'w': inside = isalnum(c); break;
    case 'x': inside = isxdigit(c); break;
    case 'z': inside = c == 0; break;  // not in the manual any more, but still understood
    default: return letter == c;
  }
  return isupper(letter) ? !inside : inside != 0;
}

// `p` is at the '[', `last` at its ']'.
static int in_set(int c, const char *p, const char *last) {
  int wanted = 1;
  if (p[1] == '^') {
    wanted = 0;
    p++;
  }
  while (++p < last) {
    if (*p == '%') {
      if (in_class(c, (unsigned char)*++p)) return wanted;
    } else if (p[1] == '-' && p + 2 < last) {
      if ((unsigned char)p[0] <= c && c <= (unsigned char)p[2]) return wanted;
      p += 2;
    } else if ((unsigned char)*p == c) {
      return wanted;
    }
  }
  return !wanted;
}

static int fits(const matcher *m, const char *s, const char *p, const char *end) {
  if (s >= m->subject_end) return 0;
  int c = (unsigned char)*s;
  switch (*p) {
    case '.': return 1;
    case '%': return in_class(c, (unsigned char)p[1]);
    case '[': return in_set(c, p, end - 1);
    default: return (unsigned char)*p == c;
  }
}

// MARK: - Items

static const char *balanced(matcher *m, const char *s, const char *p) {
  if (p >= m->pattern_end - 1) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->subject_end || *s != *p) return NULL;
  int open = 1;
  while (++s < m->subject_end) {
    step(m);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == p[0]) {
      open++;
    }
  }
  return NULL;
}

static const char *most(matcher *m, const char *s, const char *p, const char *end) {
  ptrdiff_t count = 0;
  while (fits(m, s + count, p, end)) {
    steps(m, 1 + (end - p) / LOOKED_AT);
    count++;
  }
  for (; count >= 0; count--) {
    const char *found = match(m, s + count, end + 1);
    if (found != NULL) return found;
  }
  return NULL;
}

static const char *fewest(matcher *m, const char *s, const char *p, const char *end) {
  for (;;) {
    const char *found = match(m, s, end + 1);
    if (found != NULL) return found;
    if (!fits(m, s, p, end)) return NULL;
    steps(m, 1 + (end - p) / LOOKED_AT);
    s++;
  }
}

static const char *open_capture(matcher *m, const char *s, const char *p, ptrdiff_t kind) {
  if (m->captures >= CAPTURES) luaL_error(m->L, "too many captures");
  m->capture[m->captures].start = s;
  m->capture[m->captures++].length = kind;
  const char *found = match(m, s, p);
  if (found == NULL) m->captures--;
  return found;
}

static const char *close_capture(matcher *m, const char *s, const char *p) {
  int i = m->captures - 1;
  while (i >= 0 && m->capture[i].length != OPEN) i--;
  if (i < 0) luaL_error(m->L, "invalid pattern capture");
  m->capture[i].length = s - m->capture[i].start;
  const char *found = match(m, s, p);
  if (found == NULL) m->capture[i].length = OPEN;
  return found;
}

static const char *same_as_capture(matcher *m, const char *s, int digit) {
  int i = digit - '1';
  if (i < 0 || i >= m->captures || m->capture[i].length == OPEN) {
    luaL_error(m->L, "invalid capture index %%%d", i + 1);
  }
  size_t length = (size_t)m->capture[i].length;
  steps(m, (int64_t)length / COMPARED);
  if ((size_t)(m->subject_end - s) < length || memcmp(m->capture[i].start, s, length) != 0) return NULL;
  return s + length;
}

static int at_frontier(matcher *m, const char *s, const char *set, const char *end) {
  int before = s == m->subject ? 0 : (unsigned char)s[-1];
  int here = s < m->subject_end ? (unsigned char)*s : 0;
  return !in_set(before, set, end - 1) && in_set(here, set, end - 1);
}

// MARK: - The whole

// An item that is one character and perhaps a suffix. Sets `next` where matching simply goes on there.
static const char *match_single(matcher *m, const char *s, const char *p, const char **next) {
  const char *end = item_end(m, p);
  steps(m, (end - p) / LOOKED_AT);
  char suffix = end < m->pattern_end ? *end : 0;
  switch (suffix) {
    case '*': return most(m, s, p, end);
    case '+': return fits(m, s, p, end) ? most(m, s + 1, p, end) : NULL;
    case '-': return fewest(m, s, p, end);
    case '?':
      if (fits(m, s, p, end)) {
        const char *found = match(m, s + 1, end + 1);
        if (found != NULL) return found;
      }
      *next = end + 1;
      return s;
    default:
      if (!fits(m, s, p, end)) return NULL;
      *next = end;
      return s + 1;
  }
}

// Items that begin with '%' and are not one character; 0 when it is another.
static int match_special(matcher *m, const char **s, const char **p) {
  switch ((*p)[1]) {
    case 'b':
      *s = balanced(m, *s, *p + 2);
      *p += 4;
      return 1;
    case 'f': {
      const char *set = *p + 2;
      if (set >= m->pattern_end || *set != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
      const char *end = item_end(m, set);
      steps(m, (end - set) / LOOKED_AT);
      if (!at_frontier(m, *s, set, end)) *s = NULL;
      *p = end;
      return 1;
    }
    default:
      if (!isdigit((unsigned char)(*p)[1])) return 0;
      *s = same_as_capture(m, *s, (*p)[1]);
      *p += 2;
      return 1;
  }
}

static const char *match(matcher *m, const char *s, const char *p) {
  if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
  while (s != NULL && p < m->pattern_end) {
    step(m);
    if (*p == '(') {
      s = p[1] == ')' ? open_capture(m, s, p + 2, POSITION) : open_capture(m, s, p + 1, OPEN);
      break;
    }
    if (*p == ')') {
      s = close_capture(m, s, p + 1);
      break;
    }
    if (*p == '$' && p + 1 == m->pattern_end) {
      if (s != m->subject_end) s = NULL;
      break;
    }
    if (*p == '%' && p + 1 < m->pattern_end && match_special(m, &s, &p)) continue;
    const char *next = NULL;
    s = match_single(m, s, p, &next);
    if (next == NULL) break;
    p = next;
  }
  m->depth++;
  return s;
}

static void begin(matcher *m, lua_State *L, const char *s, size_t s_length, const char *p, size_t p_length) {
  m->L = L;
  m->subject = s;
  m->subject_end = s + s_length;
  m->pattern_end = p + p_length;
  m->steps = 0;
}

static const char *match_at(matcher *m, const char *s, const char *p) {
  m->captures = 0;
  m->depth = DEPTH;
  step(m);  // also where the pattern is empty
  return match(m, s, p);
}

// Gives back the steps not charged yet.
static void end(matcher *m) { dm_spend(m->L, m->steps); }

// MARK: - Captures

static void push_capture(matcher *m, int i, const char *s, const char *e) {
  if (i >= m->captures) {
    if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
    lua_pushlstring(m->L, s, (size_t)(e - s));
  } else if (m->capture[i].length == POSITION) {
    lua_pushinteger(m->L, m->capture[i].start - m->subject + 1);
  } else if (m->capture[i].length == OPEN) {
    luaL_error(m->L, "unfinished capture");
  } else {
    lua_pushlstring(m->L, m->capture[i].start, (size_t)m->capture[i].length);
  }
}

// `s` NULL: the whole match is no capture.
static int push_captures(matcher *m, const char *s, const char *e) {
  int count = m->captures == 0 && s != NULL ? 1 : m->captures;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) push_capture(m, i, s, e);
  return count;
}

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
  begin(&m, L, s, s_length, p, p_length);
  for (const char *at = s + start; at <= m.subject_end; at++) {
    const char *e = match_at(&m, at, p + anchored);
    if (e != NULL) {
      end(&m);
      if (!find) return push_captures(&m, at, e);
      lua_pushinteger(L, at - s + 1);
      lua_pushinteger(L, e - s);
      return push_captures(&m, NULL, NULL) + 2;
    }
    if (anchored) break;
  }
  end(&m);
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
  begin(&m, L, s, s_length, p, p_length);
  for (const char *at = s + lua_tointeger(L, lua_upvalueindex(3)); at <= m.subject_end; at++) {
    const char *e = match_at(&m, at, p);
    if (e == NULL || e - s == last) continue;
    end(&m);
    lua_pushinteger(L, e - s);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return push_captures(&m, at, e);
  }
  end(&m);
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
      push_capture(m, c - '1', s, e);
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
      lua_call(L, push_captures(m, s, e), 1);
      break;
    case LUA_TTABLE:
      steps(m, REPLACED);
      push_capture(m, 0, s, e);
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
  begin(&m, L, s, s_length, p, p_length);
  while (count < most) {
    const char *e = match_at(&m, at, p + anchored);
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
  end(&m);
  lua_pushinteger(L, count);
  return 2;
}

static const luaL_Reg functions[] = {
  {"find", string_find}, {"gmatch", string_gmatch}, {"gsub", string_gsub}, {"match", string_match}, {NULL, NULL},
};

void dm_set_patterns(lua_State *L) { dm_set_functions(L, functions); }
