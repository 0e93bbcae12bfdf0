// How a process ends, and what is reported of an error: message, traceback, and the place, copied out of Lua's memory.
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MESSAGE_BYTES = 16384,
  DEEP = 50000,  // calls: no honest script nests them so
  MANY = 1000,   // calls: more are walked over once, and
  SHOWN = 10,    // of them are shown
};

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
  for (int found = lua_getstack(L, level, at); found; found = dm_to_caller(at)) {
    lua_getinfo(L, "Sl", at);
    if (is_of_script(at)) return 1;
  }
  return 0;
}

// A chunk without a name is only known as such.
void dm_name_of_chunk(const char *source, const char **file, size_t *length) {
  *file = *source == '@' || *source == '=' ? source + 1 : "string";
  *length = strlen(*file);
}

int dm_location(lua_State *L, int level, const char **file, size_t *length) {
  lua_Debug at;
  for (int found = lua_getstack(L, 0, &at); found; found = dm_to_caller(&at)) {
    lua_getinfo(L, "Sl", &at);
    if (!is_of_script(&at) || --level > 0) continue;
    dm_name_of_chunk(at.source, file, length);
    return at.currentline;
  }
  return 0;
}

int dm_definition(lua_State *L, int index, const char **file, size_t *length) {
  if (lua_type(L, index) != LUA_TFUNCTION || lua_iscfunction(L, index)) return 0;
  lua_Debug at;
  if (!dm_room(L, 1)) return 0;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &at);
  dm_name_of_chunk(at.source, file, length);
  return at.linedefined;
}

static void copy_place(dm_failure *to, const lua_Debug *at) {
  const char *file = *at->source == '@' || *at->source == '=' ? at->source + 1 : at->short_src;
  to->file = copy(file, strlen(file));
  to->line = at->currentline;
}

// Lua is about to unwind the stack for want of memory, and will report it only then. Asking for a place allocates nothing;
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

// The lines of the innermost of many calls, and the number of the others, onto T. Lua's own traceback walks over all calls
// for each that it shows, and several times more to count them: a second for a stack that has overflown.
static void push_many_calls(lua_State *T, lua_State *L, int level) {
  lua_Debug at;
  luaL_Buffer text;
  luaL_buffinit(T, &text);
  luaL_addstring(&text, "stack traceback:");
  int calls = 0;
  for (int found = lua_getstack(L, level, &at); found; found = dm_to_caller(&at), calls++) {
    if (calls >= SHOWN) continue;
    lua_getinfo(L, "Sl", &at);
    lua_pushfstring(T, at.currentline > 0 ? "\n\t%s:%d" : "\n\t%s", at.short_src, at.currentline);
    luaL_addvalue(&text);
  }
  lua_pushfstring(T, "\n\tand %d calls more", calls - SHOWN);
  luaL_addvalue(&text);
  luaL_pushresult(&text);
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
    // Functions are named as their callers name them: a search through all globals for a better name would take longer
    // than opening the state.
    lua_getfield(T, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_pushboolean(T, 0);
    lua_setfield(T, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    if (lua_getstack(L, level + MANY, &at)) {
      push_many_calls(T, L, level);
    } else {
      luaL_traceback(T, L, NULL, level);
    }
    lua_insert(T, -2);
    lua_setfield(T, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    size_t length;
    const char *text = lua_tolstring(T, -1, &length);
    to->traceback = copy(text, length < MESSAGE_BYTES ? length : MESSAGE_BYTES);
    lua_pop(T, 1);
  }
  P->in_lua = (unsigned char)in_lua;
}

// MARK: - The end of a process

void dm_end(dm_process *P, lua_State *L, dm_failure_kind kind, const char *message) {
  if (P->killed) return;
  char text[160];
  if (kind == DM_MEMORY && P->exhausted) {
    kind = DM_EXHAUSTED;
    message = "Lua: this machine has no more memory; allow more by 'ulimit -v unlimited', or run less at a time";
  }
  if (kind == DM_MEMORY) {
    lua_Debug at;
    int deep = lua_getstack(L, DEEP, &at);
    snprintf(text, sizeof text, "memory limit exceeded (%zu bytes)%s", P->cap,
             deep ? " by a stack overflow: a recursion without end" : "");
    message = text;
  } else if (kind == DM_INSTRUCTIONS) {
    snprintf(text, sizeof text, "instruction limit exceeded (%lld in one entry)", (long long)P->limit);
    message = text;
  }
  P->killed = (unsigned char)kind;
  dm_copy_failure(&P->kill_failure, kind, message, L, 0);
}

void dm_tell_stall(int64_t stall, char *message, size_t room) {
  snprintf(message, room, "one call took over %g s of processor time; let it do less at once", (double)stall / 1e9);
}

// Lua's memory is read here, and nothing asked of Lua.
void dm_note_stall(dm_process *P, const dm_line *place) {
  char text[160];
  dm_tell_stall(P->spell.limit, text, sizeof text);
  P->killed = DM_STALLED;
  dm_failure *to = &P->kill_failure;
  dm_clear_failure(to);
  to->kind = DM_STALLED;
  to->message = copy(text, strlen(text));
  if (place->source == NULL) return;
  const char *file;
  size_t length;
  dm_name_of_chunk(place->source, &file, &length);
  to->file = copy(file, length);
  to->line = place->line;
}

void dm_kill(dm_process *P, const char *message) {
  dm_end(P, P->running, DM_KILLED, message);
}

int dm_is_killed(const dm_process *P) { return P->killed != DM_NO_FAILURE; }

int dm_overflow(lua_State *L) {
  dm_end(dm_of(L), L, DM_STACK_OVERFLOW, "stack overflow (no room for another value)");
  return 0;
}
