// The one place that knows how Lua's objects lie in memory: where the public interface does not tell what is needed, or tells
// it too slowly, it is read here. When the first state is made, dm_check_layout (lua_layout.c) tries every one of these
// assumptions; a Lua of which one fails is refused.
#pragma once
#include <lua.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// MARK: - Values

enum {
  DM_INTEGER_TYPE = LUA_TNUMBER, DM_FLOAT_TYPE = LUA_TNUMBER | 1 << 4,
  DM_FALSE_TYPE = LUA_TBOOLEAN, DM_TRUE_TYPE = LUA_TBOOLEAN | 1 << 4,
  DM_NO_VALUE_TYPE = LUA_TNIL | 1 << 4,  // of an empty place in a table
  DM_TYPE_BITS = 0x0F, DM_COLLECTABLE = 64,
};

typedef struct {
  union {
    int64_t integer;
    double number;
    const void *object;
  };
  uint8_t type;
} dm_value;

static inline int dm_is_nil(const dm_value *value) { return (value->type & DM_TYPE_BITS) == LUA_TNIL; }

/// A string. Its bytes end with a zero that does not count.
typedef struct {
  const void *next;
  uint8_t kind, color, extra, short_length;
  uint32_t hash;  // of a short one
  union {
    size_t long_length;
    const void *next_in_bucket;  // of a short one
  };
  char bytes[];
} dm_string;

enum { DM_SHORT_STRING = LUA_TSTRING, DM_LONG_STRING = LUA_TSTRING | 1 << 4 };

static inline size_t dm_length_of(const dm_string *string) {
  return string->kind == DM_SHORT_STRING ? string->short_length : string->long_length;
}

// MARK: - Tables

/// A place for a pair: its value, and beside it its key.
typedef struct {
  union {
    int64_t bits;
    const void *object;
  };
  uint8_t type, key_type;
  int next;
  union {
    int64_t key_bits;
    const void *key;
  };
} dm_node;

/// A table: the values of 1, 2, 3... up to a limit lie in a list, all other pairs in nodes.
typedef struct {
  const void *next;
  uint8_t kind, color, flags, log_nodes;
  uint32_t limit;
  dm_value *list;
  dm_node *nodes;
} dm_table;

static inline const dm_table *dm_table_at(lua_State *L, int index) { return (const dm_table *)lua_topointer(L, index); }

static inline size_t dm_node_count(const dm_table *t) { return (size_t)1 << t->log_nodes; }

/// How many values the list has room for: the limit may be a lower number, which the length operator has found.
static inline size_t dm_list_size(const dm_table *t) {
  enum { LIMIT_IS_NO_SIZE = 1 << 7 };
  if (!(t->flags & LIMIT_IS_NO_SIZE) || (t->limit & (t->limit - 1)) == 0) return t->limit;
  return (size_t)1 << (32 - __builtin_clz(t->limit));
}

/// The key of a node that holds a pair; 0: it holds none.
static inline int dm_key_of(const dm_node *node, dm_value *key) {
  if ((node->type & DM_TYPE_BITS) == LUA_TNIL) return 0;
  key->integer = node->key_bits;
  key->type = node->key_type;
  return 1;
}

// MARK: - Threads and calls

/// A call under way: its arguments and other values lie behind the function; there is room up to `end`.
typedef struct dm_frame {
  const dm_value *function, *end;
  const struct dm_frame *caller, *inner;  // of a thread's own, which is no call, `caller` is NULL; `inner` may be over
  const uint32_t *code;  // of a Lua function, one further than the instruction to be executed
} dm_frame;

typedef struct {
  char header[16];
  const dm_value *top;
  const void *global;
  const dm_frame *frame;
  const dm_value *stack_end, *stack;
  char unused[120];
  uint32_t levels;    // C calls under way: in the low half, which Lua limits to 200; in the high half those that cannot yield
  int last_instruction, count;  // instructions from one tick of the count hook to the next
  int count_left;     // until the next
} dm_thread;

static inline dm_thread *dm_thread_of(lua_State *L) { return (dm_thread *)(void *)L; }

/// The value at an index above 0 where there is one.
static inline const dm_value *dm_value_at(lua_State *L, int index) {
  return dm_thread_of(L)->frame->function + index;
}

/// The value at an index above 0 if it is of that type, else NULL.
static inline const dm_value *dm_value_of_type(lua_State *L, int index, int type) {
  const dm_thread *thread = dm_thread_of(L);
  const dm_value *value = thread->frame->function + index;
  return index > 0 && value < thread->top && value->type == type ? value : NULL;
}

/// Whether a function of C has room for so many more values. Lua leaves it room for 20.
static inline int dm_has_room(lua_State *L, int values) {
  const dm_thread *thread = dm_thread_of(L);
  return thread->frame->end - thread->top > values;
}

/// Pushes a value that lies somewhere, where there is room for it.
static inline void dm_push_value(lua_State *L, const dm_value *value) {
  dm_thread *thread = dm_thread_of(L);
  dm_value *top = (dm_value *)(uintptr_t)thread->top++;
  top->integer = value->integer;
  top->type = value->type;
}

/// Instructions until the next tick. Each thread has a count of its own, so who runs next goes on with it.
static inline int *dm_instructions_left(lua_State *L) { return &dm_thread_of(L)->count_left; }

/// As lua_isyieldable.
static inline int dm_can_yield(lua_State *L) { return dm_thread_of(L)->levels >> 16 == 0; }

/// The C calls under way on a thread, of which Lua refuses more than 200. A thread that is closed begins with the count of who
/// closes it, as in Lua from 5.4.6 on: threads that close each other are no way around the limit.
static inline int dm_levels(lua_State *L) { return (int)(dm_thread_of(L)->levels & 0xFFFF); }
static inline void dm_set_levels(lua_State *L, int levels) {
  dm_thread_of(L)->levels = (dm_thread_of(L)->levels & 0xFFFF0000u) | (uint32_t)levels;
}

/// Goes on to the caller of what lua_getstack has found; 0: there is none. Lua itself counts up to each level from the
/// first, so that to ask it for one after the other takes the square of their number.
static inline int dm_to_caller(lua_Debug *at) {
  const dm_frame *caller = ((const dm_frame *)(const void *)at->i_ci)->caller;
  if (caller->caller == NULL) return 0;
  at->i_ci = (struct CallInfo *)(uintptr_t)caller;
  return 1;
}

// MARK: - Functions

/// A function: behind it lie the values of one of C, pointers to the upvalues of one of Lua.
typedef struct {
  const void *next;
  uint8_t kind, color, count;
  const void *gray, *code;
} dm_closure;

/// What a function of Lua executes.
typedef struct {
  char header[24];
  int instruction_count;
  char unused[36];
  const uint32_t *instructions;
} dm_code;

/// The upvalues of the running function of C.
static inline dm_value *dm_upvalues(lua_State *L) {
  dm_closure *closure = (dm_closure *)(uintptr_t)dm_thread_of(L)->frame->function->object;
  return (dm_value *)(void *)(closure + 1);
}

/// The instruction that a count hook was called before, and its operands.
typedef struct {
  unsigned opcode, a, b, c;
} dm_instruction;

enum { DM_EQUAL = 57, DM_LESS = 58, DM_LESS_OR_EQUAL = 59 };  // opcodes

static inline dm_instruction dm_instruction_at(const lua_Debug *event) {
  uint32_t bits = ((const dm_frame *)(const void *)event->i_ci)->code[-1];
  return (dm_instruction){bits & 127, bits >> 7 & 255, bits >> 16 & 255, bits >> 24};
}

// MARK: - Objects

/// The block that an object's memory was asked for as; NULL: the value is none.
static inline const void *dm_block_of(const dm_value *value) {
  if (!(value->type & DM_COLLECTABLE)) return NULL;
  int before = (value->type & DM_TYPE_BITS) == LUA_TTHREAD ? LUA_EXTRASPACE : 0;
  return (const char *)value->object - before;
}

/// Puts the seed of Lua's string hashes, which Debian's Lua takes from time and addresses, to a constant: where global_State
/// lies in the first block of a state, known by the allocator in it, before any string is hashed.
void dm_fix_seed(char *block, size_t size, lua_Alloc allocator);
enum { DM_FIRST_BLOCK = 4096 };  // more than Lua's first, which holds lua_State and global_State

/// Why this Lua is not understood; NULL: it is. For a state that serves for nothing else.
const char *dm_check_layout(lua_State *L);
