// From the items of a pattern to its program: what may follow each is found from the end, so that matching gives nothing
// back in vain, and where a match may begin.
#include "pattern.h"

#include <stdlib.h>
#include <string.h>

// MARK: - What follows

static dm_set character_of(const dm_draft *draft, const dm_item *item) {
  dm_set set = dm_set_nothing;
  switch (item->kind) {
    case DM_IS_ANY: return dm_set_everything;
    case DM_IS_MEMBER: return draft->sets[item->at];
    default: dm_set_add(&set, item->byte);
  }
  if (item->kind == DM_IS_OTHER) dm_set_invert(&set);
  return set;
}

// Notes for an item of variable length with what the rest may begin, if it does not begin at the end of the subject.
static void note_follow(lua_State *L, dm_draft *draft, size_t at, const dm_set *rest) {
  dm_set own = character_of(draft, &draft->items[at]);
  uint32_t follow = dm_draft_set(L, draft, rest);
  dm_item *item = &draft->items[at];
  item->follow = follow;
  item->certain = !dm_set_overlap(&own, rest);
  switch (dm_set_size(rest)) {
    case 256: item->awaits = DM_IS_ANY; break;
    case 1: item->awaits = DM_IS_BYTE, item->last = dm_set_byte(rest); break;
    default: item->awaits = DM_IS_MEMBER; break;
  }
}

// With what the item at `at` and the rest may begin, where the rest may begin with `rest`. What may match nothing at any
// place, or raises, begins with everything.
static dm_set beginning(const dm_draft *draft, size_t at, const dm_set *rest) {
  const dm_item *item = &draft->items[at];
  dm_set set = dm_set_nothing;
  switch (item->op) {
    case DM_TEXT: dm_set_add(&set, (unsigned char)draft->text[item->at]); return set;
    case DM_BALANCED: dm_set_add(&set, item->byte); return set;
    case DM_ONE: return character_of(draft, item);
    case DM_AT_END:
    case DM_NEVER: return set;
    case DM_OPEN:
    case DM_CLOSE:
    case DM_HERE: return *rest;
    case DM_FRONTIER:
      for (int i = 0; i < 4; i++) set.bits[i] = rest->bits[i] & draft->sets[item->at].bits[i];
      return set;
    case DM_PERHAPS:
    case DM_MOST:
    case DM_FEWEST:
      set = character_of(draft, item);
      if (item->length == 0) dm_set_join(&set, rest);
      return set;
    default: return dm_set_everything;
  }
}

// How many bytes an item matches at least.
static size_t least(const dm_item *item) {
  switch (item->op) {
    case DM_TEXT:
    case DM_ANY:
    case DM_MOST: return item->length;
    case DM_ONE: return 1;
    case DM_BALANCED: return 2;
    default: return 0;
  }
}

// MARK: - The program

static void *copy(void *to, const void *from, size_t bytes) {
  if (bytes > 0) memcpy(to, from, bytes);
  return (char *)to + bytes;
}

// The draft and the pattern in one block, behind the program that describes them.
static dm_program *assemble(lua_State *L, const dm_draft *draft, dm_program program, const char *pattern) {
  size_t items = draft->item_count * sizeof *draft->items, sets = draft->set_count * sizeof *draft->sets;
  program.bytes = sizeof program + sets + items + draft->text_length + program.pattern_length;
  dm_program *made = malloc(program.bytes);
  if (made == NULL) luaL_error(L, "not enough memory for a pattern");
  program.sets = (dm_set *)(made + 1);
  program.items = copy(made + 1, draft->sets, sets);
  program.text = copy((void *)program.items, draft->items, items);
  program.pattern = copy((void *)program.text, draft->text, draft->text_length);
  copy((void *)program.pattern, pattern, program.pattern_length);
  *made = program;
  return made;
}

dm_program *dm_compile(lua_State *L, dm_draft *draft, const char *pattern, size_t length, int caret_is_text) {
  dm_draft_read(draft, L, pattern, length, caret_is_text);
  dm_program program = {.pattern_length = length, .caret_is_text = (unsigned char)caret_is_text};
  program.is_anchored = (unsigned char)draft->is_anchored;
  program.captures = (unsigned char)draft->captures;
  memcpy(program.kinds, draft->kinds, (size_t)draft->captures);
  dm_set start = dm_set_everything;
  for (size_t i = draft->item_count; i-- > 0;) {
    int op = draft->items[i].op;
    if (op == DM_MOST || op == DM_FEWEST || op == DM_PERHAPS) {
      note_follow(L, draft, i, &start);
      program.choices++;
    }
    program.minimum += least(&draft->items[i]);
    start = beginning(draft, i, &start);
  }
  size_t first = 0;
  while (draft->items[first].op == DM_OPEN || draft->items[first].op == DM_HERE) first++;
  if (draft->items[first].op == DM_TEXT) program.literal = draft->items[first].length;
  program.start = dm_draft_set(L, draft, &start);
  program.begins = dm_set_size(&start) == 256 ? DM_IS_ANY : dm_set_size(&start) == 1 ? DM_IS_BYTE : DM_IS_MEMBER;
  if (program.begins == DM_IS_BYTE) program.first = dm_set_byte(&start);
  return assemble(L, draft, program, pattern);
}
