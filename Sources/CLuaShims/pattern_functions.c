// string.find, match, gmatch and gsub.
#include "CSystem.h"
#include "pattern.h"

#include <string.h>

// MARK: - Captures

// Capture `i` as text in `text`, or where it is a place or no such: pushes it, and `text` is NULL. The whole match is the
// first where the pattern has none.
static size_t capture(const dm_matcher *m, int i, const char *start, const char *end, const char **text) {
  const dm_program *program = m->program;
  if (i >= program->captures) {
    if (i > 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
    *text = start;
    return (size_t)(end - start);
  }
  if (program->kinds[i] == DM_UNFINISHED) luaL_error(m->L, "unfinished capture");
  if (program->kinds[i] == DM_PLACE) {
    lua_pushinteger(m->L, m->capture[i].start - m->subject + 1);
    *text = NULL;
    return 0;
  }
  *text = m->capture[i].start;
  return (size_t)(m->capture[i].end - m->capture[i].start);
}

static void push_capture(const dm_matcher *m, int i, const char *start, const char *end) {
  const char *text;
  size_t length = capture(m, i, start, end, &text);
  if (text != NULL) lua_pushlstring(m->L, text, length);
}

// Pushes all captures, or the whole match where there is none.
static int push_captures(dm_matcher *m, const char *start, const char *end) {
  int count = m->program->captures > 0 ? m->program->captures : 1;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) push_capture(m, i, start, end);
  return count;
}

// MARK: - find and match

// How many bytes lie before the start that is given at `index`: from 1 on, or from the end when negative.
static size_t bytes_before(lua_State *L, int index, size_t length) {
  dm_spend_numeral(L, index);
  lua_Integer given = luaL_optinteger(L, index, 1);
  if (given >= 0) return given > 0 ? (size_t)given - 1 : 0;
  size_t from_end = (size_t)0 - (size_t)given;
  return from_end < length ? length - from_end : 0;
}

// Whether nothing in a pattern is special, as find sees it: there a ')' alone is a plain character.
static int is_plain(const char *pattern, size_t length) {
  static const dm_set special = {{0x80006D3000000000, 0x0000000048000000}};  // $ % ( * + - . ? [ ^
  for (; length > 0; length--) {
    if (dm_set_has(&special, (unsigned char)*pattern++)) return 0;
  }
  return 1;
}

static int find_plain(lua_State *L, const char *subject, size_t length, size_t before) {
  size_t wanted_length;
  const char *wanted = lua_tolstring(L, 2, &wanted_length), *from = subject + before, *end = subject + length;
  const char *found = dm_find_text(from, end, wanted, wanted_length);
  dm_spend(L, ((found != NULL ? found : end) - from + (int64_t)wanted_length) / DM_SEARCHED + (int64_t)wanted_length / DM_COMPILED + 1);
  if (found == NULL) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, found - subject + 1);
  lua_pushinteger(L, found - subject + (lua_Integer)wanted_length);
  return 2;
}

// What find and match do alike, of which only find tells places and takes plain texts.
static int search(lua_State *L, int finds) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length), *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t before = bytes_before(L, 3, length);
  if (before > length) {
    lua_pushnil(L);
    return 1;
  }
  int is_plain_search = finds && (lua_toboolean(L, 4) || is_plain(pattern, pattern_length));
  if (is_plain_search) return find_plain(L, subject, length, before);
  dm_matcher m;
  const char *start, *end;
  dm_matcher_begin(&m, L, subject, length, pattern, pattern_length, 0);
  int found = dm_matcher_next(&m, subject + before, NULL, &start, &end);
  dm_matcher_end(&m);
  if (!found) {
    lua_pushnil(L);
    return 1;
  }
  if (!finds) return push_captures(&m, start, end);
  lua_pushinteger(L, start - subject + 1);
  lua_pushinteger(L, end - subject);
  return m.program->captures == 0 ? 2 : 2 + push_captures(&m, start, end);
}

static int string_find(lua_State *L) { return search(L, 1); }
static int string_match(lua_State *L) { return search(L, 0); }

// MARK: - gmatch

// Upvalues: subject, pattern, and this as userdata.
typedef struct {
  dm_matcher matcher;
  const char *from, *refused;
} walk;

static int gmatch_step(lua_State *L) {
  walk *w = lua_touserdata(L, lua_upvalueindex(3));
  const char *start, *end;
  w->matcher.L = L;
  if (w->from > w->matcher.end) return 0;
  int found = dm_matcher_next(&w->matcher, w->from, w->refused, &start, &end);
  dm_matcher_end(&w->matcher);
  if (!found) return 0;
  w->from = w->refused = end;
  return push_captures(&w->matcher, start, end);
}

static int string_gmatch(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length), *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t before = bytes_before(L, 3, length);
  lua_settop(L, 2);
  walk *w = lua_newuserdatauv(L, sizeof *w, 0);
  dm_matcher_begin(&w->matcher, L, subject, length, pattern, pattern_length, 1);
  dm_matcher_end(&w->matcher);
  w->from = before > length ? subject + length + 1 : subject + before;
  w->refused = NULL;
  lua_pushcclosure(L, gmatch_step, 3);
  return 1;
}

// MARK: - gsub

typedef struct {
  dm_matcher matcher;
  luaL_Buffer buffer;
  const char *copied;  // what lies before it is in the buffer
  int changed;         // whether anything is
  int type;            // of the replacement, which is argument 3
  const char *text;    // that, if it is text
  size_t length, plain_length;  // and how much of it comes before the first '%'
} substitution;

static void copy_text(substitution *g, const char *text, size_t length) {
  dm_matcher_step(&g->matcher, (int64_t)length / DM_COPIED);
  luaL_addlstring(&g->buffer, text, length);
}

static void add_template(substitution *g, const char *start, const char *end) {
  lua_State *L = g->matcher.L;
  const char *text = g->text, *stop = text + g->length, *escape = text + g->plain_length;
  for (;;) {
    copy_text(g, text, (size_t)(escape - text));
    if (escape == stop) return;
    char c = escape + 1 < stop ? escape[1] : 0;
    dm_matcher_step(&g->matcher, DM_REPLACED);
    if (c == '0') {
      copy_text(g, start, (size_t)(end - start));
    } else if (c >= '1' && c <= '9') {
      const char *captured;
      size_t length = capture(&g->matcher, c - '1', start, end, &captured);
      if (captured != NULL) {
        copy_text(g, captured, length);
      } else {
        luaL_addvalue(&g->buffer);
      }
    } else if (c == '%') {
      luaL_addchar(&g->buffer, '%');
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
    text = escape + 2;
    escape = memchr(text, '%', (size_t)(stop - text));
    if (escape == NULL) escape = stop;
  }
}

// Pushes what a table or function has for a match.
static void push_answer(substitution *g, const char *start, const char *end) {
  lua_State *L = g->matcher.L;
  dm_matcher_step(&g->matcher, DM_REPLACED);
  if (g->type == LUA_TTABLE) {
    push_capture(&g->matcher, 0, start, end);
    lua_gettable(L, 3);
  } else {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(&g->matcher, start, end), 1);
  }
}

// Puts the text since the last replacement and what the match becomes into the buffer.
static void replace(substitution *g, const char *start, const char *end) {
  lua_State *L = g->matcher.L;
  if (g->type == LUA_TSTRING) {
    copy_text(g, g->copied, (size_t)(start - g->copied));
    add_template(g, start, end);
  } else {
    push_answer(g, start, end);
    if (!lua_toboolean(L, -1)) {
      lua_pop(L, 1);
      return;  // the match stays, and is copied with what follows
    }
    if (!lua_isstring(L, -1)) {
      luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    }
    size_t length;
    const char *answer = lua_tolstring(L, -1, &length);
    lua_replace(L, 4);  // kept there: what the buffer has on the stack must be on top
    copy_text(g, g->copied, (size_t)(start - g->copied));
    copy_text(g, answer, length);
  }
  g->copied = end;
  g->changed = 1;
}

static int string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length), *pattern = luaL_checklstring(L, 2, &pattern_length);
  dm_spend_numeral(L, 4);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
  substitution g;
  g.type = lua_type(L, 3);
  g.copied = subject;
  g.changed = 0;
  int known = g.type == LUA_TNUMBER || g.type == LUA_TSTRING || g.type == LUA_TFUNCTION || g.type == LUA_TTABLE;
  luaL_argexpected(L, known, 3, "string/function/table");
  lua_settop(L, 4);
  if (g.type == LUA_TNUMBER) g.type = LUA_TSTRING;
  if (g.type == LUA_TSTRING) {
    g.text = lua_tolstring(L, 3, &g.length);
    const char *escape = memchr(g.text, '%', g.length);
    g.plain_length = escape != NULL ? (size_t)(escape - g.text) : g.length;
  }
  dm_matcher_begin(&g.matcher, L, subject, length, pattern, pattern_length, 0);
  int is_anchored = g.matcher.program->is_anchored;  // a search in a callback may put another program in its place
  luaL_buffinit(L, &g.buffer);
  const char *from = subject, *refused = NULL, *start, *end;
  while (count < most && dm_matcher_next(&g.matcher, from, refused, &start, &end)) {
    replace(&g, start, end);
    count++;
    from = refused = end;
    if (is_anchored) break;
  }
  if (g.changed) {
    copy_text(&g, g.copied, (size_t)(g.matcher.end - g.copied));
    luaL_pushresult(&g.buffer);
  } else {
    lua_pushvalue(L, 1);
  }
  dm_matcher_end(&g.matcher);
  lua_pushinteger(L, count);
  return 2;
}

static const dm_function functions[] = {
  {"find", string_find}, {"gmatch", string_gmatch}, {"gsub", string_gsub}, {"match", string_match}, {NULL, NULL},
};

void dm_set_patterns(lua_State *L) { dm_set_functions(L, functions); }
