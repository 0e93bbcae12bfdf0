// Plays random acts on an arena and keeps, beside it, a plain list of the blocks with what each must hold.
#include "../../Sources/CLuaShims/arena.h"

#include "CLuaStress.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 1024, DATA_OFFSET = 4096, MOST = 120000 };

typedef struct {
  unsigned char *bytes;
  size_t size;
  uint64_t serial;  // 0: no object
  unsigned char mark;
} block;

typedef struct {
  dm_arena arena;
  uint64_t random;  // state of an xorshift generator
  size_t count, used;
  uint64_t serials;
  const char *wrong;  // NULL: all is as it should be
  block blocks[MOST];
} trial;

static uint64_t draw(trial *t, uint64_t below) {
  t->random ^= t->random << 13;
  t->random ^= t->random >> 7;
  t->random ^= t->random << 17;
  return t->random % below;
}

static void expect(trial *t, int holds, const char *otherwise) {
  if (!holds && t->wrong == NULL) t->wrong = otherwise;
}

static void check(trial *t, const block *b) {
  int intact = 1;
  for (size_t i = 0; i < b->size; i++) intact &= b->bytes[i] == b->mark;
  expect(t, intact, "a block lost what was written to it");
  if (b->serial != 0) expect(t, dm_serial_of_block(b->bytes) == b->serial, "an object lost its serial");
}

// Mostly small ones, and the edges between the kinds.
static size_t some_size(trial *t, int is_object) {
  static const size_t edges[] = {1, 8, 9, 504, 505, 512, 513, 640, 641, 32760};
  switch (draw(t, 8)) {
    case 0: return edges[draw(t, sizeof edges / sizeof *edges)];
    case 1: return 1 + draw(t, 4000);
    case 2: return is_object ? 40 : DM_SMALL_MAX - 2 + draw(t, draw(t, 20) == 0 ? 60000 : 5);
    default: return 1 + draw(t, 300);
  }
}

static void take(trial *t, size_t size, int is_object) {
  if (t->count == MOST) return;
  block *b = &t->blocks[t->count++];
  *b = (block){.bytes = dm_arena_get(&t->arena, size, is_object), .size = size, .mark = (unsigned char)draw(t, 256)};
  expect(t, b->bytes != NULL && (uintptr_t)b->bytes % 8 == 0, "a block is missing or not aligned");
  memset(b->bytes, b->mark, size);
  t->used += size;
  if (!is_object) return;
  b->serial = ++t->serials;
  expect(t, dm_serial_of_block(b->bytes) == b->serial, "serials do not count up");
}

static void give_back(trial *t, size_t i) {
  block b = t->blocks[i];
  check(t, &b);
  t->used -= b.size;
  dm_arena_put(&t->arena, b.bytes, b.size);
  t->blocks[i] = t->blocks[--t->count];
}

static void resize(trial *t, size_t i) {
  block *b = &t->blocks[i];
  if (b->serial != 0) return;  // Lua never resizes an object
  check(t, b);
  size_t size = some_size(t, 0), kept = size < b->size ? size : b->size;
  b->bytes = dm_arena_resize(&t->arena, b->bytes, b->size, size);
  t->used += size - b->size;
  b->size = kept;
  check(t, b);
  b->size = size;
  memset(b->bytes, b->mark, size);
}

// A free stretch begins with where the next one is and, in a span, with its own size.
static const uint32_t *stretch(const trial *t, uint32_t offset) {
  return (const uint32_t *)(t->arena.base + offset);
}

// Every byte below the bump belongs to somebody, to a free list, or to a span. A region is every other half of a pair.
static void check_sums(trial *t, const dm_region *region, uint32_t first_half, uint32_t start) {
  uint32_t top = region->bump - first_half;
  uint32_t below = top / DM_PAIR * (DM_PAIR / 2) + top % DM_PAIR;
  expect(t, below == start + region->taken, "the bump is not where it should be");
  size_t sum = region->live + region->span_end - region->span_at;
  for (int class = 0; class < DM_CLASSES; class++) {
    int coarse = class - DM_FINE_CLASSES;  // from there on four sizes a doubling
    size_t size = coarse < 0 ? 8 * (class + 1) : (size_t)(128 << coarse / 4) * (5 + coarse % 4);
    for (uint32_t i = region->free[class]; i != 0; i = stretch(t, i)[0]) sum += size;
  }
  for (uint32_t i = region->spans; i != 0; i = stretch(t, i)[0]) sum += stretch(t, i)[1];
  expect(t, sum == region->taken, "the bytes taken are not the sum of what is used and what is free");
}

static void check_all(trial *t) {
  for (size_t i = 0; i < t->count; i++) check(t, &t->blocks[i]);
  expect(t, t->arena.used == t->used, "the bytes in use are not the sum of the blocks");
  check_sums(t, &t->arena.objects, 0, HEADER);
  check_sums(t, &t->arena.data, DM_PAIR / 2, DATA_OFFSET);
}

static size_t taken(const trial *t) {
  return t->arena.objects.taken + t->arena.data.taken;
}

static trial *begin(uint64_t seed) {
  trial *t = calloc(1, sizeof *t);
  dm_place place = {.at = {0, DM_PAIR / 2 + DATA_OFFSET}};
  place.base = dm_slot_take(&place.slot, 0);
  dm_arena_open(&t->arena, &place, HEADER);
  t->random = seed * 2654435761u + 88172645463325252u;
  return t;
}

static const char *end(trial *t) {
  check_all(t);
  const char *wrong = t->wrong;
  dm_arena_drop(&t->arena);
  free(t);
  return wrong;
}

const char *arena_plays(unsigned long long seed, int waves) {
  trial *t = begin(seed);
  for (int wave = 0; wave < waves; wave++) {
    while (t->used < 6 << 20 && t->count < MOST) {
      int is_object = (int)draw(t, 2);
      take(t, some_size(t, is_object), is_object);
      if (draw(t, 4) == 0) give_back(t, draw(t, t->count));
      if (t->count > 0 && draw(t, 8) == 0) resize(t, draw(t, t->count));
    }
    check_all(t);
    size_t left = t->count / (2 + draw(t, 30));
    while (t->count > left) give_back(t, draw(t, t->count));
    dm_arena_tidy(&t->arena);
    check_all(t);
  }
  return end(t);
}

// Fills with blocks of one size, drops all but some, and asks for other sizes: there must be room among what was
// dropped.
const char *arena_recycles(int is_object) {
  static const size_t sizes[] = {48, 200, 24, 3000, 96};
  trial *t = begin(1);
  size_t most = 0;
  for (size_t round = 0; round < sizeof sizes / sizeof *sizes; round++) {
    size_t size = sizes[round];
    while (t->used < 2 << 20) take(t, size, is_object);
    size_t live = t->arena.objects.live + t->arena.data.live;
    if (live > most) most = live;
    expect(t, taken(t) <= most + most / 3, "what was dropped is not used again");
    check_all(t);
    for (size_t i = t->count; i-- > 0;) {
      if (i % 500 != 0) give_back(t, i);
    }
    dm_arena_tidy(&t->arena);
  }
  return end(t);
}
