// Slots of address space, one for each living state, shared by all threads of the process.
//
// Lua hashes an object by the low 32 bits of its address. A slot starts at a multiple of 4 GiB, so the
// n-th object of a state hashes alike in every state and in every process.
#include "CSystem.h"
#include "arena.h"

#include <errno.h>
#include <pthread.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SPARES_THREAD_SANITIZER
#endif
#endif

enum {
#ifdef SPARES_THREAD_SANITIZER
  // 0x0100_0000_0000 ... 0x01F0_0000_0000: ThreadSanitizer keeps most of what is above for itself.
  SLOT_COUNT = 0xF0,
#else
  // 0x1100_0000_0000 ... 0x7E00_0000_0000: above AddressSanitizer's shadow and below libraries and stacks. The program
  // itself and its heap lie between; what is taken already is passed over.
  SLOT_COUNT = 0x6D00,
#endif
  UNTRIED = 0, FREE = 1, TAKEN = 2, UNUSABLE = 3,
};
#ifdef SPARES_THREAD_SANITIZER
static const uintptr_t slots_start = 0x010000000000u;
#else
static const uintptr_t slots_start = 0x110000000000u;
#endif
static const size_t slot_size = (size_t)1 << 32;

// Slots that were given back stay mapped, a few of them: to map them anew is the system's work, which threads do one after
// the other, and is most of what a small state costs. What was touched adds up over their lives, so these are counted.
enum { WARM_MOST = 64, WARM_BYTES = 512 << 10, WARM_LIVES = 64 };
static int warm[WARM_MOST];  // given back last at the end; TAKEN
static int warm_count = 0;
static unsigned char lives[SLOT_COUNT];

static pthread_mutex_t slots_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char slots[SLOT_COUNT];
static int first_candidate = 0;  // none below it is free
static int next_clear = 0;  // where one is sought that is unlike those before

static void *slot_base(int slot) {
  return (void *)(slots_start + (uintptr_t)slot * slot_size);
}

void *dm_slot_take(int *slot, int is_clear) {
  void *base = NULL;
  int failure = ENOSPC;
  pthread_mutex_lock(&slots_lock);
  if (warm_count > 0 && !is_clear) {
    *slot = warm[--warm_count];
    base = slot_base(*slot);
  }
  int is_far = is_clear && next_clear > first_candidate;
  for (int i = is_far ? next_clear : first_candidate; i < SLOT_COUNT && base == NULL; i++) {
    if (slots[i] == TAKEN || slots[i] == UNUSABLE) continue;
    void *got = sys_map_at(slot_base(i), slot_size);
    if (got != MAP_FAILED) {
      slots[i] = TAKEN;
      lives[i] = 0;
      if (!is_far) first_candidate = i + 1;
      if (is_clear) next_clear = i + 1 < SLOT_COUNT / 2 ? i + 1 : 0;
      *slot = i;
      base = got;
    } else if (errno == EEXIST) {
      slots[i] = UNUSABLE;
    } else {
      failure = errno;
      break;
    }
  }
  pthread_mutex_unlock(&slots_lock);
  if (base == NULL) errno = failure;
  return base;
}

void dm_slot_drop(int slot, size_t touched) {
  pthread_mutex_lock(&slots_lock);
  int stays = touched <= WARM_BYTES && warm_count < WARM_MOST && ++lives[slot] < WARM_LIVES;
  if (stays) warm[warm_count++] = slot;
  pthread_mutex_unlock(&slots_lock);
  if (stays) return;
  munmap(slot_base(slot), slot_size);
  pthread_mutex_lock(&slots_lock);
  slots[slot] = FREE;
  if (slot < first_candidate) first_candidate = slot;
  pthread_mutex_unlock(&slots_lock);
}
