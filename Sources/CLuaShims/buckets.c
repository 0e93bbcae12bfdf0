// Texts whose hashes collide. Lua keeps each text of up to 40 bytes once, in a bucket by its hash, and looks through the
// bucket whenever a text is made. Its hash is a simple one: texts that have it in common can be calculated by the hundred
// thousand, and then each that is made takes milliseconds, within one instruction. No honest text does that: of 260,000
// that are counted up, dates, paths or random letters at most 9 share a bucket. So the number is bounded.
#include "objects.h"

enum { MOST_ALIKE = 64 };

int dm_is_bucket_full(const void *newest) {
  const text *t = newest;
  if (t == NULL || t->kind != SHORT_TEXT) return 0;
  int count = 0;
  for (; t != NULL && count <= MOST_ALIKE; t = t->next_in_bucket) count++;
  return count > MOST_ALIKE;
}

// These two have one hash under the seed that is set in memory.c; who comes later comes first in a bucket.
const char *dm_check_buckets(lua_State *L) {
  const text *older = text_of(lua_pushliteral(L, "ckdba")), *newer = text_of(lua_pushliteral(L, "ebdba"));
  int known = newer->kind == SHORT_TEXT && newer->next_in_bucket == older;
  lua_settop(L, 0);
  return known ? NULL : "Lua: unknown layout of texts";
}
