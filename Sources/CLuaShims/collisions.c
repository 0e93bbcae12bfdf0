// What it takes to give a large table other nodes. Lua puts a number or an object at its remainder by the number of
// nodes, so keys that lie well apart among 65,536 nodes can all meet among 131,072: `t[i * 131071]`. To move them takes
// the square of their number then, four seconds, within one instruction. The new nodes are asked for before, so that is
// when it is found out. Which table asks is not known: each that could is looked at.
#include "objects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  LEAST_CHECKED = 12,        // binary logarithm of the nodes; with fewer it is a matter of 3 ms
  STEPS_AN_INSTRUCTION = 8,  // three times what they take
  LOOKS_AN_INSTRUCTION = 16,
  USUAL_STEPS = 16,          // a key
  STEPS_A_TEXT = 16,         // which lies elsewhere, with its hash
};

// MARK: - Where a key belongs

// As Lua hashes a float: its fraction as an integer, and its exponent.
static uint64_t hash_of_float(double number) {
  int exponent;
  double fraction = frexp(number, &exponent) * 0x1p31;
  if (!(fraction >= -0x1p63 && fraction < 0x1p63)) return 0;
  unsigned sum = (unsigned)exponent + (unsigned)(int64_t)fraction;
  return sum <= INT32_MAX ? sum : ~sum;
}

// The key's place among so many nodes; -1 of an empty one, and of texts: those that meet have met among fewer.
static int64_t place_of(const node *n, uint64_t divisor) {
  if (is_empty(n)) return -1;
  if (n->key_type == DM_INTEGER_TYPE) return (int64_t)((uint64_t)n->integer_key % divisor);
  if (n->key_type == DM_FLOAT_TYPE) return (int64_t)(hash_of_float(n->float_key) % divisor);
  return is_object(n->key_type) ? (int64_t)((uint32_t)(uintptr_t)n->key % divisor) : -1;
}

// Steps to texts, and past other keys, that it takes to put those of the old nodes among new ones.
static int64_t steps_to_move(const dm_nodes *old, int log, uint32_t *counts) {
  int64_t steps = 0, keys = 0, texts = 0;
  memset(counts, 0, sizeof *counts << log);
  for (size_t i = 0; i < (size_t)1 << old->log; i++) {
    const node *n = (const node *)old->block + i;
    int64_t place = place_of(n, ((uint64_t)1 << log) - 1);
    texts += !is_empty(n) && has_text_as_key(n);
    if (place < 0) continue;
    keys++;
    steps += counts[place]++;
  }
  return (steps > keys * USUAL_STEPS ? steps : 0) + texts * STEPS_A_TEXT;
}

int64_t dm_cost_of_nodes(dm_process *P, size_t bytes) {
  int log = dm_log_of_nodes(bytes);
  if (log < LEAST_CHECKED) return 0;
  int64_t most = 0, looks = 0;
  uint32_t *counts = malloc(sizeof *counts << log);
  if (counts == NULL) abort();
  for (int i = 0; i < P->node_count; i++) {
    const dm_nodes *old = &P->nodes[i];
    if (old->log < log - 1) continue;  // too few keys
    int64_t steps = steps_to_move(old, log, counts);
    if (steps > most) most = steps;
    looks += (int64_t)1 << old->log;
  }
  free(counts);
  return most / STEPS_AN_INSTRUCTION + looks / LOOKS_AN_INSTRUCTION;
}

// MARK: - The nodes there are

void dm_keep_nodes(dm_process *P, void *block, size_t bytes) {
  if (P->node_count == P->node_capacity) {
    P->node_capacity = P->node_capacity ? 2 * P->node_capacity : 8;
    dm_nodes *grown = realloc(P->nodes, (size_t)P->node_capacity * sizeof *grown);
    if (grown == NULL) abort();
    P->nodes = grown;
  }
  memset(block, 0, bytes);  // it may be something else of that size, and is read
  P->nodes[P->node_count++] = (dm_nodes){block, dm_log_of_nodes(bytes)};
}

void dm_forget_nodes(dm_process *P, const void *block) {
  for (int i = 0; i < P->node_count; i++) {
    if (P->nodes[i].block != block) continue;
    P->nodes[i] = P->nodes[--P->node_count];
    return;
  }
}
