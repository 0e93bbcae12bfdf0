#include "CSystem.h"
#include "arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define POISONS
#endif
#endif

// Tells AddressSanitizer which bytes are somebody's: all of these, or none.
static inline void set_owned(void *bytes, size_t size, int owned) {
#ifdef POISONS
  if (owned) {
    ASAN_UNPOISON_MEMORY_REGION(bytes, size);
  } else {
    ASAN_POISON_MEMORY_REGION(bytes, size);
  }
#else
  (void)bytes, (void)size, (void)owned;
#endif
}

// A free block's own first bytes.
typedef struct {
  uint32_t next;
  uint32_t size;  // only set in spans and while tidying
} dm_free;

// Objects live in the even stretches of CHUNK bytes, all else in the odd ones: the address tells which, and a small
// state lies so close together that one page of page tables maps it.
enum { CHUNK = DM_PAIR / 2 };
enum { SERIAL = 8, PAGE = 4096, RETURN_FROM = 65536, TIDY_FROM = 1 << 20 };

static inline dm_free *at(const dm_arena *arena, uint32_t offset) {
  return (dm_free *)(arena->base + offset);
}

static inline int class_of(size_t size) {
  if (size <= 512) return (int)((size + 7) / 8) - 1;
  int exponent = 31 - __builtin_clz((unsigned)size - 1);
  int quarter = (int)((size - 1) >> (exponent - 2)) & 3;
  return DM_FINE_CLASSES + (exponent - 9) * 4 + quarter;
}

static inline uint32_t class_size(int class) {
  if (class < DM_FINE_CLASSES) return (uint32_t)(class + 1) * 8;
  int step = class - DM_FINE_CLASSES;
  return (uint32_t)(5 + (step & 3)) << (7 + step / 4);
}

static inline int is_object(const dm_arena *arena, const void *block) {
  return ((uint32_t)((const char *)block - arena->base) & CHUNK) == 0;
}

static void region_open(dm_region *region, uint32_t start) {
  memset(region, 0, sizeof *region);
  region->bump = start;
}

void dm_arena_open(dm_arena *arena, const dm_place *place, size_t header) {
  arena->base = place->base;
  arena->slot = place->slot;
  region_open(&arena->objects, (place->at[0] + (uint32_t)header + 15) / 16 * 16);
  region_open(&arena->data, place->at[1]);
  arena->bigs.previous = arena->bigs.next = &arena->bigs;
  arena->serials = 0;
  arena->wipe = -1;
  arena->used = 0;
}

void dm_arena_expose(dm_arena *arena) {
  uint32_t end = arena->objects.bump > arena->data.bump ? arena->objects.bump : arena->data.bump;
  set_owned(arena->base, end, 1);
}

void dm_arena_drop(dm_arena *arena) {
  int slot = arena->slot;
  dm_big *big = arena->bigs.next;
  while (big != &arena->bigs) {
    dm_big *next = big->next;
    free(big);
    big = next;
  }
  dm_arena_expose(arena);
  dm_slot_drop(slot, arena->objects.taken + arena->data.taken);  // the arena itself may lie in it
}

// MARK: - Small blocks

static void small_put(dm_arena *arena, dm_region *region, uint32_t offset, int class) {
  set_owned(at(arena, offset), sizeof(dm_free), 1);
  set_owned(at(arena, offset) + 1, class_size(class) - sizeof(dm_free), 0);
  at(arena, offset)->next = region->free[class];
  region->free[class] = offset;
}

// What is left of a span becomes free blocks again, so that nothing is lost.
static void scatter(dm_arena *arena, dm_region *region, uint32_t offset, uint32_t size) {
  while (size >= 8) {
    int class = size >= DM_SMALL_MAX ? DM_CLASSES - 1 : class_of(size);
    if (class_size(class) > size) class--;
    small_put(arena, region, offset, class);
    offset += class_size(class);
    size -= class_size(class);
  }
}

// Where the stretch in use has not room enough.
static __attribute__((noinline)) uint32_t fresh_elsewhere(dm_arena *arena, dm_region *region, uint32_t size) {
  for (;;) {
    if (region->span_end - region->span_at >= size) {
      uint32_t offset = region->span_at;
      region->span_at += size;
      return offset;
    }
    if (region->spans == 0) break;
    scatter(arena, region, region->span_at, region->span_end - region->span_at);
    dm_free *span = at(arena, region->spans);
    region->span_at = region->spans;
    region->span_end = region->spans + span->size;
    region->spans = span->next;
  }
  uint32_t left = CHUNK - region->bump % CHUNK;
  if (left <= size) {  // one that fills its chunk to the last byte would leave no chunk to go on in
    if (region->bump > UINT32_MAX - 3 * CHUNK) return 0;
    scatter(arena, region, region->bump, left);
    region->taken += left;
    region->bump += left + CHUNK;
  }
  uint32_t offset = region->bump;
  region->bump += size;
  region->taken += size;
  return offset;
}

static inline uint32_t fresh(dm_arena *arena, dm_region *region, uint32_t size) {
  if (region->spans != 0 || region->span_at != region->span_end || CHUNK - region->bump % CHUNK <= size) {
    return fresh_elsewhere(arena, region, size);
  }
  uint32_t offset = region->bump;
  region->bump += size;
  region->taken += size;
  return offset;
}

static inline void *small_get(dm_arena *arena, dm_region *region, size_t size) {
  int class = class_of(size);
  uint32_t offset = region->free[class];
  if (offset != 0) {
    region->free[class] = at(arena, offset)->next;
  } else {
    offset = fresh(arena, region, class_size(class));
    if (offset == 0) return NULL;
  }
  region->live += class_size(class);
  set_owned(arena->base + offset, class_size(class), 1);
  set_owned(arena->base + offset + size, class_size(class) - size, 0);
  return arena->base + offset;
}

// MARK: - Large blocks

static void big_link(dm_arena *arena, dm_big *big) {
  big->next = arena->bigs.next;
  big->previous = &arena->bigs;
  big->next->previous = big;
  arena->bigs.next = big;
}

static void big_unlink(dm_big *big) {
  big->previous->next = big->next;
  big->next->previous = big->previous;
}

static void *big_resize(dm_arena *arena, void *block, size_t size) {
  dm_big *old = (dm_big *)block - 1;
  big_unlink(old);
  dm_big *big = realloc(old, size + sizeof(dm_big));
  big_link(arena, big ? big : old);
  return big ? big + 1 : NULL;
}

// MARK: - Blocks of any size

void *dm_arena_get(dm_arena *arena, size_t size, int is_object) {
  void *block;
  if (is_object) {
    if (size > DM_SMALL_MAX - SERIAL) return NULL;  // Lua's own objects never are
    uint64_t *serial = small_get(arena, &arena->objects, size + SERIAL);
    if (serial == NULL) return NULL;
    *serial = ++arena->serials;
    block = serial + 1;
  } else if (size <= DM_SMALL_MAX) {
    block = small_get(arena, &arena->data, size);
  } else {
    dm_big *big = malloc(size + sizeof(dm_big));
    if (big != NULL) big_link(arena, big);
    block = big ? big + 1 : NULL;
  }
  if (block != NULL) arena->used += size;
  return block;
}

void dm_arena_put(dm_arena *arena, void *block, size_t size) {
  if (block == NULL) return;
  if (arena->wipe >= 0) memset(block, arena->wipe, size);
  arena->used -= size;
  if (size > DM_SMALL_MAX) {
    dm_big *big = (dm_big *)block - 1;
    big_unlink(big);
    free(big);
    return;
  }
  uint32_t offset = (uint32_t)((char *)block - arena->base);
  dm_region *region = &arena->data;
  if (is_object(arena, block)) {
    region = &arena->objects;
    offset -= SERIAL;
    size += SERIAL;
  }
  int class = class_of(size);
  region->live -= class_size(class);
  small_put(arena, region, offset, class);
}

void *dm_arena_resize(dm_arena *arena, void *block, size_t old_size, size_t new_size) {
  int small = old_size <= DM_SMALL_MAX && new_size <= DM_SMALL_MAX;
  if (!small && old_size > DM_SMALL_MAX && new_size > DM_SMALL_MAX) {
    void *moved = big_resize(arena, block, new_size);
    if (moved != NULL) arena->used += new_size - old_size;
    return moved;
  }
  if (small && class_of(old_size) == class_of(new_size)) {
    set_owned(block, new_size, 1);
    if (new_size < old_size && arena->wipe >= 0) memset((char *)block + new_size, arena->wipe, old_size - new_size);
    if (new_size < old_size) set_owned((char *)block + new_size, old_size - new_size, 0);
    arena->used += new_size - old_size;
    return block;
  }
  void *moved = dm_arena_get(arena, new_size, 0);  // Lua never resizes an object
  if (moved == NULL) return NULL;
  memcpy(moved, block, old_size < new_size ? old_size : new_size);
  dm_arena_put(arena, block, old_size);
  return moved;
}

// MARK: - Tidying

static uint32_t merge(const dm_arena *arena, uint32_t a, uint32_t b) {
  uint32_t head = 0, *tail = &head;
  while (a != 0 && b != 0) {
    uint32_t *least = a < b ? &a : &b;
    *tail = *least;
    tail = &at(arena, *least)->next;
    *least = *tail;
  }
  *tail = a != 0 ? a : b;
  return head;
}

// All free blocks of a region as one list in address order.
static uint32_t gather(dm_arena *arena, dm_region *region) {
  uint32_t runs[32] = {0};  // runs[i]: a sorted list of 2^i blocks
  for (int class = 0; class < DM_CLASSES; class++) {
    uint32_t offset = region->free[class];
    region->free[class] = 0;
    while (offset != 0) {
      uint32_t next = at(arena, offset)->next, run = offset;
      at(arena, offset)->next = 0;
      at(arena, offset)->size = class_size(class);
      int i = 0;
      for (; i < 31 && runs[i] != 0; i++) {
        run = merge(arena, runs[i], run);
        runs[i] = 0;
      }
      runs[i] = runs[i] != 0 ? merge(arena, runs[i], run) : run;
      offset = next;
    }
  }
  uint32_t all = region->spans;
  region->spans = 0;
  for (int i = 0; i < 32; i++) all = merge(arena, all, runs[i]);
  return all;
}

static void return_pages(dm_arena *arena, uint32_t from, uint32_t to) {
  uint32_t first = (from + sizeof(dm_free) + PAGE - 1) / PAGE * PAGE, last = to / PAGE * PAGE;
  if (last > first && last - first >= RETURN_FROM) {
    madvise(arena->base + first, last - first, MADV_DONTNEED);
  }
}

static void region_tidy(dm_arena *arena, dm_region *region) {
  if (region->taken < TIDY_FROM || region->taken / 2 < region->live) return;
  scatter(arena, region, region->span_at, region->span_end - region->span_at);
  region->span_at = region->span_end = 0;
  uint32_t offset = gather(arena, region), *tail = &region->spans;
  while (offset != 0) {
    uint32_t size = at(arena, offset)->size, next = at(arena, offset)->next;
    while (next == offset + size) {
      size += at(arena, next)->size;
      next = at(arena, next)->next;
    }
    if (next == 0 && offset + size == region->bump) {
      region->bump = offset;
      region->taken -= size;
      return_pages(arena, offset, offset + size);
    } else if (size <= 512) {
      small_put(arena, region, offset, class_of(size));
    } else {
      at(arena, offset)->size = size;
      *tail = offset;
      tail = &at(arena, offset)->next;
      return_pages(arena, offset, offset + size);
    }
    offset = next;
  }
  *tail = 0;
}

void dm_arena_tidy(dm_arena *arena) {
  region_tidy(arena, &arena->objects);
  region_tidy(arena, &arena->data);
}
