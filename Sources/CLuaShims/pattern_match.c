// Runs the program of a pattern. Nothing here calls itself, and every loop adds to the steps that the meter is charged.
#include "CSystem.h"
#include "pattern.h"

#include <string.h>

// MARK: - Characters

static inline int fits(const dm_program *program, const dm_item *item, const char *s) {
  unsigned char c = (unsigned char)*s;
  switch (item->kind) {
    case DM_IS_ANY: return 1;
    case DM_IS_BYTE: return c == item->byte;
    case DM_IS_OTHER: return c != item->byte;
    default: return dm_set_has(&program->sets[item->at], c);
  }
}

// Whether what follows the item may begin with the character at `s`.
static inline int may_follow(const dm_program *program, const dm_item *item, const char *s) {
  switch (item->awaits) {
    case DM_IS_ANY: return 1;
    case DM_IS_BYTE: return (unsigned char)*s == item->last;
    default: return dm_set_has(&program->sets[item->follow], (unsigned char)*s);
  }
}

enum { NEAR = 8, FALSE_STARTS = 8 };  // before the C library's own search is worth its beginning

static inline const char *find_byte(const char *s, const char *end, unsigned char byte) {
  const char *near = end - s > NEAR ? s + NEAR : end;
  for (; s < near; s++) {
    if ((unsigned char)*s == byte) return s;
  }
  const char *found = s < end ? memchr(s, byte, (size_t)(end - s)) : NULL;
  return found != NULL ? found : end;
}

const char *dm_find_text(const char *s, const char *end, const char *text, size_t length) {
  if (length == 0) return s;
  for (int tries = 0; tries < FALSE_STARTS && (size_t)(end - s) >= length; tries++) {
    s = memchr(s, *text, (size_t)(end - s) - length + 1);
    if (s == NULL || memcmp(s, text, length) == 0) return s;
    s++;
  }
  return memmem(s, (size_t)(end - s), text, length);
}

// Where the characters end that fit the item, from `s` on.
static inline const char *span(dm_matcher *m, const dm_item *item, const char *s, const char *end) {
  const char *from = s;
  switch (item->kind) {
    case DM_IS_ANY: return end;
    case DM_IS_OTHER:
      s = find_byte(s, end, item->byte);
      dm_matcher_step(m, (s - from) / DM_SEARCHED);
      return s;
    case DM_IS_BYTE:
      while (s < end && (unsigned char)*s == item->byte) s++;
      break;
    default: {
      dm_set set = m->program->sets[item->at];
      while (s < end && dm_set_has(&set, (unsigned char)*s)) s++;
    }
  }
  dm_matcher_step(m, (s - from) / DM_PASSED);
  return s;
}

// The first place from `s` on where what follows the item may begin, as far as the characters before fit it; the end of the
// subject is always one. NULL: there is none.
static const char *forward(dm_matcher *m, const dm_item *item, const char *s) {
  const char *from = s, *end = m->end;
  const dm_program *program = m->program;
  if (item->kind == DM_IS_ANY && item->awaits == DM_IS_BYTE) {
    s = find_byte(s, end, item->last);
    dm_matcher_step(m, (s - from) / DM_SEARCHED);
    return s;
  }
  while (s < end && !may_follow(program, item, s)) {
    if (!fits(program, item, s)) {
      dm_matcher_step(m, (s - from) / DM_PASSED);
      return NULL;
    }
    s++;
  }
  dm_matcher_step(m, (s - from) / DM_PASSED);
  return s;
}

// The last place before `s` and not before `low` where what follows the item may begin. NULL: there is none.
static const char *backward(dm_matcher *m, const dm_item *item, const char *low, const char *s) {
  const char *from = s;
  if (item->awaits == DM_IS_BYTE) {
    const char *found = sys_last(low, item->last, (size_t)(s - low));
    dm_matcher_step(m, (from - (found != NULL ? found : low)) / DM_SEARCHED);
    return found;
  }
  while (s > low) {
    if (!may_follow(m->program, item, --s)) continue;
    dm_matcher_step(m, (from - s) / DM_PASSED);
    return s;
  }
  dm_matcher_step(m, (from - s) / DM_PASSED);
  return NULL;
}

// MARK: - Items that are no characters

// Where what is opened at `s` is closed; NULL: nowhere.
static const char *balanced(dm_matcher *m, const dm_item *item, const char *s) {
  if (s == m->end || (unsigned char)*s != item->byte) return NULL;
  const char *from = s;
  size_t open = 1;
  while (++s < m->end) {
    if ((unsigned char)*s == item->last) {
      if (--open == 0) break;
    } else if ((unsigned char)*s == item->byte) {
      open++;
    }
  }
  dm_matcher_step(m, (s - from) / DM_PASSED);
  return s < m->end ? s + 1 : NULL;
}

static int is_frontier(const dm_matcher *m, const dm_item *item, const char *s) {
  const dm_set *set = &m->program->sets[item->at];
  unsigned char before = s > m->subject ? (unsigned char)s[-1] : 0, here = s < m->end ? (unsigned char)*s : 0;
  return !dm_set_has(set, before) && dm_set_has(set, here);
}

static const char *same_text(dm_matcher *m, const char *s, const char *text, size_t length) {
  dm_matcher_step(m, (int64_t)(length / DM_SEARCHED));
  return (size_t)(m->end - s) >= length && memcmp(s, text, length) == 0 ? s + length : NULL;
}

static _Noreturn void raise_fault(dm_matcher *m, const dm_item *item) {
  dm_matcher_end(m);
  luaL_error(m->L, dm_fault_text(item->at), (int)item->length);
  __builtin_unreachable();
}

// MARK: - The machine

// Goes back to the last choice that has something left, takes it, and returns where the item after it is to be tried.
static const char *go_back(dm_matcher *m, dm_choice **top, const dm_item **next) {
  for (; *top > m->choices; --*top) {
    dm_choice *choice = *top - 1;
    const dm_item *item = choice->item;
    dm_matcher_step(m, 1);
    const char *s;
    if (item->op == DM_FEWEST) {
      if (choice->at == m->end || !fits(m->program, item, choice->at)) continue;
      s = forward(m, item, choice->at + 1);
    } else {
      s = backward(m, item, choice->low, choice->at);
    }
    if (s == NULL) continue;
    choice->at = s;
    if (item->op != DM_FEWEST && s == choice->low) --*top;
    *next = item + 1;
    return s;
  }
  return NULL;
}

// An item of variable length: where the next is to be tried first, with a choice left open if there is one. NULL: nowhere.
static inline const char *take(dm_matcher *m, const dm_item *item, const char *s, dm_choice **top) {
  const char *low = s;
  if (item->op == DM_FEWEST) {
    s = forward(m, item, s);
    if (s != NULL) *(*top)++ = (dm_choice){item, NULL, s};
    return s;
  }
  if (item->op == DM_PERHAPS) {
    if (s < m->end && fits(m->program, item, s)) s++;
  } else {
    s = span(m, item, s, m->end);
    if (s - low < (ptrdiff_t)item->length) return NULL;
    low += item->length;
  }
  if (s > low && !item->certain) *(*top)++ = (dm_choice){item, low, s};
  return s;
}

// Where a match that begins right at `s` ends; NULL where there is none.
static const char *match(dm_matcher *m, const char *s) {
  const dm_program *program = m->program;
  const dm_item *item = program->items;
  dm_choice *top = m->choices;
  for (;; item++) {
    dm_matcher_step(m, 1);
    switch (item->op) {
      case DM_MATCHED: return s;
      case DM_TEXT: s = same_text(m, s, program->text + item->at, item->length); break;
      case DM_ANY: s = (size_t)(m->end - s) >= item->length ? s + item->length : NULL; break;
      case DM_ONE: s = s < m->end && fits(program, item, s) ? s + 1 : NULL; break;
      case DM_PERHAPS:
      case DM_MOST:
      case DM_FEWEST: s = take(m, item, s, &top); break;
      case DM_BALANCED: s = balanced(m, item, s); break;
      case DM_FRONTIER: s = is_frontier(m, item, s) ? s : NULL; break;
      case DM_OPEN:
      case DM_HERE: m->capture[item->at].start = s; break;
      case DM_CLOSE: m->capture[item->at].end = s; break;
      case DM_AGAIN: {
        const char *text = m->capture[item->at].start;
        s = same_text(m, s, text, (size_t)(m->capture[item->at].end - text));
        break;
      }
      case DM_AT_END: s = s == m->end ? s : NULL; break;
      case DM_FAULT: raise_fault(m, item);
      default: s = NULL; break;
    }
    if (s != NULL) continue;
    s = go_back(m, &top, &item);
    if (s == NULL) return NULL;
    item--;
  }
}

// MARK: - The search

// The first place from `s` on where a match could begin. NULL: there is none.
static const char *candidate(dm_matcher *m, const char *s) {
  const dm_program *program = m->program;
  const char *from = s;
  if (program->literal > 1) {
    s = dm_find_text(s, m->end, program->text, program->literal);
    dm_matcher_step(m, ((s != NULL ? s : m->end) - from + (int64_t)program->literal) / DM_SEARCHED);
    return s;
  }
  switch (program->begins) {
    case DM_IS_ANY: return s;
    case DM_IS_BYTE:
      s = find_byte(s, m->end, program->first);
      dm_matcher_step(m, (s - from) / DM_SEARCHED);
      return s;
    default: {
      dm_set set = program->sets[program->start];
      while (s < m->end && !dm_set_has(&set, (unsigned char)*s)) s++;
      dm_matcher_step(m, (s - from) / DM_PASSED);
      return s;
    }
  }
}

static void find_program(dm_matcher *m) {
  m->program = dm_program_for(m->L, m->pattern, m->pattern_length, m->caret_is_text);
  dm_patterns *patterns = dm_of(m->L)->patterns;
  m->choices = patterns->choices;
  m->epoch = patterns->epoch;
}

void dm_matcher_begin(dm_matcher *m, lua_State *L, const char *subject, size_t length, const char *pattern,
                      size_t pattern_length, int caret_is_text) {
  m->L = L;
  m->subject = subject;
  m->end = subject + length;
  m->pattern = pattern;
  m->pattern_length = pattern_length;
  m->caret_is_text = caret_is_text;
  m->steps = (int64_t)pattern_length / DM_COMPILED;
  if (m->steps >= DM_STEPS) dm_matcher_end(m);
  find_program(m);
}

int dm_matcher_next(dm_matcher *m, const char *from, const char *refused, const char **start, const char **end) {
  if (m->epoch != dm_of(m->L)->patterns->epoch) {
    dm_matcher_step(m, (int64_t)m->pattern_length / DM_COMPILED);
    find_program(m);
  }
  const dm_program *program = m->program;
  if (m->end - from < (ptrdiff_t)program->minimum) return 0;
  const char *last = program->is_anchored ? from : m->end - program->minimum;
  for (const char *s = from; s <= last; s++) {
    dm_matcher_step(m, 1);
    if (!program->is_anchored) s = candidate(m, s);
    if (s == NULL || s > last) return 0;
    const char *e = match(m, s);
    if (e == NULL || e == refused) continue;
    *start = s;
    *end = e;
    return 1;
  }
  return 0;
}

void dm_matcher_end(dm_matcher *m) {
  int64_t steps = m->steps;
  m->steps = 0;
  dm_spend(m->L, steps);
}
