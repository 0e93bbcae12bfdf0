// States that are opened alike differ only in where they lie. So the first few of a library are opened step by step, and
// remembered; the others are copies of these, in which every address of something of the state is moved.
//
// What is to be moved is found by comparing two states that were opened at different
// places, and a third proves that a copy is what opening would have made, byte for byte. If anything else differs between
// them, there are no copies.
#include "state.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 32, CHUNK = DM_PAIR / 2 };

// The two parts of a state's memory: from dm_process on to its last object, and all other blocks.
enum { OBJECTS, DATA, PARTS };

typedef struct {
  dm_place from;
  char *parts[PARTS];
} image;

// Where in a part, in bytes.
typedef struct {
  uint32_t *items;
  size_t count;
} list;

struct dm_original {
  pthread_mutex_t lock;
  int is_ready;
  int tries;
  image first, second;
  size_t lengths[PARTS];
  list addresses[PARTS][PARTS];  // in the first of the parts, of something in the second
  list offsets[PARTS][PARTS];    // the same, of four bytes
  list overwritten[PARTS];       // of an address whose first byte is something else by now
  int *numbers;  // what the host has to know
};

dm_original *dm_make_original(void) {
  dm_original *original = calloc(1, sizeof *original);
  if (original == NULL || pthread_mutex_init(&original->lock, NULL) != 0) abort();
  return original;
}

static void drop_image(image *image) {
  for (int part = 0; part < PARTS; part++) free(image->parts[part]);
  memset(image, 0, sizeof *image);
}

static void drop_lists(dm_original *original) {
  for (int part = 0; part < PARTS; part++) {
    free(original->overwritten[part].items);
    original->overwritten[part] = (list){NULL, 0};
    for (int of = 0; of < PARTS; of++) {
      free(original->addresses[part][of].items);
      free(original->offsets[part][of].items);
      original->addresses[part][of] = original->offsets[part][of] = (list){NULL, 0};
    }
  }
}

void dm_free_original(dm_original *original) {
  drop_image(&original->first);
  drop_image(&original->second);
  drop_lists(original);
  free(original->numbers);
  pthread_mutex_destroy(&original->lock);
  free(original);
}

// MARK: - Where things lie

static uint64_t word_at(const char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static uint32_t half_at(const char *bytes) {
  uint32_t half;
  memcpy(&half, bytes, sizeof half);
  return half;
}

// How much further from its own address what lies in a part is.
static uint64_t way(const dm_place *from, const dm_place *to, int part) {
  return (uint64_t)(uintptr_t)(to->base + to->at[part]) - (uint64_t)(uintptr_t)(from->base + from->at[part]);
}

static void add(list *list, size_t at) {
  if ((list->count & (list->count - 1)) == 0) {  // full at powers of two
    uint32_t *grown = realloc(list->items, (list->count ? 2 * list->count : 1) * sizeof *grown);
    if (grown == NULL) abort();
    list->items = grown;
  }
  list->items[list->count++] = (uint32_t)at;
}

// MARK: - Remembering

// What is this state's own, whichever library it is of: it is set anew in a copy.
static void clear_own(dm_process *P) {
  memset(P->seed, 0, sizeof P->seed);
  memset(P->random, 0, sizeof P->random);
  P->owner = NULL;
  P->arena.base = NULL;
  P->arena.slot = 0;
  P->cap = P->soft = P->mark = 0;
  P->slice = P->limit = 0;
  P->spell = (dm_spell){0};
  P->learns = P->stressed = 0;
  P->arena.wipe = 0;
}

// Whether all of it lies in its two stretches, and nothing elsewhere.
static int is_whole(const dm_process *P, const dm_place *place) {
  const dm_arena *arena = &P->arena;
  const dm_failure *failures[] = {&P->failure, &P->kill_failure, &P->refusal};
  for (int i = 0; i < 3; i++) {
    if (failures[i]->message != NULL || failures[i]->traceback != NULL || failures[i]->file != NULL) return 0;
  }
  return P->fibers == NULL && P->description == NULL && P->coverage == NULL && P->slice_source == NULL && !P->killed
         && arena->bigs.next == &arena->bigs && memcmp(P->random, P->seed, sizeof P->seed) == 0
         && arena->objects.spans == 0 && arena->data.spans == 0
         && arena->objects.bump / CHUNK == place->at[OBJECTS] / CHUNK
         && arena->data.bump / CHUNK == place->at[DATA] / CHUNK;
}

static dm_place place_of(const dm_process *P) {
  const dm_arena *arena = &P->arena;
  uint32_t objects = (uint32_t)((const char *)P - arena->base);
  return (dm_place){arena->base, arena->slot, {objects, arena->data.bump - (uint32_t)arena->data.taken}};
}

static int remember(dm_process *P, size_t *lengths, image *image) {
  image->from = place_of(P);
  if (!is_whole(P, &image->from)) return 0;
  lengths[OBJECTS] = P->arena.objects.bump - image->from.at[OBJECTS];
  lengths[DATA] = P->arena.data.bump - image->from.at[DATA];
  dm_arena_expose(&P->arena);
  for (int part = 0; part < PARTS; part++) {
    image->parts[part] = malloc(lengths[part]);
    if (image->parts[part] == NULL) abort();
    memcpy(image->parts[part], image->from.base + image->from.at[part], lengths[part]);
  }
  clear_own((dm_process *)(void *)image->parts[OBJECTS]);
  return 1;
}

// MARK: - Comparing

// Whether an address was there and its first byte has been written over, as the tag of a value does. No address differs
// by so much that its first byte stays (is_elsewhere): the rest of this one is not read any more.
static int is_overwritten(uint64_t a, uint64_t b, uint64_t way) {
  uint64_t moved = (b >> 8) - (a >> 8), exact = way >> 8, all = UINT64_MAX >> 8;
  return (a & 0xFF) == (b & 0xFF) && ((moved & all) == exact || (moved & all) == ((exact + 1) & all));
}

// Leaves of such words what is read.
static void clear_overwritten(const dm_original *original, char *const *parts) {
  for (int part = 0; part < PARTS; part++) {
    const list *words = &original->overwritten[part];
    for (size_t i = 0; i < words->count; i++) memset(parts[part] + words->items[i] + 1, 0, sizeof(uint64_t) - 1);
  }
}

static int is_moved_half(const char *a, const char *b, const uint64_t *ways, int part) {
  return half_at(b) - half_at(a) == (uint32_t)ways[part];
}

// Finds what differs between the first two. 0: something that is no address of the state's.
static int find_moves(dm_original *original) {
  const image *first = &original->first, *second = &original->second;
  uint64_t ways[PARTS] = {way(&first->from, &second->from, OBJECTS), way(&first->from, &second->from, DATA)};
  for (int part = 0; part < PARTS; part++) {
    for (size_t at = 0; at < original->lengths[part]; at += sizeof(uint64_t)) {
      const char *a = first->parts[part] + at, *b = second->parts[part] + at;
      uint64_t moved = word_at(b) - word_at(a);
      if (moved == 0) continue;
      if (moved == ways[OBJECTS] || moved == ways[DATA]) {
        add(&original->addresses[part][moved == ways[DATA] ? DATA : OBJECTS], at);
        continue;
      }
      if (is_overwritten(word_at(a), word_at(b), ways[OBJECTS]) || is_overwritten(word_at(a), word_at(b), ways[DATA])) {
        add(&original->overwritten[part], at);
        continue;
      }
      for (size_t half = 0; half < sizeof(uint64_t); half += sizeof(uint32_t)) {
        if (half_at(a + half) == half_at(b + half)) continue;
        int of = is_moved_half(a + half, b + half, ways, OBJECTS) ? OBJECTS : DATA;
        if (!is_moved_half(a + half, b + half, ways, of)) return 0;
        add(&original->offsets[part][of], at + half);
      }
    }
  }
  clear_overwritten(original, first->parts);
  return 1;
}

static void move_all(const dm_original *original, char *const *parts, const dm_place *to) {
  const dm_place *from = &original->first.from;
  for (int of = 0; of < PARTS; of++) {
    uint64_t by = way(from, to, of);
    for (int part = 0; part < PARTS; part++) {
      const list *addresses = &original->addresses[part][of], *offsets = &original->offsets[part][of];
      for (size_t i = 0; i < addresses->count; i++) {
        char *bytes = parts[part] + addresses->items[i];
        uint64_t word = word_at(bytes) + by;
        memcpy(bytes, &word, sizeof word);
      }
      for (size_t i = 0; i < offsets->count; i++) {
        char *bytes = parts[part] + offsets->items[i];
        uint32_t half = half_at(bytes) + (uint32_t)by;
        memcpy(bytes, &half, sizeof half);
      }
    }
  }
}

// Whether a copy where this one lies is this one.
static int is_proven(const dm_original *original, const image *third) {
  int equal = 1;
  char *parts[PARTS];
  for (int part = 0; part < PARTS; part++) {
    parts[part] = malloc(original->lengths[part]);
    if (parts[part] == NULL) abort();
    memcpy(parts[part], original->first.parts[part], original->lengths[part]);
  }
  move_all(original, parts, &third->from);
  clear_overwritten(original, third->parts);
  for (int part = 0; part < PARTS; part++) {
    equal = equal && memcmp(parts[part], third->parts[part], original->lengths[part]) == 0;
    free(parts[part]);
  }
  return equal;
}

// Whether nothing can be taken for what it is not, in another slot: both parts lie elsewhere in it, not equally far away,
// and by so much that each address has another first byte. An object that is a key is sought at the remainder of its
// address by 3, 7, 15 and so on, so that must differ too: else a table of such keys would pass for one that can be copied.
static int is_elsewhere(const dm_place *a, const dm_place *b) {
  uint32_t objects = b->at[OBJECTS] - a->at[OBJECTS], data = b->at[DATA] - a->at[DATA];
  static const uint32_t sizes[] = {3, 7, 31, 127, 2047};  // all other sizes are multiples of one of these
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    if (a->at[OBJECTS] % sizes[i] == b->at[OBJECTS] % sizes[i]) return 0;
  }
  return (objects & 0xFF) != 0 && (data & 0xFF) != 0 && objects != data;
}

// MARK: - Learning

int dm_wants_state(dm_original *original, const dm_place *place) {
  if (original == NULL || __atomic_load_n(&original->is_ready, __ATOMIC_ACQUIRE)) return 0;
  pthread_mutex_lock(&original->lock);
  // One that would lie where the first does teaches nothing, however many there are: of one app and seed all do.
  int wants = original->tries < MOST_TRIES
              && (original->first.parts[0] == NULL || is_elsewhere(&original->first.from, place));
  pthread_mutex_unlock(&original->lock);
  return wants;
}

static void give_up(dm_original *original) {
  drop_image(&original->first);
  drop_image(&original->second);
  drop_lists(original);
  original->tries = MOST_TRIES;
}

static void learn(dm_original *original, dm_process *P, const int *numbers, size_t count) {
  size_t lengths[PARTS];
  image image = {0};
  if (original->is_ready || original->tries++ >= MOST_TRIES) return;
  if (!remember(P, lengths, &image)) {
    give_up(original);
    return;
  }
  int is_first = original->first.parts[0] == NULL, is_second = !is_first && original->second.parts[0] == NULL;
  if (is_first) {
    original->first = image;
    memcpy(original->lengths, lengths, sizeof lengths);
    original->numbers = malloc(count * sizeof *numbers);
    if (original->numbers == NULL) abort();
    memcpy(original->numbers, numbers, count * sizeof *numbers);
    return;
  }
  int is_alike = memcmp(lengths, original->lengths, sizeof lengths) == 0
                 && memcmp(numbers, original->numbers, count * sizeof *numbers) == 0;
  if (!is_alike) {
    give_up(original);
  } else if (image.from.base == original->first.from.base || !is_elsewhere(&original->first.from, &image.from)) {
    // It was begun before the first was known. The next may lie better.
  } else if (is_second) {
    original->second = image;
    if (!find_moves(original)) give_up(original);
    return;
  } else if (is_proven(original, &image)) {
    drop_image(&original->second);
    __atomic_store_n(&original->is_ready, 1, __ATOMIC_RELEASE);
  } else {
    give_up(original);
  }
  drop_image(&image);
}

void dm_begin_learning(dm_process *P) {
  P->learns = 1;
  if (!P->stressed) P->arena.wipe = 0;  // what is left of what was there would be of chance
}

void dm_learn(dm_original *original, dm_process *P, const int *numbers, size_t count) {
  if (!P->learns) return;
  pthread_mutex_lock(&original->lock);
  learn(original, P, numbers, count);
  pthread_mutex_unlock(&original->lock);
  P->learns = 0;
  if (!P->stressed) P->arena.wipe = -1;
}

// MARK: - Copying

enum { LEAST_CAP = 4 * CHUNK };  // more than opening ever holds, with its garbage

const int *dm_copied(const dm_process *P) { return P->copied_from != NULL ? P->copied_from->numbers : NULL; }

dm_process *dm_copy_original(const dm_original *original, const dm_options *options, const dm_place *to) {
  if (original == NULL || !__atomic_load_n(&original->is_ready, __ATOMIC_ACQUIRE)) return NULL;
  if (options->memory_bytes < LEAST_CAP) return NULL;
  static const uint64_t none[4];
  if (memcmp(options->seed, none, sizeof none) == 0) return NULL;  // it is not what math.random begins with
  char *parts[PARTS] = {to->base + to->at[OBJECTS], to->base + to->at[DATA]};
  for (int part = 0; part < PARTS; part++) memcpy(parts[part], original->first.parts[part], original->lengths[part]);
  move_all(original, parts, to);
  dm_process *P = (dm_process *)(void *)parts[OBJECTS];
  P->arena.base = to->base;
  P->arena.slot = to->slot;
  P->copied_from = original;
  return P;
}
