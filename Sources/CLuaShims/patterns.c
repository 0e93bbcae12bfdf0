// The programs that a process keeps. To find one costs a script as much as to compile it, so that nothing shows which
// were kept.
#include "pattern.h"

#include <stdlib.h>
#include <string.h>

enum {
  KEPT = sizeof((dm_patterns){0}).kept / sizeof(dm_program *),
  KEPT_BYTES = 4096,         // of a program, at most
  DRAFT_ITEMS = 1024,        // and bytes of text: a larger draft is not kept
};

// Of the first and last bytes: patterns that differ in the middle only are rarely used by turns.
static size_t place_of(const char *pattern, size_t length) {
  uint64_t first = 0, last = 0;
  if (length >= 8) {
    memcpy(&first, pattern, 8);
    memcpy(&last, pattern + length - 8, 8);
  } else if (length >= 4) {
    memcpy(&first, pattern, 4);
    memcpy(&last, pattern + length - 4, 4);
  } else {
    for (; length > 0; length--) first = first << 8 | (unsigned char)*pattern++;
  }
  uint64_t hash = (first ^ last << 7 ^ last >> 57 ^ length) * 0x9E3779B97F4A7C15u;
  return hash >> 58 & (KEPT - 1);
}

static int is_for(const dm_program *program, const char *pattern, size_t length, int caret_is_text) {
  return program != NULL && program->pattern_length == length && program->caret_is_text == caret_is_text
         && memcmp(program->pattern, pattern, length) == 0;
}

static dm_patterns *patterns_of(dm_process *P) {
  if (P->patterns == NULL) {
    P->patterns = calloc(1, sizeof *P->patterns);
    if (P->patterns == NULL) abort();
  }
  return P->patterns;
}

static void raise_choices(lua_State *L, dm_patterns *patterns, size_t height) {
  if (height <= patterns->choice_capacity) return;
  dm_choice *choices = realloc(patterns->choices, height * sizeof *choices);
  if (choices == NULL) luaL_error(L, "not enough memory for a pattern");
  patterns->choices = choices;
  patterns->choice_capacity = height;
}

const dm_program *dm_program_for(lua_State *L, const char *pattern, size_t length, int caret_is_text) {
  dm_process *P = dm_of(L);
  dm_patterns *patterns = patterns_of(P);
  int marked = caret_is_text && length > 0 && *pattern == '^';  // else it makes no difference
  size_t place = length < KEPT_BYTES ? place_of(pattern, length) : 0;
  dm_program **slot = &patterns->kept[place];
  if (is_for(*slot, pattern, length, marked)) return *slot;
  if (is_for(patterns->large, pattern, length, marked)) return patterns->large;
  patterns->epoch++;
  dm_program *program = dm_compile(L, &patterns->draft, pattern, length, marked);
  if (program->bytes > KEPT_BYTES) {
    slot = &patterns->large;
    P->large_pattern = 1;
  }
  free(*slot);
  *slot = program;
  raise_choices(L, patterns, program->choices);
  if (patterns->draft.item_capacity + patterns->draft.text_capacity > DRAFT_ITEMS) dm_draft_clear(&patterns->draft);
  return program;
}

void dm_forget_large_pattern(dm_process *P) {
  dm_patterns *patterns = P->patterns;
  free(patterns->large);
  free(patterns->choices);
  patterns->large = NULL;
  patterns->choices = NULL;
  patterns->choice_capacity = 0;
  patterns->epoch++;
  P->large_pattern = 0;
  dm_draft_clear(&patterns->draft);
}

void dm_close_patterns(dm_process *P) {
  if (P->patterns == NULL) return;
  dm_forget_large_pattern(P);
  for (int i = 0; i < KEPT; i++) free(P->patterns->kept[i]);
  free(P->patterns);
}
