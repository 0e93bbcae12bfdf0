// Lua's patterns, with every step charged to the meter: a pattern that backtracks without end meets the
// instruction limit like any other loop. Meaning and messages are those of the Lua 5.4 manual, section 6.4.1.
#define _GNU_SOURCE
#include "pattern.h"

#include <ctype.h>
#include <string.h>

static const char *match(matcher *m, const char *s, const char *p);

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

void dm_match_begin(matcher *m, lua_State *L, const char *s, size_t s_length, const char *p, size_t p_length) {
  m->L = L;
  m->subject = s;
  m->subject_end = s + s_length;
  m->pattern_end = p + p_length;
  m->steps = 0;
}

const char *dm_match_at(matcher *m, const char *s, const char *p) {
  m->captures = 0;
  m->depth = DEPTH;
  step(m);  // also where the pattern is empty
  return match(m, s, p);
}

void dm_match_end(matcher *m) { dm_spend(m->L, m->steps); }

// MARK: - Captures

void dm_push_capture(matcher *m, int i, const char *s, const char *e) {
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

int dm_push_captures(matcher *m, const char *s, const char *e) {
  int count = m->captures == 0 && s != NULL ? 1 : m->captures;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) dm_push_capture(m, i, s, e);
  return count;
}
