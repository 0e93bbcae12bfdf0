// The inside of a state, shared by the C files of this target.
//
// The files, lowest first: each may call those listed before it, and none after; scripts/check-layers holds their symbols
// to that. What they offer to each other is declared here up to `chunk`, in values.h up to `readonly`, and in library.h.
// The head of each says what it is for.
//
//   lua_layout slots arena failure memory original instruction_cost watchdog covered meter chunk object order pairs
//   describe error_report readonly stdlib_wrap format string_library table coroutine inspection output base libraries
//   entry process bridge
#pragma once
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <pthread.h>
#include <setjmp.h>

#include "CLuaShims.h"
#include "arena.h"

// Instructions are counted in ticks of a prime number, taken for a thousand (instruction_cost.c).
enum { DM_TICK = 1000, DM_TICK_COUNT = 997 };
enum { DM_FIRST_SERIAL = 1024 };  // of what a script makes; opening a state takes fewer

enum {  // flags of a thread
  DM_BUSY = 1,     // awaits the host beneath another coroutine: only the host's answer may resume it
  DM_FIBER = 2,    // the host's own: scripts may neither resume nor yield it
  DM_EXPOSED = 4,  // a script has seen this fiber, so it is not used again
};

// Whether the allocator has just refused, so that Lua collects and asks again.
typedef enum { DM_NO_RETRY, DM_RETRY, DM_RETRY_OF_TEST } dm_retry;

typedef enum { DM_NOTHING, DM_PENDING_AWAIT, DM_PENDING_SLICE } dm_pending;

typedef struct {
  lua_State *thread;     // NULL: an entry free for a new thread
  uint32_t generation;   // changes whenever a run of the fiber ends
  int next_free;
  unsigned char busy;
  const char *slice_source;  // where its slice ran out, while it is preempted
  int slice_line;
  int64_t taken;  // what its slices have taken so far beyond their instructions; DM_UNSEEN unless it is preempted
} dm_fiber;

// For a function that checks what it reads before it follows it.
#define DM_READS_FREELY __attribute__((no_sanitize("address")))

// What the watchdog knows of an entry from the host, in ns of processor time (watchdog.c).
enum { DM_UNSEEN = -1 };
typedef struct {
  int64_t taken;    // beyond what its instructions account for; DM_UNSEEN until it is first looked at
  int64_t metered;  // at the last look
  int64_t limit;    // of what may be taken; 0: none
} dm_spell;

// Where a leap lands. The compiler's own way takes a fifth of the time of the system's, which is for any function.
#if defined(__x86_64__) && !defined(DM_IS_SANITIZED)
typedef void *dm_landing[5];
#define DM_LANDS(watch) __builtin_expect(__builtin_setjmp((watch).landing), 0)
#define DM_LEAP(watch) __builtin_longjmp((watch)->landing, 1)
#else
typedef sigjmp_buf dm_landing;
#define DM_LANDS(watch) __builtin_expect(sigsetjmp((watch).landing, 0), 0)
#define DM_LEAP(watch) siglongjmp((watch)->landing, 1)
#endif

// An entry into Lua that is under way, on the C stack.
typedef struct dm_watch {
  struct dm_watch *outer;
  dm_process *process;  // NULL: a text is compiled for the host
  dm_spell *spell;
  dm_landing landing;
} dm_watch;

// A line of a script.
typedef struct {
  const char *source;  // as Lua names the chunk; NULL: unknown
  int line;
} dm_line;

// A thread of the program, as the watchdog sees it.
typedef struct dm_watched {
  dm_watch *innermost;  // NULL: it is in no entry
  int is_known;         // to the watchdog
  int is_late;          // whether the entry is to be ended at the next right moment
  int unreadable;       // looks that did not find where it is
  int64_t looked;       // its processor time at the last look
  dm_line place;        // where the entry was that was ended last
  pthread_t thread;
  struct dm_watched *next;
} dm_watched;

struct dm_process {
  // What every callback touches lies together, first; at the very beginning a dm_meter.
  int64_t metered, taken, limit_end;
  unsigned char killed;     // a dm_failure_kind
  lua_State *main, *running;
  lua_State *executing;     // the thread that runs Lua, of those within the entry; NULL between entries
  lua_State *finished;      // whose results are still on its stack
  dm_fiber *fibers;
  const void *registry;
  int free_fiber, current_fiber;
  int blocked;              // resumes on the way from the fiber here that cannot pass a yield outward
  int depth;                // entries from the host now on the C stack
  unsigned char retrying;   // dm_retry
  unsigned char in_lua;     // allocations may be refused: no host frame is on top
  unsigned char leftover;   // whether there can be something on that stack
  unsigned char pending;    // dm_pending: why the host is being yielded to
  unsigned char raises;     // the answer that the fiber goes on with is an error
  unsigned char inspection; // whether there is debug.getinfo
  int left;                 // instructions until the next tick, between entries
  int brought_forward;      // instructions that the next tick comes early by; 0: it does not
  unsigned char stressed;   // a test: allocations collect
  unsigned char collects;   // Lua collects
  unsigned char exhausted;  // this machine had no memory for a block that was allowed
  unsigned char learns;     // copies may be made of it
  int64_t slice, limit, slice_end, alarm;
  size_t cap, soft;         // bytes: refused above cap; above soft a collection comes first
  size_t mark;              // what soft is, but for tests
  size_t uncollected;       // allocations since a test's last collection
  size_t live;              // bytes used after the last collection
  size_t grown;             // when as many are used, the next comes between two callbacks
  size_t refused;           // bytes last refused and not made up for yet
  dm_spell spell;           // of the outermost entry, with those within it
  lua_State *empty;         // what the threads belong to that the host can still reach once the watchdog has ended it
  size_t thread_bytes;      // of a thread of that state
  dm_dispatch dispatch;
  void *owner;
  dm_arena arena;

  dm_coverage *coverage;    // of the host; NULL: lines are not counted

  dm_search search;
  dm_output output;
  dm_fill fill;
  int fiber_count, fiber_capacity;
  int fibers_reference, walks_reference, loaded_reference;
  unsigned char has_walks;  // whether there are any under that reference
  int guard_reference;      // the metatable of guards that were not looked into; 0: none
  uint64_t first_guard;     // number of the first of them; 0: none
  const dm_original *copied_from;  // NULL: it was opened step by step
  uint64_t host_serials;    // numbers of objects that the host has used, once scripts run

  const char *slice_source;  // where the last slice ran out
  int slice_line;
  uint64_t random[4];
  uint64_t seed[4];
  char *description;        // being written
  size_t description_length, description_capacity;
  dm_failure failure, kill_failure;
  dm_failure refusal;       // file and line of the last allocation that could not be had
};

static inline int dm_has(lua_State *L, int flag) { return (*(uintptr_t *)lua_getextraspace(L) & (uintptr_t)flag) != 0; }

static inline void dm_mark(lua_State *L, int flag, int on) {
  uintptr_t *extra = lua_getextraspace(L);
  *extra = on ? *extra | (uintptr_t)flag : *extra & ~(uintptr_t)flag;
}

/// Between these two the host runs, called on that thread: nothing is refused to it.
static inline lua_State *dm_enter_host(dm_process *P, lua_State *L) {
  lua_State *outer = P->running;
  P->running = L;
  P->in_lua = 0;
  return outer;
}
static inline void dm_leave_host(dm_process *P, lua_State *outer) {
  P->in_lua = 1;
  P->running = outer;
}

// failure.c
/// Notes that the process ends, of which its script hears at the next checkpoint. Does nothing when it ends already.
void dm_end(dm_process *process, lua_State *L, dm_failure_kind kind, const char *message);
void dm_copy_failure(dm_failure *to, dm_failure_kind kind, const char *message, lua_State *L, int level);
void dm_clear_failure(dm_failure *failure);
void dm_note_refusal(dm_process *process);
/// That the watchdog has ended something after so many ns.
void dm_tell_stall(int64_t stall, char *message, size_t room);
/// Notes that it has ended the process at a line.
void dm_note_stall(dm_process *process, const dm_line *place);
/// A chunk's name as people read it.
void dm_name_of_chunk(const char *source, const char **file, size_t *length);

// memory.c
void *dm_allocate(void *process, void *block, size_t old_size, size_t new_size);
void dm_settle(dm_process *process);
/// Sets how much may be made until the next collection, by what lived after the last.
void dm_set_mark(dm_process *process);
/// Within an entry, or before the first script.
void dm_collect(dm_process *process);
int dm_collects_always(void);
uint64_t dm_serial(lua_State *L, int index);

// original.c
/// Whether a state should be opened in a slot that is clear, to learn from it (NULL: no).
int dm_wants_state(dm_original *original, const dm_place *place);
/// It is one to learn from, and nothing is in it so far.
void dm_begin_learning(dm_process *process);
/// Makes a state where it is to lie, but for its seeds and limits; NULL: it must be opened step by step.
dm_process *dm_copy_original(const dm_original *original, const dm_options *options, const dm_place *to);

// instruction_cost.c
/// What the instruction about to be executed costs beyond the usual, in instructions.
int64_t dm_step_cost(lua_State *L, lua_Debug *event);
/// What it costs to compare two values, of which long strings take long, in instructions.
int64_t dm_cost_of_order(lua_State *L, int left, int right);

// watchdog.c
extern _Thread_local dm_watched dm_here;
/// Makes this thread known to the watchdog.
void dm_watch_thread(void);
/// Each entry is watched between these two, from the same function; where Lua is left by a leap, DM_LANDS is true:
///     dm_watch watch;
///     dm_prepare_watch(&watch, process, spell);
///     if (DM_LANDS(watch)) ... else { dm_begin_watch(&watch); ... }
///     dm_end_watch(&watch);
/// Nothing may be counted on there that was changed after DM_LANDS.
static inline void dm_prepare_watch(dm_watch *watch, dm_process *process, dm_spell *spell) {
  watch->outer = dm_here.innermost;
  watch->process = process;
  watch->spell = spell;
  if (__builtin_expect(!dm_here.is_known, 0)) dm_watch_thread();
}
static inline void dm_begin_watch(dm_watch *watch) { __atomic_store_n(&dm_here.innermost, watch, __ATOMIC_RELAXED); }
static inline void dm_end_watch(dm_watch *watch) { __atomic_store_n(&dm_here.innermost, watch->outer, __ATOMIC_RELAXED); }
/// A callback that was preempted goes on with what it has taken in ns, though that is another entry.
void dm_watch_on(dm_process *process, int64_t taken);
/// It is preempted: what it has taken until now.
int64_t dm_taken(dm_process *process);
/// Leaves Lua for the innermost entry if it has taken too long: called where that is known to be safe.
void dm_leap_if_overdue(dm_process *process);
/// Leaves Lua for the innermost entry. Only frames of C may lie between.
_Noreturn void dm_leap(void);
/// After a leap: the state has ended, and nothing of it is used again; its main thread can be, but holds nothing any more.
void dm_abandon(dm_process *process);
/// The same for another thread on which the host goes on: there are so many nils on it.
void dm_renew(dm_process *process, lua_State *L, int values);
static inline int dm_is_abandoned(const dm_process *process) { return process->killed == DM_STALLED; }
/// Why it cannot watch this Lua; NULL: it can.
const char *dm_check_watchdog(void);

// covered.c
/// Counts the line that is about to run; only where the process has a coverage.
void dm_note_line(lua_State *L, lua_Debug *event);

// meter.c
void dm_meter_open(lua_State *L);
/// After anything that could have hidden a kill or a refusal: raises if the process is to end.
void dm_checkpoint(lua_State *L);
/// Makes sure that `bytes` more fit, by collecting; kills the process when they cannot.
void dm_reserve(lua_State *L, size_t bytes);
/// Charges work done in C to the meter, and ends the process at its limit.
void dm_spend(lua_State *L, int64_t instructions);
/// Ends a slice that is over as soon as Lua can be left: the C function that runs on `L`, or is called below it, has returned.
void dm_end_slice_soon(lua_State *L);
/// Charges a function for the list of its arguments.
void dm_spend_arguments(lua_State *L);
/// What many threads do for a short time each is counted too: the count goes on with who runs next.
static inline void dm_hand_on_count(lua_State *from, lua_State *to) {
  *dm_instructions_left(to) = *dm_instructions_left(from);
  dm_of(to)->executing = to;
}

/// Pushes what the host keeps under a reference, on a thread that has room for it.
static inline void dm_push_kept(const dm_process *P, lua_State *L, int reference) {
  const dm_table *registry = P->registry;
  if (__builtin_expect((unsigned)reference - 1 < registry->limit, 1)) {
    const dm_value *kept = &registry->list[reference - 1];
    if (__builtin_expect(!dm_is_nil(kept), 1)) {
      dm_push_value(L, kept);
      return;
    }
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
}

// chunk.c
/// A source, compiled here. Only such are ever loaded as what Lua calls binary: it does not check them.
struct dm_chunk {
  char *bytes;  // from malloc
  size_t length, source_length;
};
/// 0: it is wrong, and the message is on top, or there is no memory.
int dm_compile_chunk(lua_State *L, const char *source, size_t length, const char *name, dm_chunk *chunk);
/// As luaL_loadbuffer.
int dm_load_chunk(lua_State *L, const dm_chunk *chunk);
