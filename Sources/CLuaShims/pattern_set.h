// Sets of characters, a bit for each.
#pragma once
#include <stdint.h>

typedef struct {
  uint64_t bits[4];
} dm_set;

static inline int dm_set_has(const dm_set *set, unsigned char c) { return set->bits[c >> 6] >> (c & 63) & 1; }

static const dm_set dm_set_everything = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}}, dm_set_nothing = {{0}};

static inline void dm_set_join(dm_set *set, const dm_set *other) {
  for (int i = 0; i < 4; i++) set->bits[i] |= other->bits[i];
}

static inline void dm_set_invert(dm_set *set) {
  for (int i = 0; i < 4; i++) set->bits[i] = ~set->bits[i];
}

static inline int dm_set_overlap(const dm_set *a, const dm_set *b) {
  uint64_t common = 0;
  for (int i = 0; i < 4; i++) common |= a->bits[i] & b->bits[i];
  return common != 0;
}

static inline void dm_set_add(dm_set *set, unsigned char c) { set->bits[c >> 6] |= (uint64_t)1 << (c & 63); }

static inline void dm_set_add_range(dm_set *set, unsigned char first, unsigned char last) {
  for (int word = first >> 6; first <= last && word <= last >> 6; word++) {
    int low = word == first >> 6 ? first & 63 : 0, high = word == last >> 6 ? last & 63 : 63;
    set->bits[word] |= (UINT64_MAX >> (63 - high + low)) << low;
  }
}

static inline int dm_set_size(const dm_set *set) {
  int size = 0;
  for (int i = 0; i < 4; i++) size += __builtin_popcountll(set->bits[i]);
  return size;
}

// The only byte of a set.
static inline unsigned char dm_set_byte(const dm_set *set) {
  int word = 0;
  while (set->bits[word] == 0) word++;
  return (unsigned char)(word * 64 + __builtin_ctzll(set->bits[word]));
}
