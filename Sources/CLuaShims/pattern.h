// A matcher of Lua's patterns, shared by the C files that look for them.
#pragma once
#include "process.h"

enum { CAPTURES = 32, DEPTH = 200, STEPS = 1024, OPEN = -1, POSITION = -2 };

// What a step is worth: bytes of a set or pattern looked at, bytes compared or copied; and steps that a replacement costs.
enum { LOOKED_AT = 8, COMPARED = 64, COPIED = 16, REPLACED = 8 };

typedef struct {
  lua_State *L;
  const char *subject, *subject_end, *pattern_end;
  int depth, captures;
  int64_t steps;  // not charged yet
  struct {
    const char *start;
    ptrdiff_t length;  // or OPEN, or POSITION
  } capture[CAPTURES];
} matcher;

static inline void steps(matcher *m, int64_t count) {
  m->steps += count;
  if (m->steps < STEPS) return;
  int64_t due = m->steps;
  m->steps = 0;
  dm_spend(m->L, due);
}

static inline void step(matcher *m) { steps(m, 1); }

/// Makes a matcher of a pattern for a subject.
void dm_match_begin(matcher *m, lua_State *L, const char *s, size_t s_length, const char *p, size_t p_length);
/// Where a match that begins right at `s` ends; NULL where there is none.
const char *dm_match_at(matcher *m, const char *s, const char *p);
/// Gives back the steps not charged yet.
void dm_match_end(matcher *m);

/// Pushes one capture of a match from `s` to `e`; the first is the whole match where there is none.
void dm_push_capture(matcher *m, int i, const char *s, const char *e);
/// Pushes all and returns their number. `s` NULL: the whole match is no capture.
int dm_push_captures(matcher *m, const char *s, const char *e);
