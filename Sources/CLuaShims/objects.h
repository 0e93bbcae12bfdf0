// Objects as they lie in Lua's memory.
#pragma once
#include <stddef.h>

#include "state.h"

enum {
  TABLE = LUA_TTABLE, LUA_FUNCTION = LUA_TFUNCTION, C_FUNCTION = LUA_TFUNCTION | 2 << 4,
  USERDATA = LUA_TUSERDATA, THREAD = LUA_TTHREAD,
  TYPE = 0x0F, COLLECTABLE = 64, NO_MODE = 1 << 3, LIMIT_IS_NO_SIZE = 1 << 7,
};
enum { SHORT_TEXT = LUA_TSTRING, LONG_TEXT = LUA_TSTRING | 1 << 4 };

// All begin so.
typedef struct object {
  const struct object *next;
  unsigned char kind, color;
} object;

typedef struct text {
  const object *next;
  unsigned char kind, color, extra, short_length;
  uint32_t hash;  // of a short one
  const struct text *next_in_bucket;
  char bytes[];
} text;

typedef struct {
  union {
    int64_t bits;
    const void *object;
  };
  unsigned char type, key_type;
  int next;  // how many nodes further the next key is that belongs where this one does; 0: none is
  union {
    const void *key;
    int64_t integer_key;
    double float_key;
  };
} node;

typedef struct table {
  const object *next;
  unsigned char kind, color, absent, log_nodes;
  uint32_t limit;
  const dm_value *list;
  node *nodes, *last_free;
  struct table *metatable;
} table;

typedef struct {
  char header[16];
  const dm_value *value;
  const void *next_open;
} upvalue;

typedef struct {
  const object *next;
  unsigned char kind, color, count;
  const void *gray, *code;  // behind it of a Lua function pointers to upvalues, of a C function values
} closure;

typedef struct {
  const object *next;
  unsigned char kind, color;
  unsigned short count;
  size_t bytes;
  const table *metatable;
  const void *gray;  // and behind it values
} userdata;

typedef struct {
  char header[16];
  const dm_value *top;
  const void *global, *frame, *end;
  const dm_value *stack;
  const upvalue *open;
} thread;

static inline const text *text_of(const char *bytes) {
  return (const text *)(const void *)(bytes - offsetof(text, bytes));
}

static inline uint32_t size_of_list(const table *t) {
  uint32_t size = t->limit;
  if (!(t->absent & LIMIT_IS_NO_SIZE) || (size & (size - 1)) == 0) return size;
  return (uint32_t)1 << (32 - __builtin_clz(size));
}

static inline size_t count_of_nodes(const table *t) { return (size_t)1 << t->log_nodes; }

static inline int is_empty(const node *n) { return (n->type & TYPE) == LUA_TNIL; }

static inline int has_text_as_key(const node *n) {
  return n->key_type == (SHORT_TEXT | COLLECTABLE) || n->key_type == (LONG_TEXT | COLLECTABLE);
}

// Whether values of a type are objects. Texts lead nowhere, and as keys they are never weak: they do not count.
static inline int is_object(unsigned char type) { return (type & COLLECTABLE) != 0 && (type & TYPE) != LUA_TSTRING; }
