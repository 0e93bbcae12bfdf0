// The one watchdog. What scripts do is metered, and their own limits end it; what the meter does not see, a library call or a
// collection that takes seconds, is ended here. One thread for the whole program looks ten times a second which threads are
// in an entry into Lua, and sends each of them a signal. All else happens in the signal's handler, on the thread itself: it
// adds up the processor time that the entry has taken beyond what its instructions account for, and once that exceeds the
// limit, it leaps out of Lua to where the host entered it, as soon as the moment is right.
//
// The moment is right when the interrupted function is one of Lua's: then nothing of ours is half done, no lock is held, and
// below lie frames of C alone. Lua's functions call those of the system for moments only, so a thousand looks a second soon
// find it; where they do not, the meter's hook is such a moment too. (To unwind the stack in a handler would tell who called
// them, but it fails where a function has no description of its frame.) The state may be in the middle of anything, so
// nothing of it is ever used again: the threads on which the host may still read and push become those of an empty state.
#include "CSystem.h"
#include "state.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  SIGNAL = SIGURG,         // ignored where nobody handles it, and used for nothing else here
  INTERVAL = 100,          // ms between two looks,
  SHORT_INTERVAL = 1,      // and while a moment is awaited
  NANOSECONDS = 20,        // that an instruction accounts for: several times what it takes,
  COVERED = 1000,          // and where lines are counted, which a hook does at each
  UNREADABLE_MOST = 1000,  // looks at which the place may be unreadable before it is done without
};

_Thread_local dm_watched dm_here;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static dm_watched *all;  // of the threads that have ever entered Lua
static pthread_key_t departure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// MARK: - The moment

typedef struct {
  uintptr_t start, end;
} code;
static code of_lua;

static int is_in(const code *code, uintptr_t instruction) { return instruction >= code->start && instruction < code->end; }

static int is_right_moment(const void *context) { return is_in(&of_lua, sys_interrupted_at(context)); }

// MARK: - The place

// Whether it is memory of the state, all of a small block.
static int is_small(const dm_process *P, const void *block) {
  return (uintptr_t)block - (uintptr_t)P->arena.base < (uintptr_t)UINT32_MAX - DM_SMALL_MAX;
}

static int is_block(const dm_process *P, const void *block) {
  for (const dm_big *big = P->arena.bigs.next; big != &P->arena.bigs; big = big->next) {
    if (big + 1 == block) return 1;
  }
  return is_small(P, block);
}

// Whether all is known of a Lua function that runs; 0: it is being called just now.
DM_READS_FREELY static int is_whole(const dm_process *P, const dm_frame *frame) {
  const dm_closure *function = frame->function->object;
  if (!is_small(P, function) || function->kind != LUA_TFUNCTION || !is_small(P, function->code)) return 0;
  const dm_code *code = function->code;
  return frame->code >= code->instructions && frame->code <= code->instructions + code->instruction_count;
}

typedef enum { NOWHERE, FOUND, UNREADABLE } reading;

// Finds the nearest line of a script. Lua may be about to make a call, or to move the stack.
DM_READS_FREELY static reading find_line(const dm_process *P, lua_State *L, dm_line *found) {
  const dm_thread *T = dm_thread_of(L);
  if (!is_small(P, T) || !is_block(P, T->stack)) return UNREADABLE;
  for (const dm_frame *frame = T->frame; is_small(P, frame); frame = frame->caller) {
    if (frame->caller == NULL) return NOWHERE;
    if (frame->function < T->stack || frame->function >= T->stack_end) return UNREADABLE;
    if (frame->function->type != (LUA_TFUNCTION | DM_COLLECTABLE)) continue;
    if (!is_whole(P, frame)) return UNREADABLE;
    lua_Debug at = {.i_ci = (struct CallInfo *)(uintptr_t)frame};
    lua_getinfo(L, "Sl", &at);
    if (at.currentline <= 0 || strcmp(at.source, DM_HOST_CHUNK) == 0) continue;
    *found = (dm_line){at.source, at.currentline};
    return FOUND;
  }
  return UNREADABLE;
}

// A coroutine that runs nothing of a script's was resumed by what does.
static reading find_place(const dm_process *P, dm_line *found) {
  *found = (dm_line){NULL, 0};
  if (P == NULL || P->executing == NULL) return NOWHERE;
  reading read = find_line(P, P->executing, found);
  return read == NOWHERE && P->executing != P->running ? find_line(P, P->running, found) : read;
}

// MARK: - Looks

static int64_t processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

// A state that collects at every allocation takes long without being at fault.
static int has_taken_too_long(const dm_process *P, const dm_spell *spell) {
  return spell->limit > 0 && spell->taken > spell->limit && (P == NULL || !P->stressed);
}

// The nanoseconds that instructions account for.
static int64_t accounted(const dm_process *P, int64_t instructions) {
  return instructions * (P != NULL && P->coverage != NULL ? COVERED : NANOSECONDS);
}

void dm_watch_on(dm_process *P, int64_t taken) {
  dm_here.looked = processor_time();
  P->spell.taken = taken;
  P->spell.metered = P->metered;
}

// Slices are often shorter than the time between two looks.
int64_t dm_taken(dm_process *P) {
  if (P->spell.taken == DM_UNSEEN) return 0;
  int64_t own = accounted(P, P->metered - P->spell.metered), passed = processor_time() - dm_here.looked;
  return P->spell.taken + (passed > own ? passed - own : 0);
}

void dm_leap_if_overdue(dm_process *P) {
  if (!has_taken_too_long(P, &P->spell)) return;
  find_place(P, &dm_here.place);
  dm_leap();
}

// Adds what has passed since the last look, whether the host worked then or Lua: which of them does at the looks comes out
// even. The first look at an entry does not know when it began.
static int is_overdue(const dm_process *P, dm_spell *spell, int64_t passed) {
  int64_t metered = P != NULL ? P->metered : 0, own = accounted(P, metered - spell->metered);
  int is_first = spell->taken == DM_UNSEEN;
  spell->metered = metered;
  if (is_first) spell->taken = 0;
  if (!is_first && passed > own) spell->taken += passed - own;
  return has_taken_too_long(P, spell);
}

static void look(const void *context) {
  int64_t now = processor_time(), passed = now - dm_here.looked;
  dm_here.looked = now;
  const dm_watch *watch = dm_here.innermost;
  if (watch == NULL) return;
  dm_process *P = watch->process;
  if (P != NULL && !P->in_lua && !P->collects) return;  // the host's time is not the script's
  int is_late = is_overdue(P, watch->spell, passed);
  __atomic_store_n(&dm_here.is_late, is_late, __ATOMIC_RELAXED);
  if (!is_late || !is_right_moment(context)) return;
  if (find_place(P, &dm_here.place) == UNREADABLE && ++dm_here.unreadable < UNREADABLE_MOST) return;
  dm_leap();
}

static void handle(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info;
  int error = errno;
  look(context);
  errno = error;
}

void dm_leap(void) {
  DM_LEAP(dm_here.innermost);
}

// MARK: - The thread

static void *keep_watch(void *nothing) {
  (void)nothing;
  for (;;) {
    int interval = INTERVAL;
    pthread_mutex_lock(&lock);
    for (dm_watched *one = all; one != NULL; one = one->next) {
      if (__atomic_load_n(&one->innermost, __ATOMIC_RELAXED) == NULL) continue;
      if (__atomic_load_n(&one->is_late, __ATOMIC_RELAXED)) interval = SHORT_INTERVAL;
      pthread_kill(one->thread, SIGNAL);
    }
    pthread_mutex_unlock(&lock);
    nanosleep(&(struct timespec){.tv_nsec = interval * 1000000l}, NULL);
  }
  return NULL;
}

static void depart(void *value) {
  dm_watched *here = value;
  pthread_mutex_lock(&lock);
  dm_watched **at = &all;
  while (*at != here) at = &(*at)->next;
  *at = here->next;
  pthread_mutex_unlock(&lock);
}

// No other signal is for the watchdog.
static void begin(void) {
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
  sigset_t signals, before;
  sigfillset(&signals);
  pthread_sigmask(SIG_SETMASK, &signals, &before);
  pthread_t watchdog;
  sys_code_around((const void *)(uintptr_t)lua_newstate, &of_lua.start, &of_lua.end);
  if (sigaction(SIGNAL, &action, NULL) != 0 || pthread_key_create(&departure, depart) != 0
      || pthread_create(&watchdog, NULL, keep_watch, NULL) != 0)
    abort();
  pthread_detach(watchdog);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void dm_watch_thread(void) {
  pthread_once(&once, begin);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGNAL);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  pthread_setspecific(departure, &dm_here);
  dm_here.thread = pthread_self();
  dm_here.is_known = 1;
  pthread_mutex_lock(&lock);
  dm_here.next = all;
  all = &dm_here;
  pthread_mutex_unlock(&lock);
}

// MARK: - What is left of the state

enum { ROOM = 1000, MOST_VALUES = 1000 };

// The empty state has its memory in the arena of the one that it stands for, and goes with it.
static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
  dm_process *P = context;
  if (new_size == 0) {
    dm_arena_put(&P->arena, block, old_size);
    return NULL;
  }
  if (block != NULL) return dm_arena_resize(&P->arena, block, old_size, new_size);
  if (old_size == LUA_TTHREAD) P->thread_bytes = new_size;
  return dm_arena_get(&P->arena, new_size, 0);
}

// Makes a thread one of the empty state, with so many nils on it: a copy of a new one, in which what pointed into that one
// points into this.
void dm_renew(dm_process *P, lua_State *L, int values) {
  lua_State *fresh = lua_newthread(P->empty);
  if (!lua_checkstack(fresh, values + ROOM)) abort();
  lua_settop(fresh, values);
  size_t size = P->thread_bytes - LUA_EXTRASPACE;
  for (size_t at = 0; at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t)) {
    uintptr_t word, from = (uintptr_t)fresh;
    memcpy(&word, (const char *)fresh + at, sizeof word);
    if (word - from < size) word += (uintptr_t)L - from;
    memcpy((char *)L + at, &word, sizeof word);
  }
}

// The main thread's, which may be in the middle of being moved; no host keeps more there.
static int values_on(lua_State *L) {
  int values = lua_gettop(L);
  return values < 0 ? 0 : values > MOST_VALUES ? MOST_VALUES : values;
}

static void empty(dm_process *P) {
  P->empty = lua_newstate(allocate, P);
  if (P->empty == NULL) abort();
  lua_gc(P->empty, LUA_GCSTOP);
  dm_renew(P, P->main, values_on(P->main));
  for (int i = 0; i < P->fiber_count; i++) P->fibers[i].thread = P->fibers[i].busy ? P->main : NULL;
  P->finished = NULL;
  P->executing = NULL;
  P->has_walks = 0;
}

void dm_abandon(dm_process *P) {
  P->in_lua = P->collects = 0;
  dm_here.is_late = dm_here.unreadable = 0;
  if (P->empty != NULL) return;  // an entry within this one has ended it
  dm_note_stall(P, &dm_here.place);
  empty(P);
}

// MARK: - What is assumed

// The moment is told by whose code is interrupted.
const char *dm_check_watchdog(void) {
  pthread_once(&once, begin);
  return is_in(&of_lua, (uintptr_t)lua_newstate) && !is_in(&of_lua, (uintptr_t)look)
    ? NULL : "Lua: not a library of its own; link the program with liblua5.4 as a shared library";
}
