// Sources in Lua, compiled once and loaded by any number of states. What becomes of a source depends on it alone.
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int append(lua_State *L, const void *bytes, size_t length, void *context) {
  (void)L;
  dm_chunk *chunk = context;
  char *grown = realloc(chunk->bytes, chunk->length + length);
  if (grown == NULL) return 1;
  chunk->bytes = grown;
  memcpy(chunk->bytes + chunk->length, bytes, length);
  chunk->length += length;
  return 0;
}

int dm_compile_chunk(lua_State *L, const char *source, size_t length, const char *name, dm_chunk *chunk) {
  *chunk = (dm_chunk){.source_length = length};
  if (luaL_loadbufferx(L, source, length, name, "t") != LUA_OK) return 0;
  int status = lua_dump(L, append, chunk, 0);
  lua_pop(L, 1);
  return status == 0;
}

// The name is in what was compiled; here it would only be shown for a chunk that is cut short.
int dm_load_chunk(lua_State *L, const dm_chunk *chunk) {
  return luaL_loadbufferx(L, chunk->bytes, chunk->length, DM_HOST_CHUNK, "b");
}

// Not lauxlib's: nothing of the system's that holds a lock is called by Lua itself (watchdog.c).
static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
  (void)context, (void)old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

// Compiles in a state that serves for nothing else. 0: it does not, or there is no memory; -1: the watchdog has ended it.
static int compile_alone(lua_State *L, const char *source, size_t length, const char *name, int64_t stall, dm_chunk *chunk) {
  dm_spell spell = {.taken = DM_UNSEEN, .limit = stall};
  dm_watch watch;
  int is_made = -1;
  dm_prepare_watch(&watch, NULL, &spell);
  if (!DM_LANDS(watch)) {
    dm_begin_watch(&watch);
    is_made = dm_compile_chunk(L, source, length, name, chunk);
  }
  dm_end_watch(&watch);
  return is_made;
}

dm_chunk *dm_make_chunk(const char *source, size_t length, const char *name, int64_t stall, dm_failure_kind *kind, char *message,
                        size_t room) {
  dm_chunk *chunk = calloc(1, sizeof *chunk);
  lua_State *L = lua_newstate(allocate, NULL);
  int is_made = 0;
  if (chunk != NULL && L != NULL) is_made = compile_alone(L, source, length, name, stall, chunk);
  *kind = is_made < 0 ? DM_STALLED : DM_SYNTAX;
  if (is_made < 0) {
    dm_tell_stall(stall, message, room);
  } else if (is_made == 0) {
    const char *why = L != NULL && lua_gettop(L) > 0 ? lua_tostring(L, -1) : NULL;
    snprintf(message, room, "%s", why != NULL ? why : "not enough memory");
  }
  if (L != NULL && is_made >= 0) lua_close(L);  // one that was left by a leap is never used again: its memory is lost
  if (is_made > 0) return chunk;
  dm_free_chunk(chunk);
  return NULL;
}

const char *dm_bytes_of_chunk(const dm_chunk *chunk, size_t *length) {
  *length = chunk->length;
  return chunk->bytes;
}

void dm_free_chunk(dm_chunk *chunk) {
  if (chunk != NULL) free(chunk->bytes);
  free(chunk);
}
