// Texts whose hashes collide. Lua keeps each text of up to 40 bytes once, in a bucket by its hash, and looks through the
// bucket whenever a text is made. Its hash is a simple one: texts that have it in common can be calculated by the hundred
// thousand, and then each that is made takes milliseconds, within one instruction. No honest text does that: of 260,000
// that are counted up, dates, paths or random letters at most 9 share a bucket. So the number is bounded.
#include "state.h"

#include <string.h>

enum { MOST_ALIKE = 64 };
// Text: header of 8 bytes, kind at 8, of a short one the next in its bucket at 16, the bytes at 24.
enum { KIND = 8, NEXT = 16, BYTES = 24 };

static const char *next_in_bucket(const char *text) {
  const char *next;
  memcpy(&next, text + NEXT, sizeof next);
  return next;
}

int dm_is_bucket_full(const char *newest) {
  if (newest == NULL || newest[KIND] != LUA_TSTRING) return 0;  // a long text's kind has more bits
  int count = 0;
  for (const char *text = newest; text != NULL && count <= MOST_ALIKE; text = next_in_bucket(text)) count++;
  return count > MOST_ALIKE;
}

// These two have one hash under the seed that is set in memory.c; who comes later comes first in a bucket.
const char *dm_check_buckets(lua_State *L) {
  const char *older = lua_pushliteral(L, "ckdba"), *newer = lua_pushliteral(L, "ebdba");
  int known = newer[KIND - BYTES] == LUA_TSTRING && next_in_bucket(newer - BYTES) == older - BYTES;
  lua_settop(L, 0);
  return known ? NULL : "Lua: unknown layout of texts";
}
