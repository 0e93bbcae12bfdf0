// The inside of a state, shared by the C files of this target.
//
// The files, lowest first: each may call those listed before it, and none after; scripts/check-layers holds their symbols
// to that. What they offer to each other is declared here up to `frame`, in values.h up to `caught`, and in library.h.
//
//   slots              the address space of all states: one slot each
//   arena              the blocks of one state: small ones by size, large ones from malloc, counted exactly
//   failure            how a process ends, and what is told of an error
//   collisions         what it takes to move the keys of a large table that collide
//   buckets            texts whose hashes collide
//   weak_keys          tables with weak keys, gone through before a collection
//   weak_keys_trial    whether objects lie where they are thought to
//   memory             what a state may allocate, and when its garbage is collected
//   original           states that are copies of one that was opened
//   instruction_cost   what single instructions take
//   watch              the last net: processor time that is really taken
//   covered            the lines that have run, for a host that wants to know
//   meter              instructions counted, work of C charged, limits
//   frame              what is read from calls under way without asking Lua
//   chunk              texts compiled once
//   callable           calls of what is no function, link by link
//   object             objects of the host
//   order              the order in which scripts see keys
//   pairs              pairs
//   next               next
//   describe           values as text
//   error_report       what a script raised, when it reaches the host
//   readonly           tables of the host's that scripts cannot write, made when first looked into
//   stdlib_wrap        Lua's own library functions, charged
//   format             string.format
//   pattern_draft      patterns: what a program is built of
//   pattern_read       the grammar
//   pattern_compile    from items to a program
//   patterns           the programs that are kept
//   pattern_match      programs run
//   pattern_functions  find, match, gmatch, gsub
//   text               string, the rest of it
//   table              table
//   coroutine          coroutine
//   inspection         debug
//   output             print and io
//   base               the base library
//   libraries          math, utf8, modules; all libraries opened
//   entry              the host's way into Lua: loading, calls, fibers
//   process            a state from its birth to its end
//   bridge             bridged functions, which are Lua's way to the host; the stack as Swift uses it
#pragma once
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "CLuaShims.h"
#include "arena.h"

// Instructions are counted in ticks of a prime number, taken for a thousand (instruction_cost.c).
// Once a process has made a long text, it counts in short ticks: hundreds of steps of 20 ms would come to seconds.
enum { DM_TICK = 1000, DM_TICK_COUNT = 997, DM_LONGEST_SHORT_TICK = 48, DM_LONG_TEXT = 128 << 10, DM_RING = 8 };
enum {
  DM_LONGEST_TEXT = 4 << 20,    // so that no instruction takes over 5 ms for it
  DM_LONGEST_CHUNK = 64 << 10,  // that `load` compiles: the compiler can take quadratic time
  DM_LONGEST_LIST = 100000,     // of values that a library function takes or gives
};
enum { DM_FIRST_SERIAL = 1024 };  // of what a script makes; opening a state takes fewer
enum { DM_FIRST_BLOCK = 4096 };  // more than Lua's first, which holds lua_State and global_State

// The low bits of a thread's extra space; the rest points to its process.
enum {
  DM_BUSY = 1,     // awaits the host beneath another coroutine: only the host's answer may resume it
  DM_FIBER = 2,    // the host's own: scripts may neither resume nor yield it
  DM_EXPOSED = 4,  // a script has seen this fiber, so it is not used again
  DM_FLAGS = 7,
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
} dm_fiber;

typedef struct dm_patterns dm_patterns;

// The nodes of a large table: 2 to the power of `log` (collisions.c).
typedef struct {
  const void *block;
  int log;
} dm_nodes;

// Processor time that the process really takes, in ns (watch.c).
typedef struct {
  uint64_t entries;  // from the host so far
  int64_t since;     // when the stretch being measured began; 0: none is
  int64_t measured;  // of all those that are over
  int64_t ticked;    // when the last look at the clock was
  uint64_t ticked_entry;  // and in which entry
  int left;          // entries still to be measured
} dm_watch;

struct dm_process {
  // What every callback touches lies together, first; at the very beginning a dm_meter.
  int64_t metered, taken, limit_end;
  unsigned char killed;     // a dm_failure_kind
  lua_State *main, *running;
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
  unsigned char inspection; // whether there is debug.getinfo
  unsigned char large_pattern;  // whether there is a program to forget when the host is back
  int left;                 // instructions until the next tick, between entries
  int tick;                 // instructions that the count under way stands for
  lua_State *counting;      // the thread whose count goes down; NULL between entries
  unsigned char stressed;   // a test: allocations collect
  unsigned char learns;     // copies may be made of it
  unsigned char unpaid;     // a block was refused because the entry could not pay what it would take to fill it
  int64_t slice, limit, slice_end, alarm;
  size_t cap, soft;         // bytes: refused above cap; above soft a collection comes first
  size_t mark;              // what soft is, but for tests
  size_t uncollected;       // allocations since a test's last collection
  size_t live;              // bytes used after the last collection
  size_t refused;           // bytes last refused and not settled yet
  size_t long_text;         // bytes of a text that was refused for its length
  const void *newest_text;  // NULL: it has been collected
  const void *mode_key;     // the text "__mode"
  unsigned char has_metatables;   // whether a script ever gave a table one
  unsigned char hides_weak_keys;  // whether metatables say that nothing is weak
  unsigned char has_long_text;    // whether one was ever made
  unsigned char has_full_bucket;  // whether a text was refused since too many share their hash
  dm_watch watch;
  dm_dispatch dispatch;
  void *owner;
  dm_arena arena;

  dm_coverage *coverage;    // of the host; NULL: nobody wants to know

  dm_search search;
  dm_output output;
  dm_fill fill;
  int fiber_count, fiber_capacity;
  int fibers_reference, ring_reference, loaded_reference;
  int guard_reference;      // the metatable of guards that were not looked into; 0: none
  uint64_t first_guard;     // number of the first of them; 0: none
  const dm_original *copied_from;  // NULL: it was opened step by step
  uint64_t host_serials;    // numbers of objects that the host has used, once scripts run
  const void *ring[DM_RING];  // tables that `next` goes through; NULL: none
  int call_key_reference, call_reference;
  const void *call_key;     // what metatables are called by, which no script sees (callable.c)
  int ring_next, ring_used;

  const char *slice_source;  // where the last slice ran out
  int slice_line;
  int64_t stall;            // ns of processor time beyond its due after which it is ended
  uint32_t probe;           // where tables were last looked into
  uint64_t random[4];
  uint64_t seed[4];
  dm_patterns *patterns;    // NULL until there are any
  dm_nodes *nodes;          // of all large tables, and perhaps other blocks of such sizes
  int node_count, node_capacity;
  void *scratch;            // for sorting keys
  size_t scratch_bytes;
  char *text;               // for descriptions
  size_t text_length, text_capacity;
  dm_failure failure, kill_failure;
  dm_failure refusal;       // file and line of the last allocation that could not be had
};

static inline uintptr_t dm_extra(lua_State *L) {
  return *(uintptr_t *)lua_getextraspace(L);
}

static inline dm_process *dm_of(lua_State *L) {
  return (dm_process *)(dm_extra(L) & ~(uintptr_t)DM_FLAGS);
}

static inline int dm_has(lua_State *L, int flag) {
  return (dm_extra(L) & (uintptr_t)flag) != 0;
}

static inline void dm_mark(lua_State *L, int flag, int on) {
  uintptr_t *extra = lua_getextraspace(L);
  *extra = on ? *extra | (uintptr_t)flag : *extra & ~(uintptr_t)flag;
}

// failure.c
/// Notes that the process ends, of which its script hears at the next checkpoint. Does nothing when it ends already.
void dm_end(dm_process *process, lua_State *L, dm_failure_kind kind, const char *message);
void dm_copy_failure(dm_failure *to, dm_failure_kind kind, const char *message, lua_State *L, int level);
void dm_clear_failure(dm_failure *failure);
void dm_note_refusal(dm_process *process);
/// A chunk's name as people read it.
void dm_name_of_chunk(const char *source, const char **file, size_t *length);

// collisions.c
enum { DM_NODE_BYTES = 24, DM_LEAST_NODES = 11 };
/// The binary logarithm of the number of nodes that a block of so many bytes can be, if they are many; else 0.
static inline int dm_log_of_nodes(size_t bytes) {
  if (bytes < DM_NODE_BYTES << DM_LEAST_NODES) return 0;
  size_t nodes = bytes / DM_NODE_BYTES;
  if ((nodes & (nodes - 1)) != 0 || bytes % DM_NODE_BYTES != 0) return 0;
  return __builtin_ctzll(nodes);
}
/// Instructions to be charged for a block that is to become the nodes of a table. Linear in the nodes of large tables.
int64_t dm_cost_of_nodes(dm_process *process, size_t bytes);
/// Fills such a block with zeros, and remembers it until it is forgotten.
void dm_keep_nodes(dm_process *process, void *block, size_t bytes);
void dm_forget_nodes(dm_process *process, const void *block);

// buckets.c
/// Whether more texts share a hash with this one, the last that was made (NULL: none), than do by chance.
int dm_is_bucket_full(const void *newest);
const char *dm_check_buckets(lua_State *L);

// weak_keys.c
/// Before a collection: empties entries whose keys nothing reaches, and hides from Lua that keys are weak. Linear in what
/// lives.
void dm_settle_weak_keys(dm_process *process);
/// Afterwards: shows Lua again what is weak.
void dm_restore_weak_keys(dm_process *process);
void dm_open_weak_keys(lua_State *L);
/// Finds out where Lua has its objects. 0: nowhere that is known.
int dm_find_objects(lua_State *L);

// weak_keys_trial.c
const char *dm_check_weak_keys(lua_State *L);

// memory.c
void *dm_allocate(void *process, void *block, size_t old_size, size_t new_size);
void dm_settle(dm_process *process);
int dm_collects_always(void);
// Where a thread counts the C calls that are under way on it: in the low half, which Lua limits to 200; in the high half
// those of them that cannot yield. dm_check_layout proves it.
enum { DM_LEVELS_AT = 176 };
static inline uint32_t dm_both_levels(lua_State *L) {
  return *(const uint32_t *)(const void *)((const char *)L + DM_LEVELS_AT);
}
/// As lua_isyieldable.
static inline int dm_can_yield(lua_State *L) { return dm_both_levels(L) >> 16 == 0; }
/// The C calls under way on a thread as Lua counts them, to refuse more than 200. A thread that is closed begins with the
/// count of who closes it, as in Lua from 5.4.6 on: threads that close each other are no way around the limit.
int dm_levels(lua_State *L);
void dm_set_levels(lua_State *L, int levels);
const char *dm_check_layout(lua_State *L);
uint64_t dm_serial(lua_State *L, int index);

/// Instructions until a thread's next tick. Each thread has a count of its own, so who runs next goes on with it.
extern int dm_count_distance;  // where it lies in a lua_State: meter.c finds out
static inline int *dm_instructions_left(lua_State *L) {
  return (int *)((char *)L + __atomic_load_n(&dm_count_distance, __ATOMIC_RELAXED));
}
/// The count goes on with this thread; what it stands for grows shorter once there is a long text.
static inline void dm_count_on(dm_process *process, lua_State *L) {
  process->counting = L;
  int *left = dm_instructions_left(L);
  if (!process->has_long_text || *left <= DM_LONGEST_SHORT_TICK) return;
  process->tick -= *left - DM_LONGEST_SHORT_TICK;
  *left = DM_LONGEST_SHORT_TICK;
}

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
/// Keys that the table has room for: what it takes to go through it, however few are left.
int64_t dm_slots(lua_State *L, int table);
/// What that costs beyond what the keys do that were met.
int64_t dm_cost_of_empty_slots(lua_State *L, int table, int64_t met);
/// What it costs to tell in an error or a traceback which function is meant, in instructions.
int64_t dm_cost_of_name(lua_State *L);
/// What it costs to order two values, of which texts take long, in instructions.
int64_t dm_cost_of_order(lua_State *L, int left, int right);
/// What it costs a library function to write a number out that it is given as a text, beyond the usual, in instructions;
int64_t dm_cost_of_written(lua_State *L, int index);
/// and those in a list, up to what is none; linear.
int64_t dm_cost_of_numbers(lua_State *L, int table, lua_Integer first, lua_Integer last);
/// What it costs to divide floats with a remainder: long where one is far larger than the other.
int64_t dm_cost_of_modulo(double dividend, double divisor);
const char *dm_check_steps(lua_State *L);

// watch.c
void dm_watch_entry(dm_process *process);
/// At a tick: ends the process if it has taken far more processor time than is its due.
void dm_watch_tick(lua_State *L);
/// At the end of an entry that was measured.
void dm_watch_end(dm_process *process, lua_State *L);
// One entry in so many is measured; the first soon.
enum { DM_SAMPLED = 1024, DM_FIRST_SAMPLED = 16 };
static inline void dm_watch_begin(dm_process *process) {
  process->watch.since = 0;
  if (++process->watch.entries % DM_SAMPLED == DM_FIRST_SAMPLED || process->watch.left > 0) dm_watch_entry(process);
}

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
/// Charges a function for the list of its arguments, and refuses one that is too long; one more may stand in front.
void dm_take_list(lua_State *L);
/// Charges a caught error: Lua walks the whole stack for each.
void dm_spend_error(lua_State *L);
/// What many threads do for a short time each is counted too: the count goes on with who runs next.
static inline void dm_hand_on_count(lua_State *from, lua_State *to) {
  *dm_instructions_left(to) = *dm_instructions_left(from);
  dm_count_on(dm_of(to), to);
}
const char *dm_check_stack(lua_State *L);

// frame.c
/// Goes on to the caller of what lua_getstack has found; 0: there is none. Lua itself counts up to each level from the
/// first, so that to ask it for one after the other takes the square of their number.
static inline int dm_to_caller(lua_Debug *at) {
  const dm_frame *caller = ((const dm_frame *)(const void *)at->i_ci)->caller;
  if (caller->caller == NULL) return 0;
  at->i_ci = (struct CallInfo *)(uintptr_t)caller;
  return 1;
}
/// The integer that is upvalue 1 of the running function.
static inline int64_t dm_integer_upvalue(lua_State *L) {
  const struct {
    char header[32];
    dm_value upvalue;
  } *closure = dm_thread_of(L)->frame->function->object;
  return closure->upvalue.integer;
}
/// Pushes what the host keeps under a reference, on a thread that has room for it.
static inline void dm_push_kept(const dm_process *P, lua_State *L, int reference) {
  const struct {
    char header[12];
    unsigned count;
    const dm_value *values;
  } *registry = P->registry;
  dm_thread *thread = (dm_thread *)(void *)L;
  if (__builtin_expect((unsigned)reference - 1 < registry->count, 1)) {
    const dm_value *kept = &registry->values[reference - 1];
    if (__builtin_expect(kept->type != LUA_TNIL && kept->type != DM_NO_VALUE_TYPE, 1)) {
      *(dm_value *)thread->top++ = *kept;
      return;
    }
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
}
/// Pushes a value that lies somewhere, where there is room for it.
static inline void dm_push_value(lua_State *L, const dm_value *value) {
  dm_thread *thread = (dm_thread *)(void *)L;
  dm_value *top = (dm_value *)(uintptr_t)thread->top++;
  top->integer = value->integer;
  top->type = value->type;
}
const char *dm_check_frames(lua_State *L);

// chunk.c
/// A text, compiled here. Only such are ever loaded as what Lua calls binary: it does not check them.
struct dm_chunk {
  char *bytes;  // from malloc
  size_t length, text_length;
};
/// 0: it is wrong, and the message is on top, or there is no memory.
int dm_compile_chunk(lua_State *L, const char *text, size_t length, const char *name, dm_chunk *chunk);
/// As luaL_loadbuffer.
int dm_load_chunk(lua_State *L, const dm_chunk *chunk);
