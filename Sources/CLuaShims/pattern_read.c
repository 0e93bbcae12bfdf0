// Reads a pattern into the items of a draft, after the manual's grammar (section 6.4.1).
//
// Lua finds a pattern malformed when matching comes to the place, so such a place becomes an item that raises.
#include "pattern.h"

#include <string.h>

enum { MOST_ITEMS = 1 << 16 };

typedef enum { ENDS_WITH_ESCAPE, NO_BRACKET, NO_ARGUMENTS, NO_FRONTIER_SET, NOTHING_TO_CLOSE, MANY_CAPTURES, NO_CAPTURE } fault;

const char *dm_fault_text(uint32_t which) {
  static const char *const texts[] = {
    [ENDS_WITH_ESCAPE] = "malformed pattern (ends with '%%')",
    [NO_BRACKET] = "malformed pattern (missing ']')",
    [NO_ARGUMENTS] = "malformed pattern (missing arguments to '%%b')",
    [NO_FRONTIER_SET] = "missing '[' after '%%f' in pattern",
    [NOTHING_TO_CLOSE] = "invalid pattern capture",
    [MANY_CAPTURES] = "too many captures",
    [NO_CAPTURE] = "invalid capture index %%%d",
  };
  return texts[which];
}

typedef struct {
  lua_State *L;
  dm_draft *draft;
  const char *p, *end;
  int open_count;
  unsigned char open[DM_CAPTURES];  // those not closed yet, outermost first
} compiler;

// MARK: - The draft

static dm_item *add_item(compiler *c, dm_op op) {
  dm_draft *draft = c->draft;
  if (draft->item_count >= MOST_ITEMS) luaL_error(c->L, "pattern too complex (over %d items)", MOST_ITEMS);
  draft->items = dm_draft_room(c->L, draft->items, draft->item_count, &draft->item_capacity, sizeof *draft->items);
  dm_item *item = &draft->items[draft->item_count++];
  *item = (dm_item){.op = (unsigned char)op};
  return item;
}

// MARK: - Sets

// What the letter after a '%' stands for, in ASCII, whatever the locale; itself where it is no class.
static dm_set class_of(unsigned char letter) {
  static const struct {
    char letter;
    dm_set set;
  } classes[] = {
    {'a', {{0, 0x07FFFFFE07FFFFFE}}},
    {'c', {{0x00000000FFFFFFFF, 0x8000000000000000}}},
    {'d', {{0x03FF000000000000}}},
    {'g', {{0xFFFFFFFE00000000, 0x7FFFFFFFFFFFFFFF}}},
    {'l', {{0, 0x07FFFFFE00000000}}},
    {'p', {{0xFC00FFFE00000000, 0x78000001F8000001}}},
    {'s', {{0x0000000100003E00}}},
    {'u', {{0, 0x0000000007FFFFFE}}},
    {'w', {{0x03FF000000000000, 0x07FFFFFE07FFFFFE}}},
    {'x', {{0x03FF000000000000, 0x0000007E0000007E}}},
    {'z', {{1}}},  // not in the manual any more, but still understood
  };
  unsigned char small = letter >= 'A' && letter <= 'Z' ? (unsigned char)(letter | 0x20) : letter;
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    if (classes[i].letter != small) continue;
    dm_set set = classes[i].set;
    if (small != letter) dm_set_invert(&set);
    return set;
  }
  dm_set itself = dm_set_nothing;
  dm_set_add(&itself, letter);
  return itself;
}

// The ']' that closes a set whose members begin at `p`: not the first member, and not after a '%'. NULL: there is none.
static const char *closing_bracket(const char *p, const char *end) {
  for (const char *first = p; p < end; p++) {
    if (*p == ']' && p > first) return p;
    if (*p == '%') p++;
  }
  return NULL;
}

static dm_set members(const char *p, const char *bracket) {
  dm_set set = dm_set_nothing;
  while (p < bracket) {
    if (*p == '%') {
      dm_set class = class_of((unsigned char)p[1]);
      dm_set_join(&set, &class);
      p += 2;
    } else if (bracket - p > 2 && p[1] == '-') {
      dm_set_add_range(&set, (unsigned char)p[0], (unsigned char)p[2]);
      p += 3;
    } else {
      dm_set_add(&set, (unsigned char)*p++);
    }
  }
  return set;
}

// MARK: - Items

static void add_fault(compiler *c, fault which, int number) {
  dm_item *item = add_item(c, DM_FAULT);
  item->at = which;
  item->length = (uint32_t)number;
  c->p = c->end;  // matching never comes further
}

// Reads a set after its '['. 0: it is not closed.
static int read_set(compiler *c, dm_set *set) {
  int inverted = c->p < c->end && *c->p == '^';
  c->p += inverted;
  const char *bracket = closing_bracket(c->p, c->end);
  if (bracket == NULL) return 0;
  *set = members(c->p, bracket);
  if (inverted) dm_set_invert(set);
  c->p = bracket + 1;
  return 1;
}

// Reads what stands for one character. 0: it is malformed, and the fault is added.
static int read_character(compiler *c, dm_set *set) {
  char letter = *c->p++;
  *set = dm_set_nothing;
  if (letter == '.') {
    *set = dm_set_everything;
  } else if (letter == '%') {
    if (c->p == c->end) return add_fault(c, ENDS_WITH_ESCAPE, 0), 0;
    *set = class_of((unsigned char)*c->p++);
  } else if (letter == '[') {
    if (!read_set(c, set)) return add_fault(c, NO_BRACKET, 0), 0;
  } else {
    dm_set_add(set, (unsigned char)letter);
  }
  return 1;
}

static void set_character(compiler *c, dm_item *item, const dm_set *set) {
  dm_set others = *set;
  dm_set_invert(&others);
  switch (dm_set_size(set)) {
    case 256: item->kind = DM_IS_ANY; break;
    case 255: item->kind = DM_IS_OTHER, item->byte = dm_set_byte(&others); break;
    case 1: item->kind = DM_IS_BYTE, item->byte = dm_set_byte(set); break;
    default: item->kind = DM_IS_MEMBER, item->at = dm_draft_set(c->L, c->draft, set); break;
  }
}

// Neighbours that are plain bytes become one text, neighbours that are any character one item.
static void add_once(compiler *c, const dm_set *set) {
  dm_draft *draft = c->draft;
  dm_item *last = draft->item_count > 0 ? &draft->items[draft->item_count - 1] : NULL;
  int size = dm_set_size(set);
  if (size == 1) {
    draft->text = dm_draft_room(c->L, draft->text, draft->text_length, &draft->text_capacity, 1);
    draft->text[draft->text_length++] = (char)dm_set_byte(set);
    if (last == NULL || last->op != DM_TEXT) {
      last = add_item(c, DM_TEXT);
      last->at = (uint32_t)draft->text_length - 1;
    }
    last->length++;
  } else if (size == 256) {
    if (last == NULL || last->op != DM_ANY) last = add_item(c, DM_ANY);
    last->length++;
  } else {
    set_character(c, add_item(c, DM_ONE), set);
  }
}

static void add_character(compiler *c) {
  dm_set set;
  if (!read_character(c, &set)) return;
  dm_op op;
  switch (c->p < c->end ? *c->p : 0) {
    case '*':
    case '+': op = DM_MOST; break;
    case '-': op = DM_FEWEST; break;
    case '?': op = DM_PERHAPS; break;
    default: add_once(c, &set); return;
  }
  dm_item *item = add_item(c, op);
  item->length = *c->p++ == '+';
  set_character(c, item, &set);
}

static void add_balanced(compiler *c) {
  if (c->end - c->p < 2) return add_fault(c, NO_ARGUMENTS, 0);
  dm_item *item = add_item(c, DM_BALANCED);
  item->byte = (unsigned char)*c->p++;
  item->last = (unsigned char)*c->p++;
}

static void add_frontier(compiler *c) {
  if (c->p == c->end || *c->p != '[') return add_fault(c, NO_FRONTIER_SET, 0);
  c->p++;
  dm_set set;
  if (!read_set(c, &set)) return add_fault(c, NO_BRACKET, 0);
  uint32_t at = dm_draft_set(c->L, c->draft, &set);
  add_item(c, DM_FRONTIER)->at = at;
}

static void add_again(compiler *c, char digit) {
  int i = digit - '1';
  if (i < 0 || i >= c->draft->captures || c->draft->kinds[i] == DM_UNFINISHED) return add_fault(c, NO_CAPTURE, i + 1);
  if (c->draft->kinds[i] == DM_PLACE) {
    add_item(c, DM_NEVER);  // a place is no text
  } else {
    add_item(c, DM_AGAIN)->at = (uint32_t)i;
  }
}

static void open_capture(compiler *c) {
  int is_place = c->p < c->end && *c->p == ')';
  if (c->draft->captures == DM_CAPTURES) return add_fault(c, MANY_CAPTURES, 0);
  c->p += is_place;
  int i = c->draft->captures++;
  c->draft->kinds[i] = is_place ? DM_PLACE : DM_UNFINISHED;
  if (!is_place) c->open[c->open_count++] = (unsigned char)i;
  add_item(c, is_place ? DM_HERE : DM_OPEN)->at = (uint32_t)i;
}

static void close_capture(compiler *c) {
  if (c->open_count == 0) return add_fault(c, NOTHING_TO_CLOSE, 0);
  int i = c->open[--c->open_count];
  c->draft->kinds[i] = DM_CLOSED;
  add_item(c, DM_CLOSE)->at = (uint32_t)i;
}

static void add_next(compiler *c) {
  char letter = *c->p, after = c->end - c->p > 1 ? c->p[1] : 0;
  if (letter == '(') {
    c->p++;
    open_capture(c);
  } else if (letter == ')') {
    c->p++;
    close_capture(c);
  } else if (letter == '$' && c->end - c->p == 1) {
    c->p++;
    add_item(c, DM_AT_END);
  } else if (letter == '%' && (after == 'b' || after == 'f' || (after >= '0' && after <= '9'))) {
    c->p += 2;
    if (after == 'b') {
      add_balanced(c);
    } else if (after == 'f') {
      add_frontier(c);
    } else {
      add_again(c, after);
    }
  } else {
    add_character(c);
  }
}

void dm_draft_read(dm_draft *draft, lua_State *L, const char *pattern, size_t length, int caret_is_text) {
  draft->item_count = draft->set_count = draft->text_length = 0;
  draft->captures = 0;
  draft->is_anchored = !caret_is_text && length > 0 && *pattern == '^';
  compiler c = {.L = L, .draft = draft, .p = pattern + draft->is_anchored, .end = pattern + length};
  while (c.p < c.end) add_next(&c);
  add_item(&c, DM_MATCHED);
}
