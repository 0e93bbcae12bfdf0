// What Swift sees of a Lua state. No function here ever raises a Lua error or yields into its caller:
// longjmp over a Swift frame would skip its releases. What may raise runs under lua_pcall, in C.
#pragma once
#include <lua.h>
#include <stddef.h>
#include <stdint.h>

#include "lua_layout.h"

typedef struct dm_process dm_process;

/// Runs bridged function `index`: arguments from stack index 1 on. Returns the number of results on top of the
/// stack, or DM_RAISE with the message on top, or DM_AWAIT.
typedef int (*dm_dispatch)(void *owner, lua_State *L, int index);
enum { DM_RAISE = -1, DM_AWAIT = -2 };

/// Like the others it gets the owner of the state first. Finds the source of a module: pushes the source, its chunk name and what
/// file it is, by any name, and returns 3; or the first two and returns 2; or pushes a string that says where it was sought
/// and returns 1.
typedef int (*dm_search)(void *owner, lua_State *L, const char *name, size_t length);

/// Pushes the name of guard `index`, and the table that is behind it.
typedef void (*dm_fill)(void *owner, lua_State *L, int index);

/// Takes what a script writes by `print` or to io.stdout.
typedef void (*dm_output)(void *owner, const char *bytes, size_t length);

/// What all states of one library are when they have been opened (original.c).
typedef struct dm_original dm_original;

typedef struct {
  size_t memory_bytes;    // cap of the bytes that scripts hold
  int64_t stall;          // ns of processor time that one entry may take beyond what its instructions account for; 0: any
  uint64_t seed[4];       // of math.random
  dm_dispatch dispatch;
  dm_search search;
  dm_output output;
  dm_fill fill;
  int inspection;         // whether there is debug.getinfo
} dm_options;

typedef enum {
  DM_NO_FAILURE, DM_RUNTIME, DM_SYNTAX, DM_STACK_OVERFLOW, DM_MEMORY, DM_INSTRUCTIONS, DM_KILLED,
  DM_STALLED, DM_EXHAUSTED,
} dm_failure_kind;

typedef struct {
  dm_failure_kind kind;
  int line;               // 0: unknown
  char *message, *traceback, *file;
} dm_failure;

typedef enum { DM_FINISHED, DM_AWAITING, DM_PREEMPTED, DM_FAILED, DM_GONE } dm_step;

/// How a bridged function gets its arguments: as they are, or made one string by C before Swift is called.
typedef enum { DM_PLAIN, DM_FORMATTED, DM_PRINTED } dm_arguments;

// MARK: - Life

/// The Lua that this was compiled with, as it calls itself: `Lua 5.4.4`.
const char *dm_lua_release(void);

/// NULL on failure, then `error` says why (a static string). With an original, which all states of one library share, the
/// first of these are opened and the others copied.
dm_process *dm_open(const dm_options *options, dm_original *original, const char **error);
/// To be called when all is in it that the host puts there before the first script: collects, and lets the meter, its
/// phase, and the numbers of objects begin anew, so that it depends on the script alone what they are. The state counts as
/// holding so many bytes, if it holds few more in truth: fewer than are its own, which no script can free.
enum { DM_OPENED_SLACK = 4096 };
void dm_opened(dm_process *process, size_t counted);
dm_original *dm_make_original(void);
void dm_free_original(dm_original *original);
/// To be called next: the first states of a library are learned from, with numbers that the host has to know of each and
/// that are as many each time.
void dm_learn(dm_original *original, dm_process *process, const int *numbers, size_t count);
/// Those numbers if the state is a copy: then it has been opened already. NULL: the host opens it now.
const int *dm_copied(const dm_process *process);
/// Drops all memory of the state at once; finalizers do not exist.
void dm_close(dm_process *process);
void dm_set_owner(dm_process *process, void *owner);
lua_State *dm_main(dm_process *process);
/// The thread that a bridged call is running on, else the main thread.
lua_State *dm_running(dm_process *process);
void *dm_owner(lua_State *L);
const dm_failure *dm_last_failure(dm_process *process);

// MARK: - Metering and memory

/// What a process has used: it begins with this, so that what is asked for all the time is read inline.
typedef struct {
  int64_t metered, taken, limit_end;
  unsigned char killed;   // a dm_failure_kind
} dm_meter;

enum { DM_FLAGS = 7 };  // of a thread, in the low bits of its extra space, which points to its process
static inline dm_process *dm_of(lua_State *L) {
  return (dm_process *)(*(uintptr_t *)lua_getextraspace(L) & ~(uintptr_t)DM_FLAGS);
}
/// Adds work done in C or by the host to the meter; the process ends at the next checkpoint. A charge beyond what the entry has
/// left counts as all of that: what lies beyond is never worked, and no sum overflows. 0 when the entry has come to its limit,
/// or the process to its end.
static inline int dm_charge(dm_process *process, int64_t instructions) {
  dm_meter *meter = (dm_meter *)(void *)process;
  int64_t left = meter->limit_end - meter->metered;
  if (left > 0) meter->metered += instructions < left ? instructions : left;
  return !meter->killed && meter->metered < meter->limit_end;
}
/// Instructions counted since this was last asked; in steps of 1,000, and what C functions charge.
static inline int64_t dm_take_metered(dm_process *process) {
  dm_meter *account = (dm_meter *)(void *)process;
  int64_t taken = account->metered - account->taken;
  account->taken = account->metered;
  return taken;
}
/// Whether math.random is further than its seed, or was seeded anew.
int dm_has_drawn(const dm_process *process);
/// From now on: preempt after `slice` instructions, kill after `limit` in one entry.
void dm_set_limits(dm_process *process, int64_t slice, int64_t limit);
size_t dm_used(const dm_process *process);
void dm_collect_now(dm_process *process);
int dm_collect_if_grown(dm_process *process);
/// The process can run no script from now on; a running one is unwound and cannot catch it.
void dm_kill(dm_process *process, const char *message);
int dm_is_killed(const dm_process *process);
/// For tests: in states opened from now on, by this thread or any, an allocation collects first, and what is freed is
/// overwritten. Whoever holds on to something that Lua may collect is found out.
void dm_collect_always(int on, int everywhere);

/// What scripts have used up.
typedef struct {
  size_t used;
  int64_t metered;
  uint64_t serials;
} dm_account;
/// What the host makes between these two is charged to no script, like opening: no bytes and no instructions are counted, and
/// objects have numbers below those of scripts. They may nest; nothing is collected meanwhile.
dm_account dm_host_begins(lua_State *L);
void dm_host_ends(lua_State *L, dm_account scripts);

// MARK: - Coverage

/// How often each line of each source has run, in all processes that have it; it must outlive them.
typedef struct dm_coverage dm_coverage;
/// NULL without memory.
dm_coverage *dm_make_coverage(void);
void dm_free_coverage(dm_coverage *coverage);
/// From now on, before any script runs.
void dm_cover(dm_process *process, dm_coverage *coverage);
int dm_covered_files(const dm_coverage *coverage);
const char *dm_covered_name(const dm_coverage *coverage, int file);
/// One more than the last line that there is a count for.
int dm_covered_lines(const dm_coverage *coverage, int file);
int64_t dm_covered_count(const dm_coverage *coverage, int file, int line);

// MARK: - Running

/// The chunk name of a source of the host's own: no place in it is reported as that of a failure or a call.
#define DM_HOST_CHUNK "=dormouse"

/// A source compiled for any number of states.
typedef struct dm_chunk dm_chunk;
/// NULL when it does not compile, there is no memory, or it took more than `stall` ns of processor time (0: any); then `kind`
/// and `message` say why, in `room` bytes at most, with a zero.
dm_chunk *dm_make_chunk(const char *source, size_t length, const char *name, int64_t stall, dm_failure_kind *kind, char *message,
                        size_t room);
void dm_free_chunk(dm_chunk *chunk);
/// What Lua has made of the source, in the form of its lua_dump.
const char *dm_bytes_of_chunk(const dm_chunk *chunk, size_t *length);
/// As dm_load of its source, and charged like that.
int dm_load_compiled(dm_process *process, const dm_chunk *chunk);
/// Compiles source (never binary). 0 and the function on top of dm_running's stack; else see dm_last_failure.
int dm_load(dm_process *process, const char *source, size_t length, const char *name, size_t name_length);
/// Calls the function below `arguments` values on the running thread's stack, without awaiting. 0 and all results
/// in their place; else the stack is as before the function was pushed.
int dm_call(dm_process *process, int arguments, int64_t limit);

/// Takes a fiber from the pool and pushes the referenced function; its index goes to `fiber`. NULL: the process has ended.
lua_State *dm_fiber_begin(dm_process *process, int reference, int *fiber, uint32_t *generation);
/// Begins a fiber and runs it at once with a referenced argument, or none if that is 0.
typedef struct {
  dm_step step;
  int fiber;
  uint32_t generation;
} dm_run;
dm_run dm_fiber_start(dm_process *process, int reference, int argument);
/// NULL when that fiber has ended.
lua_State *dm_fiber_thread(dm_process *process, int fiber, uint32_t generation);
/// Line and chunk where a fiber that stopped will go on, as `dm_location`; 0 when it is gone.
int dm_fiber_location(
    dm_process *process, int fiber, uint32_t generation, const char **file, size_t *length);
/// Runs it with what was pushed since begin, or since it stopped.
dm_step dm_fiber_run(dm_process *process, int fiber, int arguments);
/// The fiber that goes on next raises its answer as an error.
void dm_raise_at_resume(dm_process *process);
/// Lets one that stopped go on, with nothing pushed. DM_GONE when it has ended.
dm_step dm_fiber_resume(dm_process *process, int fiber, uint32_t generation);
/// The fiber that runs now, if it may; else -1.
int dm_waiting_fiber(lua_State *L, uint32_t *generation);
/// What the script calls the function, of those of C on the stack, that cannot be left and gone on with: the nearest;
/// NULL without a name. It is valid while the function runs.
const char *dm_function_in_the_way(lua_State *L);
/// Where the results of the fiber that finished last lie, until the next entry.
lua_State *dm_fiber_results(dm_process *process);

// MARK: - Values, on any thread; each push makes room first. Where there is none, near a million values, nothing is pushed
// and the process ends.

void dm_push_bytes(lua_State *L, const void *bytes, size_t length);
void dm_push_bridged(lua_State *L, int index, dm_arguments arguments);
/// The same, with a number of its own that it gets as value 1 in front of the arguments.
void dm_push_bound(lua_State *L, int index, int64_t number);
/// Bytes of a string, or NULL when the value is none (numbers are not converted).
const char *dm_bytes(lua_State *L, int index, size_t *length);
/// A number by which to find the value again, until it is released; DM_NO_REFERENCE when there is no room.
int dm_reference(lua_State *L, int index);
enum { DM_NO_REFERENCE = -2, DM_REGISTRY = LUA_REGISTRYINDEX };  // the registry has what is under such a number
void dm_release(dm_process *process, int reference);
/// Raw reads push one value and return its type; of what is no table they push nil.
int dm_get_index(lua_State *L, int table, int64_t key);
int dm_get_field(lua_State *L, int table, const void *key, size_t length);
/// Raw writes take the value from the top.
void dm_set_index(lua_State *L, int table, int64_t key);
void dm_set_field(lua_State *L, int table, const void *key, size_t length);
/// Takes key and value from the top; ignores keys that no table can have.
void dm_set_raw(lua_State *L, int table);
/// Pushes the value of the key on top, which stays.
void dm_get_raw(lua_State *L, int table);
/// Pushes the keys of a table that are not in 1...n, in the defined order; returns n and their count.
int64_t dm_push_keys(lua_State *L, int table, int64_t *count);
/// Whether a table has more entries than so many. What it takes is charged. O(n) in the entries asked about.
int dm_has_more_entries(lua_State *L, int table, int64_t count);
/// Pushes a readable, ordered description of the value, as %@ gives it; runs __tostring under protection.
void dm_push_description(lua_State *L, int index);
/// The name that errors use: "table", "integer"... or the metatable's __name.
const char *dm_type_name(lua_State *L, int index);
/// The name by which the running function was called, for messages, and whether as a method.
const char *dm_function_name(lua_State *L, int *is_method);
/// Line of the `level`-th Lua caller (1: the nearest) and the chunk's name; 0 when there is none.
int dm_location(lua_State *L, int level, const char **file, size_t *length);
/// Line on which the Lua function at `index` begins, and its chunk's name; 0 when the value is none.
int dm_definition(lua_State *L, int index, const char **file, size_t *length);

// MARK: - Objects

/// Pushes an empty table that reads as the one that `dm_fill` gives when it is first asked for anything, and cannot be
/// written. All of them are to be made one after the other, with no object between; they are numbered from 0.
void dm_push_guard(lua_State *L);
/// Makes a class from the tables of methods (functions), getters (functions of self) and setters (functions of self and
/// value) on top, which it pops; returns a reference to its metatable.
int dm_define_class(lua_State *L, const char *name);
/// `class` is the caller's own number for the class.
void dm_push_object(lua_State *L, int class_reference, int class, int64_t identifier);
/// The number of the class and the identifier of an object; 0 when the value is none.
int dm_object(lua_State *L, int index, int *class, int64_t *identifier);

// MARK: - The most frequent reads and pushes, inline so that Swift calls Lua straight

/// Ends the process for want of room on the thread's stack. 0.
int dm_overflow(lua_State *L);
/// Makes room for more values; 0, and the process is ended, when there is none. Lua leaves a C function room for 20.
static inline int dm_room(lua_State *L, int values) {
  if (__builtin_expect(dm_has_room(L, values), 1)) return 1;  // Lua's own first question
  return lua_checkstack(L, values) || dm_overflow(L);
}

static inline int dm_integer(lua_State *L, int index, int64_t *value) {
  const dm_value *integer = dm_value_of_type(L, index, DM_INTEGER_TYPE);
  if (__builtin_expect(integer != NULL, 1)) {
    *value = integer->integer;
    return 1;
  }
  if (lua_type(L, index) != LUA_TNUMBER) return 0;
  int exact;
  *value = lua_tointegerx(L, index, &exact);
  return exact;
}

static inline int dm_number(lua_State *L, int index, double *value) {
  const dm_value *number = dm_value_of_type(L, index, DM_FLOAT_TYPE);
  if (__builtin_expect(number != NULL, 1)) {
    *value = number->number;
    return 1;
  }
  const dm_value *integer = dm_value_of_type(L, index, DM_INTEGER_TYPE);
  if (__builtin_expect(integer != NULL, 1)) {
    *value = (double)integer->integer;
    return 1;
  }
  if (lua_type(L, index) != LUA_TNUMBER) return 0;
  *value = lua_tonumberx(L, index, NULL);
  return 1;
}
