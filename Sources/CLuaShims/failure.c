// What is told of an error: message, traceback, and the place, copied out of Lua's memory.
#include "process.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_BYTES = 16384 };

static char *copy(const char *text, size_t length) {
  if (text == NULL) return NULL;
  char *bytes = malloc(length + 1);
  if (bytes == NULL) abort();
  memcpy(bytes, text, length);
  bytes[length] = 0;
  return bytes;
}

void dm_clear_failure(dm_failure *failure) {
  free(failure->message);
  free(failure->traceback);
  free(failure->file);
  *failure = (dm_failure){0};
}

static int is_of_script(const lua_Debug *at) {
  return at->currentline > 0 && strcmp(at->source, DM_HOST_CHUNK) != 0;
}

// The nearest Lua function of the script at or above `level`.
static int place(lua_State *L, int level, lua_Debug *at) {
  for (; lua_getstack(L, level, at); level++) {
    lua_getinfo(L, "Sl", at);
    if (is_of_script(at)) return 1;
  }
  return 0;
}

static const char *without_mark(const char *source) {
  return *source == '@' || *source == '=' ? source + 1 : source;
}

// A chunk without a name is only known as such.
static void name_of(const char *source, const char **file, size_t *length) {
  *file = *source == '@' || *source == '=' ? source + 1 : "string";
  *length = strlen(*file);
}

int dm_location(lua_State *L, int level, const char **file, size_t *length) {
  lua_Debug at;
  for (int i = 0; lua_getstack(L, i, &at); i++) {
    lua_getinfo(L, "Sl", &at);
    if (!is_of_script(&at) || --level > 0) continue;
    name_of(at.source, file, length);
    return at.currentline;
  }
  return 0;
}

int dm_fiber_location(dm_process *P, int fiber, uint32_t generation, const char **file, size_t *length) {
  lua_State *L = dm_fiber_thread(P, fiber, generation);
  if (L == NULL) return 0;
  const dm_fiber *f = &P->fibers[fiber];
  if (f->slice_line <= 0) return dm_location(L, 1, file, length);
  name_of(f->slice_source, file, length);
  return f->slice_line;
}

int dm_definition(lua_State *L, int index, const char **file, size_t *length) {
  if (lua_type(L, index) != LUA_TFUNCTION || lua_iscfunction(L, index)) return 0;
  lua_Debug at;
  if (!dm_room(L, 1)) return 0;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &at);
  name_of(at.source, file, length);
  return at.linedefined;
}

static void copy_place(dm_failure *to, const lua_Debug *at) {
  const char *file = *at->source == '@' || *at->source == '=' ? without_mark(at->source) : at->short_src;
  to->file = copy(file, strlen(file));
  to->line = at->currentline;
}

// Lua is about to unwind the stack for want of memory, and will tell only then. Asking for a place allocates nothing;
// that of a coroutine is where it was resumed.
void dm_note_refusal(dm_process *P) {
  lua_Debug at;
  dm_clear_failure(&P->refusal);
  if (P->running != NULL && place(P->running, 0, &at)) copy_place(&P->refusal, &at);
}

// "FILE:LINE: text", as the compiler writes it.
static void place_from_message(dm_failure *to) {
  for (const char *colon = strchr(to->message, ':'); colon; colon = strchr(colon + 1, ':')) {
    char *end;
    long line = strtol(colon + 1, &end, 10);
    if (end != colon + 1 && *end == ':' && line > 0) {
      to->line = (int)line;
      to->file = copy(to->message, (size_t)(colon - to->message));
      return;
    }
  }
}

void dm_copy_failure(dm_failure *to, dm_failure_kind kind, const char *message, lua_State *L, int level) {
  dm_clear_failure(to);
  dm_process *P = dm_of(L);
  int in_lua = P->in_lua;
  P->in_lua = 0;
  to->kind = kind;
  to->message = copy(message, strnlen(message, MESSAGE_BYTES));
  lua_Debug at;
  if (place(L, level, &at)) {
    copy_place(to, &at);
  } else if (kind == DM_MEMORY && P->refusal.file != NULL) {
    to->file = copy(P->refusal.file, strlen(P->refusal.file));
    to->line = P->refusal.line;
  } else if (kind == DM_SYNTAX) {
    place_from_message(to);
  }
  lua_State *T = P->main;
  if (lua_checkstack(T, 16)) {
    luaL_traceback(T, L, NULL, level);
    size_t length;
    const char *text = lua_tolstring(T, -1, &length);
    to->traceback = copy(text, length < MESSAGE_BYTES ? length : MESSAGE_BYTES);
    lua_pop(T, 1);
  }
  P->in_lua = (unsigned char)in_lua;
}

static int to_text(lua_State *L) {
  if (lua_type(L, 1) != LUA_TSTRING && luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL) {
    if (lua_type(L, 1) == LUA_TNUMBER) {
      lua_tostring(L, 1);
      return 1;
    }
    lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    return 1;
  }
  lua_settop(L, 1);
  dm_tolstring(L, 1, NULL);
  return 1;
}

// The message as text, on top of the main thread; the error object is popped from L, which may be dead. The main thread
// counts its C calls from where L is. NULL, and nothing there, when it has no room, which ends the process.
static const char *message_of(dm_process *P, lua_State *L) {
  lua_State *T = P->main;
  if (!dm_room(T, 8)) {
    lua_pop(L, 1);
    return NULL;
  }
  int levels = dm_levels(T);
  if (dm_levels(L) > levels) dm_set_levels(T, dm_levels(L));
  lua_pushcfunction(T, to_text);
  if (L == T) {
    lua_insert(T, -2);
  } else {
    lua_xmove(L, T, 1);
  }
  P->in_lua = 1;
  if (lua_pcall(T, 1, 1, 0) != LUA_OK) {
    lua_pop(T, 1);
    lua_pushliteral(T, "(error in __tostring of the error object)");
  }
  dm_set_levels(T, levels);
  P->in_lua = 0;
  const char *message = lua_tostring(T, -1);
  return message != NULL ? message : "(error object is not text)";
}

void dm_note_failure(dm_process *P, lua_State *L, int status, int level) {
  unsigned char in_lua = P->in_lua;
  P->in_lua = 0;
  if (status == LUA_ERRMEM && !P->killed) dm_end(P, L, DM_MEMORY, NULL);
  if (P->killed) {
    lua_pop(L, 1);
  } else {
    const char *message = message_of(P, L);
    if (message == NULL) {
      P->in_lua = in_lua;
      return;
    }
    dm_failure_kind kind = status == LUA_ERRSYNTAX                             ? DM_SYNTAX
                           : status == LUA_ERRERR || strstr(message, "stack overflow") ? DM_STACK_OVERFLOW
                                                                               : DM_RUNTIME;
    if (!P->killed) dm_copy_failure(&P->failure, kind, message, L, level);
    lua_pop(P->main, 1);
  }
  P->in_lua = in_lua;
}
