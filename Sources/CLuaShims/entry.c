// The host's entries into a state: sources to load, calls that do not await, and fibers.
#include "library.h"

#include <stdlib.h>

// What an entry from the host changes and puts back where it lies within another, when a bridged function calls Lua.
typedef struct {
  int64_t slice_end, limit_end, alarm;
  lua_State *running, *thread;
  int blocked, current_fiber, values;
  unsigned char in_lua;
} entry;

// As it is between entries.
void dm_rest(dm_process *P) {
  P->slice_end = P->limit_end = P->alarm = INT64_MAX;
  P->running = P->main;
  P->blocked = 0;
  P->current_fiber = -1;
  P->in_lua = 0;
}

// `outer` is written, and read by `leave`, only where there is one.
static inline void enter(dm_process *P, lua_State *L, int64_t slice, int64_t limit, entry *outer) {
  int64_t most = INT64_MAX;
  if (P->depth++ == 0) {
    P->description_length = 0;
    P->spell.taken = DM_UNSEEN;
    *dm_instructions_left(L) = P->left;
    P->executing = L;
  } else {
    *outer = (entry){P->slice_end, P->limit_end, P->alarm, P->running, L, P->blocked, P->current_fiber,
                     lua_gettop(P->running), P->in_lua};
    most = P->limit_end;
    dm_hand_on_count(P->running, L);
  }
  P->slice_end = P->metered + slice;
  P->limit_end = P->metered + limit;
  if (P->limit_end > most) P->limit_end = most;
  P->alarm = P->slice_end < P->limit_end ? P->slice_end : P->limit_end;
  P->running = L;
  P->blocked = 0;
  P->in_lua = 1;
  P->retrying = 0;
  P->pending = DM_NOTHING;
}

static inline void leave(dm_process *P, lua_State *L, const entry *outer) {
  P->pending = DM_NOTHING;
  if (--P->depth == 0) {
    P->left = *dm_instructions_left(L);
    P->executing = NULL;
    dm_rest(P);
    if (P->has_walks) dm_forget_walks(P);
    return;
  }
  dm_hand_on_count(outer->thread, outer->running);
  P->slice_end = outer->slice_end;
  P->limit_end = outer->limit_end;
  P->alarm = outer->alarm;
  P->running = outer->running;
  P->blocked = outer->blocked;
  P->current_fiber = outer->current_fiber;
  P->in_lua = outer->in_lua;
}

// The thread on which the host pushes once the entry is over.
static lua_State *below(const dm_process *P, const entry *outer) { return P->depth > 1 ? outer->running : P->main; }

// Whether the entry must end the process: it may have hidden a refusal from Lua's own checkpoints.
static int has_ended(dm_process *P, lua_State *L) {
  if (P->killed) return 1;
  if (P->refused == 0 && P->arena.used <= P->cap) return 0;
  size_t refused = P->refused;
  dm_collect(P);
  P->refused = 0;
  if (refused <= P->cap && P->arena.used + refused <= P->cap) return 0;
  dm_end(P, L, DM_MEMORY, NULL);
  return 1;
}

// MARK: - Calls that do not await

// A source, whose name is on top, or a chunk. The function takes their place.
static int load(dm_process *P, lua_State *L, const char *source, size_t length, const dm_chunk *chunk) {
  int values = lua_gettop(L) - (chunk == NULL);
  const char *name = chunk == NULL ? lua_tostring(L, -1) : NULL;
  entry outer;
  dm_watch watch;
  enter(P, L, INT64_MAX / 4, INT64_MAX / 4, &outer);
  dm_prepare_watch(&watch, P, &P->spell);
  int status = -1;
  if (DM_LANDS(watch)) {
    if (dm_here.place.source == NULL) dm_here.place.source = name;
    dm_abandon(P);
    dm_renew(P, L, values);
  } else {
    dm_begin_watch(&watch);
    dm_charge(P, (int64_t)length / 4);
    status = chunk == NULL ? luaL_loadbufferx(L, source, length, name, "t") : dm_load_chunk(L, chunk);
    P->in_lua = 0;
    if (status != LUA_OK) dm_note_failure(P, L, status, 100000);  // pops the error
    if (chunk == NULL) lua_remove(L, status == LUA_OK ? -2 : -1);
  }
  dm_end_watch(&watch);
  leave(P, L, &outer);
  return status;
}

int dm_load(dm_process *P, const char *source, size_t length, const char *name, size_t name_length) {
  lua_State *L = P->running;
  if (P->killed || !dm_room(L, 4)) return -1;
  // Lua caches the strings it makes of C strings by their address: in Lua's memory that is the same in every process.
  lua_pushlstring(L, name, name_length);
  return load(P, L, source, length, NULL);
}

int dm_load_compiled(dm_process *P, const dm_chunk *chunk) {
  lua_State *L = P->running;
  if (P->killed || !dm_room(L, 4)) return -1;
  return load(P, L, NULL, chunk->source_length, chunk);
}

int dm_call(dm_process *P, int arguments, int64_t limit) {
  lua_State *L = P->running;
  int function = lua_gettop(L) - arguments;
  if (P->killed || !dm_room(L, LUA_MINSTACK)) {
    lua_settop(L, function - 1);
    return -1;
  }
  lua_pushcfunction(L, dm_note);
  lua_insert(L, function);
  entry outer;
  dm_watch watch;
  enter(P, L, INT64_MAX / 4, limit, &outer);
  dm_prepare_watch(&watch, P, &P->spell);
  int status = -1;
  if (DM_LANDS(watch)) {
    dm_abandon(P);
    dm_renew(P, L, function - 1);
  } else {
    dm_begin_watch(&watch);
    status = lua_pcall(L, arguments, LUA_MULTRET, function);
    P->in_lua = 0;
    if (status != LUA_OK && (!dm_is_noted(L) || P->killed)) {
      dm_note_failure(P, L, status, 0);
      status = -1;
    }
    if (has_ended(P, L)) status = -1;
  }
  dm_end_watch(&watch);
  leave(P, L, &outer);
  if (status != LUA_OK) {
    lua_settop(L, function - 1);
    return -1;
  }
  lua_remove(L, function);
  return 0;
}

// MARK: - Collections that the host asks for

void dm_collect_now(dm_process *P) {
  lua_State *L = P->running;
  int values = lua_gettop(L);
  dm_watch watch;
  if (P->depth == 0) P->spell.taken = DM_UNSEEN;
  dm_prepare_watch(&watch, P, &P->spell);
  if (DM_LANDS(watch)) {
    dm_abandon(P);
    dm_renew(P, L, values);
  } else {
    dm_begin_watch(&watch);
    dm_collect(P);
  }
  dm_end_watch(&watch);
}

int dm_collect_if_grown(dm_process *P) {
  if (P->arena.used <= P->grown) return 0;
  dm_collect_now(P);
  return 1;
}

// MARK: - Fibers

static void new_fiber(dm_process *P) {
  if (P->fiber_count == P->fiber_capacity) {
    int capacity = P->fiber_capacity ? P->fiber_capacity * 2 : 4;
    dm_fiber *fibers = realloc(P->fibers, (size_t)capacity * sizeof *fibers);
    if (fibers == NULL) abort();
    P->fibers = fibers;
    P->fiber_capacity = capacity;
  }
  P->fibers[P->fiber_count] = (dm_fiber){.next_free = P->free_fiber, .taken = DM_UNSEEN};
  P->free_fiber = P->fiber_count++;
}

static int new_thread(dm_process *P, int fiber) {
  lua_State *L = P->running;
  if (!dm_room(L, 2)) return 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->fibers_reference);
  P->fibers[fiber].thread = lua_newthread(L);
  lua_rawseti(L, -2, fiber + 1);
  lua_pop(L, 1);
  dm_mark(P->fibers[fiber].thread, DM_FIBER, 1);
  return 1;
}

static void forget_thread(dm_process *P, int fiber) {
  lua_State *L = P->running;
  P->fibers[fiber].thread = NULL;
  if (dm_is_abandoned(P) || !dm_room(L, 2)) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->fibers_reference);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, fiber + 1);
  lua_pop(L, 1);
}

// Another entry begins: nobody reads what the fiber returned that finished last, and whoever has its thread next must
// find it empty.
static inline __attribute__((always_inline)) void forget_results(dm_process *P) {
  if (P->finished == NULL) return;
  if (P->leftover) lua_settop(P->finished, 0);
  P->finished = NULL;
}

// A free fiber with the referenced function on its stack; -1: the process has ended.
static inline __attribute__((always_inline)) int begin(dm_process *P, int reference) {
  if (P->killed) return -1;
  forget_results(P);
  if (P->free_fiber < 0) new_fiber(P);
  int i = P->free_fiber;
  dm_fiber *f = &P->fibers[i];
  if (f->thread == NULL && !new_thread(P, i)) return -1;
  P->free_fiber = f->next_free;
  f->busy = 1;
  dm_push_kept(P, f->thread, reference);
  return i;
}

lua_State *dm_fiber_begin(dm_process *P, int reference, int *fiber, uint32_t *generation) {
  int i = begin(P, reference);
  if (i < 0) return NULL;
  *fiber = i;
  *generation = P->fibers[i].generation;
  return P->fibers[i].thread;
}

lua_State *dm_fiber_thread(dm_process *P, int fiber, uint32_t generation) {
  if (fiber < 0 || fiber >= P->fiber_count) return NULL;
  const dm_fiber *f = &P->fibers[fiber];
  return f->busy && f->generation == generation ? f->thread : NULL;
}

int dm_fiber_location(dm_process *P, int fiber, uint32_t generation, const char **file, size_t *length) {
  lua_State *L = dm_fiber_thread(P, fiber, generation);
  if (L == NULL) return 0;
  const dm_fiber *f = &P->fibers[fiber];
  if (f->slice_line <= 0) return dm_location(L, 1, file, length);
  dm_name_of_chunk(f->slice_source, file, length);
  return f->slice_line;
}

static void end_fiber(dm_process *P, int fiber) {
  dm_fiber *f = &P->fibers[fiber];
  f->busy = 0;
  f->generation++;
  f->next_free = P->free_fiber;
  P->free_fiber = fiber;
}

// Where the watchdog has ended the run of a fiber.
static __attribute__((noinline)) dm_step end_abandoned(dm_process *P, int fiber, const entry *outer, dm_watch *watch) {
  lua_State *F = P->fibers[fiber].thread;
  dm_abandon(P);
  if (P->depth > 1) dm_renew(P, outer->running, outer->values);
  if (P->fibers[fiber].busy) end_fiber(P, fiber);
  dm_end_watch(watch);
  leave(P, F, outer);
  return DM_FAILED;
}

// What its slices have taken so far is DM_UNSEEN unless the fiber was preempted.
static inline __attribute__((always_inline)) dm_step run(
    dm_process *P, int fiber, lua_State *F, int arguments, int64_t taken) {
  lua_State *from = P->depth > 0 ? P->running : NULL;
  entry outer;
  dm_watch watch;
  enter(P, F, P->slice, P->limit, &outer);
  P->current_fiber = fiber;
  if (taken != DM_UNSEEN && P->depth == 1) dm_watch_on(P, taken);
  dm_prepare_watch(&watch, P, &P->spell);
  if (DM_LANDS(watch)) return end_abandoned(P, fiber, &outer, &watch);
  dm_begin_watch(&watch);
  int results;
  int status = lua_resume(F, from, arguments, &results);
  P->in_lua = 0;
  dm_step step = DM_FINISHED;
  if (status == LUA_YIELD) {
    step = P->pending == DM_PENDING_SLICE ? DM_PREEMPTED : DM_AWAITING;
    dm_fiber *f = &P->fibers[fiber];
    f->slice_source = P->slice_source;
    f->slice_line = step == DM_PREEMPTED ? P->slice_line : 0;
    f->taken = step == DM_PREEMPTED ? dm_taken(P) : DM_UNSEEN;
  } else if (status != LUA_OK) {
    dm_note_failure(P, F, status, 0);
    step = DM_FAILED;
  }
  if (has_ended(P, F)) step = DM_FAILED;
  if (step == DM_FINISHED) {
    P->finished = F;
    P->leftover = results > 0;
    end_fiber(P, fiber);
    if (dm_has(F, DM_EXPOSED)) {
      lua_settop(F, 0);
      P->finished = NULL;
      P->running = below(P, &outer);
      forget_thread(P, fiber);
    }
  } else if (step == DM_FAILED) {
    P->in_lua = 1;
    if (!P->killed) lua_resetthread(F);  // runs what is still to be closed
    P->in_lua = 0;
    P->running = below(P, &outer);
    forget_thread(P, fiber);
    end_fiber(P, fiber);
  }
  dm_end_watch(&watch);
  leave(P, F, &outer);
  return step;
}

dm_step dm_fiber_run(dm_process *P, int fiber, int arguments) {
  if (P->killed) {
    forget_thread(P, fiber);
    end_fiber(P, fiber);
    return DM_FAILED;
  }
  forget_results(P);
  return run(P, fiber, P->fibers[fiber].thread, arguments, P->fibers[fiber].taken);
}

dm_run dm_fiber_start(dm_process *P, int reference, int argument) {
  int i = begin(P, reference);
  if (i < 0) return (dm_run){DM_FAILED, 0, 0};
  uint32_t generation = P->fibers[i].generation;
  lua_State *F = P->fibers[i].thread;
  if (argument != 0) dm_push_kept(P, F, argument);  // an empty stack has room for two
  return (dm_run){run(P, i, F, argument != 0, DM_UNSEEN), i, generation};
}

dm_step dm_fiber_resume(dm_process *P, int fiber, uint32_t generation) {
  return dm_fiber_thread(P, fiber, generation) == NULL ? DM_GONE : dm_fiber_run(P, fiber, 0);
}

lua_State *dm_fiber_results(dm_process *P) {
  P->leftover = 1;  // who reads there may push as well
  return P->finished;
}
