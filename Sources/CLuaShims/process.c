// A state from its birth to its end.
#include "library.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int panic(lua_State *L) {
  const char *message = lua_tostring(L, -1);
  fprintf(stderr, "dormouse: Lua raised outside of any protected call: %s\n", message ? message : "?");
  abort();
}

static int open_all(lua_State *L) {
  dm_open_libraries(L);
  return 0;
}

static const char no_memory[] = "Lua: not enough memory for a state";

static const char *no_slot(void) {
  return errno == ENOSPC
    ? "Lua: no more states fit into the address space (4 GiB each, about 27,000 in all); let some go first"
    : "Lua: no address space for another state (4 GiB, not reserved); allow it by 'ulimit -v unlimited', "
      "vm.overcommit_memory=0 or 1, and vm.max_map_count above two for each state";
}

const char *dm_lua_release(void) { return LUA_RELEASE; }

// States that begin at the same offset of their slots would fight for the same sets of the processor's caches. The offset
// depends on the seed alone, so that objects hash alike in every process.
static dm_place place_in(void *base, int slot, const uint64_t *seed) {
  uint64_t mixed = seed[0] * 0x9E3779B97F4A7C15u;
  uint32_t pair = (uint32_t)(mixed >> 62) * DM_PAIR;
  uint32_t color = pair + (uint32_t)(mixed >> 51 & 0x7FF) * 64;
  uint32_t data_color = pair + (uint32_t)(mixed >> 40 & 0x7FF) * 64;
  return (dm_place){base, slot, {color, DM_PAIR / 2 + data_color}};
}

// What states of one library do not have in common.
static void set_own(dm_process *P, const dm_options *options) {
  memcpy(P->seed, options->seed, sizeof P->seed);
  memcpy(P->random, options->seed, sizeof P->random);
  P->stressed = dm_collects_always() != 0;
  P->arena.wipe = P->stressed ? 0xDD : -1;
}

static void set_limits(dm_process *P, const dm_options *options) {
  P->cap = options->memory_bytes;
  P->spell.limit = options->stall;
}

// A state without anything in it, which allows all. NULL: there is no memory for that.
static dm_process *begin(const dm_options *options, const dm_place *place) {
  dm_process *P = (dm_process *)(void *)(place->base + place->at[0]);
  // An earlier state may have lain there, whose global_State must not be taken for this one's (dm_fix_seed).
  memset(P, 0, sizeof *P + DM_FIRST_BLOCK);
  dm_arena_open(&P->arena, place, sizeof *P);
  P->dispatch = options->dispatch;
  P->search = options->search;
  P->output = options->output;
  P->fill = options->fill;
  P->inspection = options->inspection != 0;
  set_own(P, options);
  P->free_fiber = -1;
  P->slice = P->limit = INT64_MAX / 4;
  dm_rest(P);
  lua_State *L = lua_newstate(dm_allocate, P);
  if (L == NULL) {
    dm_close(P);
    return NULL;
  }
  *(void **)lua_getextraspace(L) = P;
  P->main = P->running = L;
  P->registry = lua_topointer(L, LUA_REGISTRYINDEX);
  lua_atpanic(L, panic);
  lua_gc(L, LUA_GCSTOP);
  dm_meter_open(L);
  return P;
}

// In a state that has served only for that, so that the first that is used is no different from the others.
static const char *check_lua_once(const dm_options *options) {
  static int is_known;
  if (__atomic_load_n(&is_known, __ATOMIC_ACQUIRE)) return NULL;
  int slot;
  void *base = dm_slot_take(&slot, 0);
  if (base == NULL) return no_slot();
  dm_place place = place_in(base, slot, options->seed);
  dm_process *P = begin(options, &place);
  if (P == NULL) return no_memory;
  const char *error = dm_check_layout(P->main);
  if (error == NULL) error = dm_check_watchdog();
  dm_close(P);
  if (error == NULL) __atomic_store_n(&is_known, 1, __ATOMIC_RELEASE);
  return error;
}

dm_process *dm_open(const dm_options *options, dm_original *original, const char **error) {
  *error = check_lua_once(options);
  if (*error != NULL) return NULL;
  dm_place place = place_in(NULL, 0, options->seed);
  int slot, learns = dm_wants_state(original, &place);
  void *base = dm_slot_take(&slot, learns);
  if (base == NULL && learns) {  // one that was given back may be left
    learns = 0;
    base = dm_slot_take(&slot, 0);
  }
  if (base == NULL) {
    *error = no_slot();
    return NULL;
  }
  place = place_in(base, slot, options->seed);
  dm_process *P = dm_copy_original(original, options, &place);
  if (P != NULL) {
    set_own(P, options);
    set_limits(P, options);
    dm_set_mark(P);
    return P;
  }
  P = begin(options, &place);
  if (P == NULL) {
    *error = no_memory;
    return NULL;
  }
  if (learns) dm_begin_learning(P);
  lua_pushcfunction(P->main, open_all);
  if (!dm_prepare() || lua_pcall(P->main, 0, 0, 0) != LUA_OK) {
    *error = "Lua: its libraries cannot be opened";
    dm_close(P);
    return NULL;
  }
  set_limits(P, options);
  return P;
}

void dm_opened(dm_process *P, size_t counted) {
  dm_collect(P);
  if (counted > 0 && P->arena.used <= counted + DM_OPENED_SLACK) {
    P->arena.used = counted;
    dm_settle(P);
  }
  P->host_serials = P->arena.serials;
  if (P->arena.serials < DM_FIRST_SERIAL) P->arena.serials = DM_FIRST_SERIAL;
  P->metered = P->taken = 0;
  P->left = DM_TICK_COUNT;
}

void dm_close(dm_process *P) {
  free(P->fibers);
  free(P->description);
  dm_clear_failure(&P->failure);
  dm_clear_failure(&P->kill_failure);
  dm_clear_failure(&P->refusal);
  dm_arena_drop(&P->arena);
}

void dm_set_owner(dm_process *P, void *owner) { P->owner = owner; }
lua_State *dm_main(dm_process *P) { return P->main; }
lua_State *dm_running(dm_process *P) { return P->running; }
void *dm_owner(lua_State *L) { return dm_of(L)->owner; }

const dm_failure *dm_last_failure(dm_process *P) {
  return P->killed ? &P->kill_failure : &P->failure;
}
