// The order in which scripts see a table's keys: 1...n, where n is the largest with all of 1...n present; other
// numbers by value; strings by bytes; false, true; then objects by creation.
//
// A table with weak keys or values can lose entries whenever anything is allocated. So nothing here believes a count
// that was made before an allocation, and a key is looked at only after a list or the stack holds it.
#include "CSystem.h"
#include "objects.h"
#include "order.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
  FEW = 48,            // keys up to here are sorted by insertion
  LISTED = 64,         // keys that a list has room for at first
  DEEPEST = 16,        // texts that agree in so many stretches of eight bytes are compared whole
  KEPT_SCRATCH = 64 << 10,
  KEY_COST = 8, BYTES_AN_INSTRUCTION = 32,
  AHEAD = 16,          // texts that are asked for before they are read
};

// MARK: - One key

// Numbers are ordered by the integer at or below them; a tie is between that integer and fractions above it, or beyond
// the integers' range.
static uint64_t order_of_number(lua_Number n) {
  if (n >= 0x1p63) return UINT64_MAX;
  if (n < -0x1p63) return 0;
  lua_Integer below = (lua_Integer)n;
  if ((lua_Number)below > n) below--;
  return (uint64_t)below ^ (uint64_t)1 << 63;
}

static inline uint64_t four_bytes(const char *bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
  return __builtin_bswap32(word);
}

// The eight bytes of a text after those skipped, as one number that orders alike; zeros stand for what is missing.
static inline uint64_t order_of_text(const dm_key_body *body, size_t skipped) {
  const char *bytes = body->bytes + skipped;
  size_t left = body->length > skipped ? body->length - skipped : 0;
  if (left >= 8) return four_bytes(bytes) << 32 | four_bytes(bytes + 4);
  if (left >= 4) return four_bytes(bytes) << 32 | four_bytes(bytes + left - 4) << (64 - 8 * left);
  uint64_t word = 0;
  for (size_t i = 0; i < left; i++) word |= (uint64_t)(unsigned char)bytes[i] << (56 - 8 * i);
  return word;
}

void dm_read_key(lua_State *L, int index, dm_key *key, dm_key_body *body) {
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key->rank = DM_NUMBER_KEY;
      body->length = (size_t)lua_isinteger(L, index);
      if (body->length) {
        body->integer = lua_tointeger(L, index);
        key->order = (uint64_t)body->integer ^ (uint64_t)1 << 63;
      } else {
        body->number = lua_tonumber(L, index);
        key->order = order_of_number(body->number);
      }
      break;
    case LUA_TSTRING:
      key->rank = DM_TEXT_KEY;
      body->bytes = lua_tolstring(L, index, &body->length);
      key->order = order_of_text(body, 0);
      break;
    case LUA_TBOOLEAN:
      key->rank = lua_toboolean(L, index) ? DM_TRUE_KEY : DM_FALSE_KEY;
      key->order = 0;
      break;
    default:
      key->rank = DM_OBJECT_KEY;
      key->order = dm_serial(L, index);
      break;
  }
}

static int is_text_before(const dm_key_body *a, const dm_key_body *b) {
  int order = memcmp(a->bytes, b->bytes, a->length < b->length ? a->length : b->length);
  return order != 0 ? order < 0 : a->length < b->length;
}

// Two numbers of equal order: of the integer and fractions above it the integer is first, and fractions follow by
// value; but below the range of integers a float comes before the least of them.
static int is_number_before(const dm_key_body *a, const dm_key_body *b) {
  if (a->length && b->length) return a->integer < b->integer;
  if (a->length) return b->number >= -0x1p63;
  if (b->length) return a->number < -0x1p63;
  return a->number < b->number;
}

static inline int is_before(const dm_key *a, const dm_key *b, const dm_key_body *bodies) {
  if (a->rank != b->rank) return a->rank < b->rank;
  if (a->order != b->order) return a->order < b->order;
  if (a->rank == DM_TEXT_KEY) return is_text_before(&bodies[a->at], &bodies[b->at]);
  return a->rank == DM_NUMBER_KEY && is_number_before(&bodies[a->at], &bodies[b->at]);
}

int dm_key_precedes(lua_State *L, int a, int b) {
  dm_key keys[2] = {{.at = 0}, {.at = 1}};
  dm_key_body bodies[2];
  dm_read_key(L, a, &keys[0], &bodies[0]);
  dm_read_key(L, b, &keys[1], &bodies[1]);
  return is_before(&keys[0], &keys[1], bodies);
}

// MARK: - Sorting

static void insert_each(dm_key *keys, const dm_key_body *bodies, size_t count) {
  for (size_t i = 1; i < count; i++) {
    dm_key moving = keys[i];
    size_t place = i;
    for (; place > 0 && is_before(&moving, &keys[place - 1], bodies); place--) keys[place] = keys[place - 1];
    keys[place] = moving;
  }
}

static int compare(const void *left, const void *right, void *bodies) {
  return is_before(left, right, bodies) ? -1 : is_before(right, left, bodies);
}

// By one byte of each key, and as they were where that is the same.
static void scatter(const dm_key *from, dm_key *to, size_t count, size_t byte) {
  uint32_t places[256] = {0}, sum = 0;
  const unsigned char *digit = (const unsigned char *)from + byte;
  for (size_t i = 0; i < count; i++) places[digit[i * sizeof *from]]++;
  for (int value = 0; value < 256; value++) {
    uint32_t here = places[value];
    places[value] = sum;
    sum += here;
  }
  for (size_t i = 0; i < count; i++) to[places[digit[i * sizeof *from]]++] = from[i];
}

// By order, byte for byte from the lowest, then by rank; bytes in which all agree are passed over. 0 when nothing differs.
static int sort_by_order(dm_key *keys, size_t count, dm_key *spare) {
  uint64_t differing = 0;
  uint32_t ranks = 0;
  for (size_t i = 1; i < count; i++) {
    differing |= keys[i].order ^ keys[0].order;
    ranks |= keys[i].rank ^ keys[0].rank;
  }
  dm_key *from = keys, *to = spare;
  for (size_t byte = 0; byte <= sizeof differing; byte++) {  // the lowest has the lowest address
    int is_rank = byte == sizeof differing;
    if (is_rank ? ranks == 0 : (differing >> 8 * byte & 255) == 0) continue;
    scatter(from, to, count, is_rank ? offsetof(dm_key, rank) : offsetof(dm_key, order) + byte);
    dm_key *filled = to;
    to = from;
    from = filled;
  }
  if (from != keys) memcpy(keys, from, count * sizeof *keys);
  return differing != 0 || ranks != 0;
}

// Orders texts by eight bytes behind those in which all of them agree; what is no text is left alone.
static void look_past_common_start(dm_key *keys, const dm_key_body *bodies, size_t count) {
  const dm_key_body *first = NULL;
  size_t common = 0;
  for (size_t i = 0; i < count; i++) {
    if (keys[i].rank != DM_TEXT_KEY) continue;
    const dm_key_body *body = &bodies[keys[i].at];
    if (first == NULL) {
      first = body;
      common = body->length;
      continue;
    }
    if (body->length < common) common = body->length;
    if (memcmp(first->bytes, body->bytes, common) == 0) continue;
    size_t agreed = 0;
    while (first->bytes[agreed] == body->bytes[agreed]) agreed++;
    common = agreed;
  }
  if (common == 0) return;
  for (size_t i = 0; i < count; i++) {
    if (keys[i].rank == DM_TEXT_KEY) keys[i].order = order_of_text(&bodies[keys[i].at], common);
  }
}

static void sort(dm_key *keys, const dm_key_body *bodies, size_t count, dm_key *spare, int depth) {
  if (count <= FEW) {
    insert_each(keys, bodies, count);
    return;
  }
  if (depth >= DEEPEST) {
    sys_sort(keys, count, sizeof *keys, compare, (void *)bodies);  // keys differ, so any sort gives this order
    return;
  }
  if (depth > 0 || !sort_by_order(keys, count, spare)) {
    look_past_common_start(keys, bodies, count);
    sort_by_order(keys, count, spare);
  }
  for (size_t start = 0, end; start < count; start = end) {
    for (end = start + 1; end < count; end++) {
      if (keys[end].order != keys[start].order || keys[end].rank != keys[start].rank) break;
    }
    if (end - start < 2) continue;
    int next_depth = keys[start].rank == DM_TEXT_KEY ? depth + 1 : DEEPEST;
    sort(keys + start, bodies, end - start, spare + start, next_depth);
  }
}

void dm_sort_keys(dm_key *keys, const dm_key_body *bodies, size_t count, dm_key *spare) {
  sort(keys, bodies, count, spare, 0);
}

// MARK: - The keys of a table

lua_Integer dm_run_of(lua_State *L, int table, lua_Integer known) {
  while (lua_rawgeti(L, table, known + 1) != LUA_TNIL) {
    lua_pop(L, 1);
    known++;
  }
  lua_pop(L, 1);
  return known;
}

int dm_is_in_run(lua_State *L, int index, lua_Integer n) {
  if (n == 0 || !lua_isinteger(L, index)) return 0;
  lua_Integer key = lua_tointeger(L, index);
  return key >= 1 && key <= n;
}

// Room for `capacity` keys, as many spare, and their bodies, of which `used` are kept.
typedef struct {
  dm_key *keys, *spare;
  dm_key_body *bodies;
  size_t capacity;
} room;

enum { ROOM_FOR_ONE = 2 * sizeof(dm_key) + sizeof(dm_key_body) };

uint32_t *dm_room_beside_keys(const dm_process *P) {
  dm_key *keys = P->scratch;
  return (uint32_t *)(void *)(keys + P->scratch_bytes / ROOM_FOR_ONE);
}

static room room_for(dm_process *P, size_t capacity, size_t used) {
  size_t each = ROOM_FOR_ONE;
  if (capacity * each < KEPT_SCRATCH) capacity = KEPT_SCRATCH / each;
  if (capacity * each > P->scratch_bytes || used == 0) {
    size_t old = P->scratch_bytes / each;
    char *block = P->scratch_bytes == capacity * each ? P->scratch : realloc(P->scratch, capacity * each);
    if (block == NULL) abort();
    if (used > 0) {  // the bodies lie behind the keys, which take more room now
      size_t keys = 2 * sizeof(dm_key);
      memmove(block + capacity * keys, block + old * keys, used * sizeof(dm_key_body));
    }
    P->scratch = block;
    P->scratch_bytes = capacity * each;
  }
  dm_key *keys = P->scratch;
  return (room){keys, keys + capacity, (dm_key_body *)(keys + 2 * capacity), capacity};
}

// Asks for the memory of the text that is the next key among the nodes of a table, from `*at` on: those of a large table
// lie all over memory, and to read one after the other would be to wait for each.
static inline void ask_for_text(const table *t, size_t *at) {
  size_t nodes = count_of_nodes(t);
  while (*at < nodes && is_empty(&t->nodes[*at])) ++*at;
  if (*at == nodes) return;
  const node *n = &t->nodes[(*at)++];
  if (has_text_as_key(n)) __builtin_prefetch(((const text *)n->key)->bytes);
}

// Lists the keys that are not met as 1, 2, 3... and reads each, in one walk. Returns their number; `met` is that of the
// others. The list may grow, and a collection then take entries from the table: what is listed already stays.
static size_t list_keys(lua_State *L, int table, room *room, lua_Integer *met) {
  dm_process *P = dm_of(L);
  lua_createtable(L, LISTED, 0);
  int list = lua_gettop(L);
  size_t count = 0;
  *met = 0;
  size_t ahead = 0;
  for (int i = 0; i < AHEAD; i++) ask_for_text(lua_topointer(L, table), &ahead);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (count == 0 && lua_isinteger(L, -2) && lua_tointeger(L, -2) == *met + 1) {
      lua_pop(L, 1);
      ++*met;
      continue;
    }
    if (dm_is_hidden(L, -2)) {
      lua_pop(L, 1);
      continue;
    }
    lua_copy(L, -2, -1);
    lua_rawseti(L, list, (lua_Integer)count + 1);
    ask_for_text(lua_topointer(L, table), &ahead);
    if (count == room->capacity) *room = room_for(P, 2 * count, count);
    room->keys[count].at = (uint32_t)count;
    dm_read_key(L, -1, &room->keys[count], &room->bodies[count]);
    count++;
  }
  return count;
}

lua_Integer dm_gather_keys(lua_State *L, int table, dm_key **keys, size_t *count) {
  dm_process *P = dm_of(L);
  room room = room_for(P, 0, 0);
  lua_Integer met;
  size_t listed = list_keys(L, table, &room, &met), kept = 0, bytes = 0;
  lua_Integer n = dm_run_of(L, table, met);
  for (size_t i = 0; i < listed; i++) {
    dm_key key = room.keys[i];
    const dm_key_body *body = &room.bodies[i];
    if (key.rank == DM_NUMBER_KEY && body->length && body->integer >= 1 && body->integer <= n) continue;
    if (key.rank == DM_TEXT_KEY) bytes += body->length;
    room.keys[kept++] = key;
  }
  P->metered += n + (int64_t)(listed * (KEY_COST + 1) + bytes / BYTES_AN_INSTRUCTION);
  P->metered += dm_cost_of_empty_slots(L, table, n + (int64_t)listed);
  if (kept == 0) {
    lua_pushnil(L);
    lua_replace(L, -2);
  }
  dm_sort_keys(room.keys, room.bodies, kept, room.spare);
  *keys = room.keys;
  *count = kept;
  return n;
}

int64_t dm_sorted_keys(lua_State *L, int table, int64_t *count) {
  dm_key *keys = NULL;
  size_t found;
  lua_Integer n = dm_gather_keys(L, table, &keys, &found);
  *count = (int64_t)found;
  if (found == 0) return n;
  lua_createtable(L, (int)found, 0);
  for (size_t i = 0; i < found; i++) {
    lua_rawgeti(L, -2, (lua_Integer)keys[i].at + 1);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_replace(L, -2);
  return n;
}
