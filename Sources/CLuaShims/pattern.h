// Lua's patterns as small programs: a pattern is compiled once, kept, and run without recursion.
//
// A pattern is a row of items without alternatives or nested repetitions. So a program runs from left to right, each item
// that may match more or fewer characters is left open at most once on the way, and the stack of choices is never higher
// than there are such items. What captures there are at an item, and which of them are closed, is known from the pattern.
#pragma once
#include "pattern_set.h"
#include "library.h"

enum { DM_CAPTURES = 32 };

// What one instruction of the meter is worth: bytes of a pattern compiled, bytes passed one by one, bytes searched or
// compared by the C library, bytes copied; and what a replacement costs.
enum { DM_COMPILED = 8, DM_PASSED = 8, DM_SEARCHED = 32, DM_COPIED = 16, DM_REPLACED = 8 };

typedef enum {
  DM_MATCHED,   // the end of the program
  DM_TEXT,      // `length` bytes of the program's text from `at`
  DM_ANY,       // `length` characters
  DM_ONE,       // a character
  DM_PERHAPS,   // a character or none, with preference for the one
  DM_MOST,      // as many as there are, at least `length`
  DM_FEWEST,    // as few as will do
  DM_BALANCED,  // from `byte` to the `last` that closes it
  DM_FRONTIER,  // between a character outside of the set and one inside
  DM_OPEN, DM_CLOSE, DM_HERE,  // capture `at` begins, ends, is this place
  DM_AGAIN,     // what capture `at` holds
  DM_AT_END,    // the end of the subject
  DM_NEVER,     // nothing
  DM_FAULT,     // the pattern is malformed from here on: fault `at`
} dm_op;

// What a single character may be: any; `byte`; any but `byte`; one of the set `at`.
typedef enum { DM_IS_ANY, DM_IS_BYTE, DM_IS_OTHER, DM_IS_MEMBER } dm_kind;

typedef struct {
  unsigned char op, kind, byte, last;
  unsigned char certain;  // to match fewer would not help: what follows cannot begin with such a character
  unsigned char awaits;   // what follows must begin with: any, `last`, a member of the set `follow`
  uint32_t at, length;
  uint32_t follow;
} dm_item;

typedef enum { DM_CLOSED, DM_UNFINISHED, DM_PLACE } dm_capture_kind;

typedef struct {
  const dm_item *items;
  const dm_set *sets;
  const char *text;         // all literal text
  const char *pattern;      // the bytes it was made of
  size_t pattern_length, text_length, minimum;  // no match is shorter than `minimum`
  size_t bytes;             // of all this
  uint32_t choices;         // the stack is never higher
  unsigned char captures, is_anchored, caret_is_text;
  unsigned char begins, first;     // a match begins with: any, `first`, a member of `start`; with text if `literal` is not 0
  uint32_t start, literal;         // `literal`: bytes of text, at the start of the program's
  unsigned char kinds[DM_CAPTURES];  // dm_capture_kind, where a match ends
} dm_program;

// An item left open: it matched up to `at` so far, and may give back down to `low`.
typedef struct {
  const dm_item *item;
  const char *low, *at;
} dm_choice;

/// What looks for a pattern in a subject. Both texts must stay alive; nothing needs to be freed, whatever is raised.
typedef struct {
  lua_State *L;
  const dm_program *program;
  uint64_t epoch;         // the program and the stack are where they were while this is the process's
  dm_choice *choices;
  const char *pattern;
  size_t pattern_length;
  int caret_is_text;
  const char *subject, *end;
  int64_t steps;          // not charged yet
  struct {
    const char *start, *end;
  } capture[DM_CAPTURES];
} dm_matcher;

/// `caret_is_text`: a '^' at the start of the pattern is an ordinary character.
void dm_matcher_begin(dm_matcher *m, lua_State *L, const char *subject, size_t length, const char *pattern,
                      size_t pattern_length, int caret_is_text);
/// The first match that begins at `from` or after it and does not end at `refused`; 0 when there is none. What was done
/// since may have been anything, other searches included.
int dm_matcher_next(dm_matcher *m, const char *from, const char *refused, const char **start, const char **end);
/// Charges the steps not charged yet.
void dm_matcher_end(dm_matcher *m);

/// What a program is built of.
typedef struct {
  dm_item *items;
  dm_set *sets;
  char *text;
  size_t item_count, item_capacity, set_count, set_capacity, text_length, text_capacity;
  int is_anchored, captures;
  unsigned char kinds[DM_CAPTURES];
} dm_draft;

/// What a process keeps for its patterns, beside its Lua memory.
struct dm_patterns {
  uint64_t epoch;        // changes whenever a program may go or the stack may move
  dm_program *kept[64];  // each where its bytes say
  dm_program *large;     // too large to be kept longer than until the next one, or the end of the entry
  dm_choice *choices;
  size_t choice_capacity;
  dm_draft draft;
};

/// A program for a pattern, good until the epoch of the patterns changes; the stack of choices is high enough for it.
const dm_program *dm_program_for(lua_State *L, const char *pattern, size_t length, int caret_is_text);

/// Compiles a pattern into one block from malloc, which its bytes lie in as well.
dm_program *dm_compile(lua_State *L, dm_draft *draft, const char *pattern, size_t length, int caret_is_text);
/// The message of a fault; it takes a number.
const char *dm_fault_text(uint32_t fault);

/// Reads a pattern into a draft. May raise: what the draft holds stays its own.
void dm_draft_read(dm_draft *draft, lua_State *L, const char *pattern, size_t length, int caret_is_text);
/// The elements with room for one more.
void *dm_draft_room(lua_State *L, void *elements, size_t count, size_t *capacity, size_t size);
/// The place of a set in the draft.
uint32_t dm_draft_set(lua_State *L, dm_draft *draft, const dm_set *set);
void dm_draft_clear(dm_draft *draft);

/// The first place of a text, or NULL.
const char *dm_find_text(const char *s, const char *end, const char *text, size_t length);

enum { DM_STEPS = 1024 };  // are charged at once

/// Adds to the steps, and charges them when they are many.
static inline void dm_matcher_step(dm_matcher *m, int64_t steps) {
  m->steps += steps;
  if (m->steps >= DM_STEPS) dm_matcher_end(m);
}
