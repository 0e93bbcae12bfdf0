// The memory of one Lua state: a slot of address space, small blocks by size class, exact counts.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum {
  DM_FINE_CLASSES = 64,                      // 8, 16 ... 512 bytes
  DM_CLASSES = DM_FINE_CLASSES + 24,         // then four a doubling up to DM_SMALL_MAX
  DM_SMALL_MAX = 32768,                      // larger blocks come from malloc
  DM_PAIR = 512 << 10,                       // a stretch of objects and one of data, half of this each
};

/// A part of the slot that is handed out block by block. Offsets count from the slot's base; 0 is none.
typedef struct {
  uint32_t bump;                // what lies above was never handed out
  uint32_t span_at, span_end;   // the recycled stretch being carved now
  uint32_t spans;               // recycled stretches waiting, in address order
  size_t taken;                 // bytes below bump
  size_t live;                  // bytes handed out now, rounded to their classes
  uint32_t free[DM_CLASSES];
} dm_region;

typedef struct dm_big {
  struct dm_big *previous, *next;
} dm_big;

typedef struct {
  size_t used;           // bytes asked for and not given back, exactly
  char *base;            // a multiple of 4 GiB
  int slot;
  dm_region objects;     // blocks with a creation serial in front
  dm_region data;        // all others
  dm_big bigs;           // ring of blocks from malloc
  uint64_t serials;      // serials given out
  int wipe;              // what blocks are filled with that are given back; -1: they stay as they are
} dm_arena;

/// Where a state lies: in its slot its objects, and its other blocks.
typedef struct {
  char *base;
  int slot;
  uint32_t at[2];
} dm_place;

/// Reserves a slot of 4 GiB, with anything in it; or one of zeros, and each time another. NULL: no address space, see errno.
void *dm_slot_take(int *slot, int is_clear);
/// Gives it back, of which about so many bytes were touched.
void dm_slot_drop(int slot, size_t touched);

/// Objects begin `header` bytes behind their place; both places are in the first half of a stretch that is theirs.
void dm_arena_open(dm_arena *arena, const dm_place *place, size_t header);
/// All bytes so far may be read, also those that no block has.
void dm_arena_expose(dm_arena *arena);
/// Gives back everything, the caller's header included.
void dm_arena_drop(dm_arena *arena);

/// Never refuses for policy: NULL means that real memory or address space is exhausted.
void *dm_arena_get(dm_arena *arena, size_t size, int is_object);
void dm_arena_put(dm_arena *arena, void *block, size_t size);
void *dm_arena_resize(dm_arena *arena, void *block, size_t old_size, size_t new_size);

/// Joins neighbouring free blocks when most of the space handed out is free; returns pages to the system.
void dm_arena_tidy(dm_arena *arena);

/// The creation serial of an object's block.
static inline uint64_t dm_serial_of_block(const void *block) {
  return ((const uint64_t *)block)[-1];
}
