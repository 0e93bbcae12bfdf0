// What a state may allocate, and when its garbage is collected.
//
// The collector proper is stopped. It runs when the host asks, when a script asks, and when the bytes in use pass a
// mark while Lua runs: then the allocator refuses once, on which Lua collects everything and asks again. All of that
// depends on the bytes asked for alone. They are the same in every process because the seed of Lua's string hashes,
// which Debian's Lua takes from time and addresses, is put to a constant before Lua uses it.
#include "state.h"

#include <string.h>

enum {
  SOFT_BYTES = 256 << 10,     // garbage allowed to gather within one callback, beside as much as lives
  GROWN_BYTES = 16 << 10,    // the same between callbacks, beside half of what lives
  BYTES_AN_INSTRUCTION = 16, // of collecting
  CHARGED_BLOCK = 256,       // and more: to fill it takes time
  STRING_BYTES_AN_INSTRUCTION = 64,
  TABLE_BYTES_AN_INSTRUCTION = 32,
  STRESSED_BYTES = 64 << 10, // in tests, a state up to this size collects at every allocation
  // The smallest buffer that lauxlib asks the allocator for itself; it does not ask again.
  LEAST_BOX = LUAL_BUFFERSIZE / 2 * 3,
};

void dm_set_mark(dm_process *P) {
  size_t mark = P->live * 2 + SOFT_BYTES;
  P->mark = mark < P->cap ? mark : P->cap;
  P->soft = P->stressed ? 0 : P->mark;
}

void dm_settle(dm_process *P) {
  P->live = P->arena.used;
  P->grown = P->live + (P->live / 2 > GROWN_BYTES ? P->live / 2 : GROWN_BYTES);
  dm_set_mark(P);
  dm_charge(P, (int64_t)(P->live / BYTES_AN_INSTRUCTION));
  dm_arena_tidy(&P->arena);
}

// MARK: - A test of whatever holds on to what Lua may collect

static int stresses_all;
static _Thread_local int stresses_here;

void dm_collect_always(int on, int everywhere) {
  if (everywhere) {
    __atomic_store_n(&stresses_all, on, __ATOMIC_RELAXED);
  } else {
    stresses_here = on;
  }
}

int dm_collects_always(void) { return stresses_here || __atomic_load_n(&stresses_all, __ATOMIC_RELAXED); }

// Whether this growth is to find the garbage collected. The larger a state, the more seldom: collecting takes longer.
// Nothing is charged, so that scripts fare as ever but for what they hold weakly.
static int is_stressed(dm_process *P, int asks_again) {
  if (!P->stressed || !asks_again) return 0;
  if (++P->uncollected * STRESSED_BYTES < P->arena.used) return 0;
  P->uncollected = 0;
  return 1;
}

// MARK: - Allocations

// Whether a growth is allowed. `is_object`: Lua itself asks, and will ask again after a collection; `asks_again`: so it
// will, but the request is not worth a collection.
static __attribute__((noinline)) int admit_slowly(
    dm_process *P, size_t growth, int is_object, int is_string, int asks_again) {
  size_t after = P->arena.used + growth;
  if (growth >= CHARGED_BLOCK && P->retrying != DM_RETRY_OF_TEST) {
    dm_charge(P, (int64_t)(growth / (is_string ? STRING_BYTES_AN_INSTRUCTION : TABLE_BYTES_AN_INSTRUCTION)));
  }
  if (after <= P->soft) return 1;
  if (P->main == NULL && P->arena.serials == 1 && P->arena.data.live == 0) {  // Lua's second allocation
    dm_fix_seed((char *)P + (sizeof *P + 15) / 16 * 16 + sizeof(uint64_t), P->arena.used, dm_allocate);
  }
  if (!P->in_lua || P->killed) return 1;
  dm_retry retry = P->retrying;
  P->retrying = DM_NO_RETRY;
  if (retry == DM_NO_RETRY && is_stressed(P, asks_again)) {
    P->retrying = DM_RETRY_OF_TEST;
    return 0;
  }
  if (P->stressed && retry != DM_RETRY && after <= P->mark) return 1;
  if (retry) {
    dm_settle(P);
    after = P->arena.used + growth;
  }
  if (after <= P->cap) {
    if (growth == P->refused) P->refused = 0;
    if (retry || !is_object) return 1;
  } else {
    if (retry) dm_note_refusal(P);
    P->refused = growth;
  }
  P->retrying = DM_RETRY;
  P->soft = 0;  // the next growth comes here again, and sets it anew
  return 0;
}

static inline int admit(dm_process *P, size_t growth, int is_object, int is_string, int asks_again) {
  if (growth < CHARGED_BLOCK && P->arena.used + growth <= P->soft) return 1;  // nearly always
  return admit_slowly(P, growth, is_object, is_string, asks_again);
}

// What the script would make of it depends on the machine: the process ends, whatever Lua gets when it asks again.
static __attribute__((noinline)) void *exhausted(dm_process *P) {
  P->exhausted = 1;
  P->refused = SIZE_MAX / 4;
  return NULL;
}

void *dm_allocate(void *process, void *block, size_t old_size, size_t new_size) {
  dm_process *P = process;
  if (new_size == 0) {
    dm_arena_put(&P->arena, block, old_size);
    return NULL;
  }
  if (block == NULL) {
    static const unsigned objects =
        1 << LUA_TTABLE | 1 << LUA_TFUNCTION | 1 << LUA_TUSERDATA | 1 << LUA_TTHREAD;
    int is_object = old_size <= LUA_TTHREAD && (objects >> old_size & 1);
    int is_string = old_size == LUA_TSTRING, asks_again = old_size != 0 || new_size < LEAST_BOX;
    if (!admit(P, new_size, old_size != 0, is_string, asks_again)) return NULL;
    block = dm_arena_get(&P->arena, new_size, is_object);
    return block != NULL ? block : exhausted(P);
  }
  if (new_size > old_size && !admit(P, new_size - old_size, 0, 0, old_size < LEAST_BOX)) return NULL;
  block = dm_arena_resize(&P->arena, block, old_size, new_size);
  return block != NULL ? block : exhausted(P);
}

// MARK: - What no script is charged for

// There are enough numbers for any library that people write; beyond them the host's objects are numbered as scripts' are.
enum { LAST_HOST_SERIAL = DM_FIRST_SERIAL / 2 };
// The stack is the script's, and gives back what it has grown by: it grows before.
enum { VALUES_OF_HOST = 64 };

dm_account dm_host_begins(lua_State *L) {
  dm_process *P = dm_of(L);
  int are_scripts = P->arena.serials >= DM_FIRST_SERIAL;
  if (are_scripts) (void)dm_room(L, VALUES_OF_HOST);
  dm_account scripts = {P->arena.used, P->metered, P->arena.serials};
  if (are_scripts && P->host_serials < LAST_HOST_SERIAL) P->arena.serials = P->host_serials;
  return scripts;
}

void dm_host_ends(lua_State *L, dm_account scripts) {
  dm_process *P = dm_of(L);
  if (scripts.serials < DM_FIRST_SERIAL) return;  // the state is being opened, or the host goes on
  if (P->host_serials < LAST_HOST_SERIAL) {
    P->host_serials = P->arena.serials;
    P->arena.serials = scripts.serials;
  }
  P->arena.used = scripts.used;
  P->metered = scripts.metered;
}

// MARK: - Collections

void dm_collect(dm_process *P) {
  if (dm_is_abandoned(P)) return;
  P->collects = 1;
  lua_gc(P->main, LUA_GCCOLLECT);
  P->collects = 0;
  P->retrying = DM_NO_RETRY;
  dm_settle(P);
}

size_t dm_used(const dm_process *P) { return P->arena.used; }

uint64_t dm_serial(lua_State *L, int index) {
  const void *block = dm_block_of(dm_value_at(L, lua_absindex(L, index)));
  return block != NULL ? dm_serial_of_block(block) : 0;
}
