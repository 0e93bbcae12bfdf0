// Tables with weak keys. Lua keeps a value in such a table only while its key lives. To find out which do, its collector
// goes through all these tables again and again until nothing new turns up: where keys hang on each other from entry to
// entry, nearly once for each, 100 s for 60,000 entries, in one step that nothing can interrupt. So it is found out here
// before, going through each table once: all that can be reached is found as Lua would find it, an entry waits for its
// key, and those that have waited in vain are emptied. After that nothing in these tables is weak, so for this one
// collection their metatables say so, by the mark that Lua itself puts there where `__mode` is missing.
#include "objects.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_PLACES = 128 };  // in all tables with weak keys: Lua can go through them as often as it likes

// Where global_State has the first of all objects, and the metatables of types; found out when the first state is made.
static int objects_distance, metatables_distance;

static void *pointer_at(const void *base, int distance) {
  void *pointer;
  memcpy(&pointer, (const char *)base + distance, sizeof pointer);
  return pointer;
}

static const void *global_of(const dm_process *P) { return dm_thread_of(P->main)->global; }

static const object *first_object(const dm_process *P) {
  return pointer_at(global_of(P), __atomic_load_n(&objects_distance, __ATOMIC_RELAXED));
}

// MARK: - What is weak

typedef enum { STRONG, WEAK_KEYS, WEAK_VALUES, WEAK_BOTH } weakness;

// As Lua asks: what its metatable has under `__mode`. `steps`: the keys that were in the way.
static weakness weakness_of(const dm_process *P, const table *t, int64_t *steps) {
  const table *meta = t->metatable;
  if (meta == NULL || meta->absent & NO_MODE) return STRONG;
  const text *key = P->mode_key;
  const node *n = &meta->nodes[key->hash & (count_of_nodes(meta) - 1)];
  while (n->key_type != (SHORT_TEXT | COLLECTABLE) || n->key != key) {
    if (n->next == 0) return STRONG;
    n += n->next;
    *steps += 1;
  }
  if ((n->type & TYPE) != LUA_TSTRING) return STRONG;
  const char *mode = ((const text *)n->object)->bytes;
  int keys = strchr(mode, 'k') != NULL, values = strchr(mode, 'v') != NULL;
  return keys ? (values ? WEAK_BOTH : WEAK_KEYS) : (values ? WEAK_VALUES : STRONG);
}

// While it makes a stack larger, a Lua newer than 5.4.4 has distances where addresses were. It collects nothing then.
static int is_moving(const thread *t) { return (uintptr_t)t->top < (uintptr_t)t->stack; }

// The places of all tables with weak keys; 0 also where nothing can be looked through now. To look for `__mode` among keys
// that collide with it is charged.
static size_t weak_places(dm_process *P) {
  enum { STEPS_AN_INSTRUCTION = 8, USUAL_STEPS = 8 };
  size_t places = 0;
  int64_t all_steps = 0;
  if (is_moving((const void *)P->main)) return 0;
  for (const object *o = first_object(P); o != NULL; o = o->next) {
    if (o->kind == THREAD && is_moving((const void *)o)) return 0;
    if (o->kind != TABLE) continue;
    const table *t = (const table *)(const void *)o;
    int64_t steps = 0;
    if (weakness_of(P, t, &steps) == WEAK_KEYS) places += size_of_list(t) + count_of_nodes(t);
    if (steps > USUAL_STEPS) all_steps += steps;
  }
  P->metered += all_steps / STEPS_AN_INSTRUCTION;
  return places;
}

// MARK: - The search

// A value that is reached as soon as its key is.
typedef struct {
  const void *key, *value;
  uint32_t next;  // with the same place; 0: none
} wait;

typedef struct {
  dm_process *process;
  const object **found;  // of which the first `done` have been looked into
  size_t count, capacity, done;
  table **weak;          // those of them with weak keys, of which the first `weak_done` have been gone through
  size_t weak_count, weak_capacity, weak_done;
  wait *waits;           // from 1 on
  uint32_t *places;
  size_t wait_count, wait_capacity;
  int shift;
} search;

static void *grown(void *elements, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return elements;
  *capacity = *capacity ? 2 * *capacity : 256;
  elements = realloc(elements, *capacity * size);
  if (elements == NULL) abort();
  return elements;
}

// What is found is marked by the highest bit of the number that lies in front of it, which is never so high.
static const uint64_t FOUND = (uint64_t)1 << 63;

static uint64_t *number_of(const object *o) {
  return (uint64_t *)(void *)((char *)(uintptr_t)o - (o->kind == THREAD ? LUA_EXTRASPACE : 0)) - 1;
}

static int is_found(const void *o) { return (*number_of(o) & FOUND) != 0; }

static void find(search *s, const void *o) {
  if (o == NULL || is_found(o)) return;
  *number_of(o) |= FOUND;
  s->found = grown(s->found, s->count, &s->capacity, sizeof *s->found);
  s->found[s->count++] = o;
}

static void find_value(search *s, const dm_value *value) {
  if (is_object(value->type)) find(s, value->object);
}

static void find_values(search *s, const void *values, size_t count) {
  for (size_t i = 0; i < count; i++) find_value(s, (const dm_value *)values + i);
}

static uint32_t *place_of(const search *s, const void *key) {
  return &s->places[((uintptr_t)key >> 3) * 0x9E3779B97F4A7C15u >> s->shift];
}

static void wait_for(search *s, const void *key, const void *value) {
  s->waits = grown(s->waits, s->wait_count + 1, &s->wait_capacity, sizeof *s->waits);
  uint32_t *place = place_of(s, key);
  s->waits[++s->wait_count] = (wait){key, value, *place};
  *place = (uint32_t)s->wait_count;
}

static void find_what_waits(search *s, const void *key) {
  if (s->wait_count == 0) return;
  for (uint32_t i = *place_of(s, key); i != 0; i = s->waits[i].next) {
    if (s->waits[i].key == key) find(s, s->waits[i].value);
  }
}

static void look_into_table(search *s, table *t) {
  int64_t steps = 0;
  weakness weak = weakness_of(s->process, t, &steps);
  find(s, t->metatable);
  if (weak == WEAK_KEYS) {
    s->weak = grown(s->weak, s->weak_count, &s->weak_capacity, sizeof *s->weak);
    s->weak[s->weak_count++] = t;
  }
  if (weak == WEAK_KEYS || weak == WEAK_BOTH) return;
  if (weak == STRONG) find_values(s, t->list, size_of_list(t));
  for (size_t i = 0; i < count_of_nodes(t); i++) {
    const node *n = &t->nodes[i];
    if (is_empty(n)) continue;
    if (is_object(n->key_type)) find(s, n->key);
    if (weak == STRONG && is_object(n->type)) find(s, n->object);
  }
}

static void look_into_thread(search *s, const thread *t) {
  if (t->stack == NULL) return;
  for (const dm_value *value = t->stack; value < t->top; value++) find_value(s, value);
  for (const upvalue *open = t->open; open != NULL; open = open->next_open) find_value(s, open->value);
}

static void look_into(search *s, const object *o) {
  const closure *function = (const void *)o;
  const upvalue *const *upvalues = (const void *)(function + 1);
  const userdata *data = (const void *)o;
  switch (o->kind) {
    case TABLE: look_into_table(s, (table *)(uintptr_t)o); break;
    case THREAD: look_into_thread(s, (const void *)o); break;
    case LUA_FUNCTION:
      for (int i = 0; i < function->count; i++) {
        if (upvalues[i] != NULL) find_value(s, upvalues[i]->value);
      }
      break;
    case C_FUNCTION:
      find_values(s, function + 1, function->count);
      break;
    case USERDATA:
      find(s, data->metatable);
      find_values(s, data + 1, data->count);
      break;
    default: break;  // nothing else is a value
  }
}

static void go_through(search *s, const table *t) {
  find_values(s, t->list, size_of_list(t));
  for (size_t i = 0; i < count_of_nodes(t); i++) {
    const node *n = &t->nodes[i];
    if (is_empty(n) || !is_object(n->type) || is_found(n->object)) continue;
    if (is_object(n->key_type) && !is_found(n->key)) {
      wait_for(s, n->key, n->object);
    } else {
      find(s, n->object);
    }
  }
}

// From where Lua's collector begins.
static void find_all(search *s) {
  const dm_process *P = s->process;
  int types = __atomic_load_n(&metatables_distance, __ATOMIC_RELAXED);
  find(s, P->main);
  find(s, P->registry);
  for (int type = 0; type < LUA_NUMTYPES; type++) find(s, pointer_at(global_of(P), types + type * (int)sizeof(void *)));
  for (;;) {
    if (s->done < s->count) {
      const object *o = s->found[s->done++];
      find_what_waits(s, o);
      look_into(s, o);
    } else if (s->weak_done < s->weak_count) {
      go_through(s, s->weak[s->weak_done++]);
    } else {
      return;
    }
  }
}

// MARK: - Before and after a collection

static void empty_dead_entries(const table *t) {
  for (size_t i = 0; i < count_of_nodes(t); i++) {
    node *n = &t->nodes[i];
    if (!is_empty(n) && is_object(n->key_type) && !is_found(n->key)) n->type = DM_NO_VALUE_TYPE;
  }
}

void dm_settle_weak_keys(dm_process *P) {
  dm_restore_weak_keys(P);
  if (!P->has_metatables) return;
  size_t places = weak_places(P);
  if (places == 0 || (places < FEW_PLACES && !P->stressed)) return;
  search s = {.process = P, .shift = 64 - 8};
  while (s.shift > 64 - 31 && (size_t)1 << (64 - s.shift) < places) s.shift--;
  s.places = calloc((size_t)1 << (64 - s.shift), sizeof *s.places);
  if (s.places == NULL) abort();
  find_all(&s);
  for (size_t i = 0; i < s.weak_count; i++) {
    empty_dead_entries(s.weak[i]);
    s.weak[i]->metatable->absent |= NO_MODE;
  }
  for (size_t i = 0; i < s.count; i++) *number_of(s.found[i]) &= ~FOUND;
  P->hides_weak_keys = s.weak_count > 0;
  free(s.found);
  free(s.weak);
  free(s.waits);
  free(s.places);
}

// Lua looks again where the mark is missing.
void dm_restore_weak_keys(dm_process *P) {
  if (!P->hides_weak_keys) return;
  for (const object *o = first_object(P); o != NULL; o = o->next) {
    if (o->kind == TABLE) ((table *)(uintptr_t)o)->absent &= (unsigned char)~NO_MODE;
  }
  P->hides_weak_keys = 0;
}

void dm_open_weak_keys(lua_State *L) {
  dm_of(L)->mode_key = text_of(lua_pushliteral(L, "__mode"));  // which Lua keeps for ever
  lua_pop(L, 1);
}

// MARK: - What is assumed of Lua's inside

// Where global_State holds the pointer; 0: nowhere.
static int find_in_global(lua_State *L, const void *pointer) {
  enum { MOST_BYTES = 1200 };
  for (int at = 0; at < MOST_BYTES; at += (int)sizeof pointer) {
    if (pointer_at(dm_thread_of(L)->global, at) == pointer) return at;
  }
  return 0;
}

// A table becomes the metatable of texts, and stays it.
int dm_find_objects(lua_State *L) {
  lua_newtable(L);
  int objects = find_in_global(L, lua_topointer(L, -1));
  lua_newtable(L);
  if (objects == 0 || pointer_at(dm_thread_of(L)->global, objects) != lua_topointer(L, -1)) return 0;
  lua_pushliteral(L, "");
  lua_insert(L, -2);
  const void *metatable = lua_topointer(L, -1);
  lua_setmetatable(L, -2);
  int types = find_in_global(L, metatable) - LUA_TSTRING * (int)sizeof(void *);
  lua_settop(L, 0);
  if (types <= 0) return 0;
  __atomic_store_n(&objects_distance, objects, __ATOMIC_RELAXED);
  __atomic_store_n(&metatables_distance, types, __ATOMIC_RELAXED);
  return 1;
}
