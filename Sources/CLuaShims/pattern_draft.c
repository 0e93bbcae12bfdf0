// What the program of a pattern is built of: items, sets and text, as they are added.
#include "pattern.h"

#include <stdlib.h>
#include <string.h>

enum { ALIKE = 8 };

void *dm_draft_room(lua_State *L, void *elements, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return elements;
  size_t wanted = count < 8 ? 16 : count * 2;
  void *grown = realloc(elements, wanted * size);
  if (grown == NULL) luaL_error(L, "not enough memory for a pattern");
  *capacity = wanted;
  return grown;
}

// It is one of the last few if it is like it.
uint32_t dm_draft_set(lua_State *L, dm_draft *draft, const dm_set *set) {
  for (size_t i = draft->set_count; i > 0 && i + ALIKE > draft->set_count; i--) {
    if (memcmp(&draft->sets[i - 1], set, sizeof *set) == 0) return (uint32_t)i - 1;
  }
  draft->sets = dm_draft_room(L, draft->sets, draft->set_count, &draft->set_capacity, sizeof *draft->sets);
  draft->sets[draft->set_count] = *set;
  return (uint32_t)draft->set_count++;
}

void dm_draft_clear(dm_draft *draft) {
  free(draft->items);
  free(draft->sets);
  free(draft->text);
  *draft = (dm_draft){0};
}
