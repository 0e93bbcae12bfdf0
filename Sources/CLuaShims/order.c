// The order in which scripts see a table's keys: 1...n, where n is the largest with all of 1...n present; other numbers by
// value; strings by bytes; false, true; then objects by creation.
//
// Keys are copied into a list of Lua's, which holds them, and sorted there. A table with weak keys or values can lose entries
// whenever anything is allocated: so the list is made first, and what is in the table is read afterwards.
#include "CSystem.h"
#include "values.h"

#include <math.h>

// MARK: - Two keys

typedef enum { NUMBERS, STRINGS, FALSE_KEY, TRUE_KEY, OBJECTS } rank;

static rank rank_of(const dm_value *key) {
  switch (key->type & DM_TYPE_BITS) {
    case LUA_TNUMBER: return NUMBERS;
    case LUA_TSTRING: return STRINGS;
    case LUA_TBOOLEAN: return key->type == DM_TRUE_TYPE ? TRUE_KEY : FALSE_KEY;
    default: return OBJECTS;
  }
}

// Whether a number is below another: exactly, where Lua would have to round an integer.
static int is_below(const dm_value *left, const dm_value *right) {
  int is_left_integer = left->type == DM_INTEGER_TYPE, is_right_integer = right->type == DM_INTEGER_TYPE;
  if (is_left_integer && is_right_integer) return left->integer < right->integer;
  if (is_left_integer) {
    if (right->number >= 0x1p63) return 1;
    return right->number > -0x1p63 && left->integer < (int64_t)ceil(right->number);
  }
  if (is_right_integer) {
    if (left->number < -0x1p63) return 1;
    return left->number < 0x1p63 && (int64_t)floor(left->number) < right->integer;
  }
  return left->number < right->number;
}

static int compare_strings(const dm_string *left, const dm_string *right) {
  size_t length = dm_length_of(left), other = dm_length_of(right);
  int order = memcmp(left->bytes, right->bytes, length < other ? length : other);
  return order != 0 ? order : (length > other) - (length < other);
}

static uint64_t serial_of(const dm_value *object) {
  const void *block = dm_block_of(object);
  return block != NULL ? dm_serial_of_block(block) : 0;
}

int dm_compare_keys(const dm_value *left, const dm_value *right) {
  rank rank = rank_of(left), other = rank_of(right);
  if (rank != other) return rank < other ? -1 : 1;
  switch (rank) {
    case NUMBERS: return is_below(right, left) - is_below(left, right);
    case STRINGS: return left->object == right->object ? 0 : compare_strings(left->object, right->object);
    case OBJECTS: return (serial_of(left) > serial_of(right)) - (serial_of(left) < serial_of(right));
    default: return 0;
  }
}

static int compare(const void *left, const void *right, void *context) {
  (void)context;
  return dm_compare_keys(left, right);
}

// MARK: - The keys of a table

// The largest n with all of 1...n in the table, where 1...known count as there. Allocates nothing.
static int64_t run_of(lua_State *L, int index, size_t known) {
  const dm_table *t = dm_table_at(L, index);
  size_t listed = dm_list_size(t), n = known;
  while (n < listed && !dm_is_nil(&t->list[n])) n++;
  if (n < listed) return (int64_t)n;
  while (lua_rawgeti(L, index, (lua_Integer)n + 1) != LUA_TNIL) {
    lua_pop(L, 1);
    n++;
  }
  lua_pop(L, 1);
  return (int64_t)n;
}

// A walk through the places of a table: those of its list from n on, then its nodes. 0: there is no other key.
static int next_key(const dm_table *t, int64_t n, size_t *place, dm_value *key) {
  size_t listed = dm_list_size(t), places = listed + dm_node_count(t);
  while (*place < places) {
    size_t here = (*place)++;
    if (here >= listed) {
      if (dm_key_of(&t->nodes[here - listed], key) && !dm_is_in_run(key, n)) return 1;
    } else if ((int64_t)here >= n && !dm_is_nil(&t->list[here])) {
      *key = (dm_value){.integer = (int64_t)here + 1, .type = DM_INTEGER_TYPE};
      return 1;
    }
  }
  return 0;
}

static size_t first_place(const dm_table *t, int64_t n) {
  size_t listed = dm_list_size(t);
  return (size_t)n < listed ? (size_t)n : listed;
}

int64_t dm_sorted_keys(lua_State *L, int index, int known, int64_t *count) {
  enum { KEY_COST = 9 };
  const dm_table *t = dm_table_at(L, index);
  int64_t n = run_of(L, index, (size_t)known);
  size_t first = first_place(t, n), most = 0, found = 0;
  dm_value key;
  for (size_t place = first; next_key(t, n, &place, &key);) most++;
  dm_charge(dm_of(L), n + (int64_t)most * KEY_COST + dm_cost_of_places(t));
  if (most == 0) {
    lua_pushnil(L);
  } else {
    lua_createtable(L, (int)most, 0);
    dm_value *list = dm_table_at(L, -1)->list;
    for (size_t place = first; found < most && next_key(t, n, &place, &key);) list[found++] = key;
    sys_sort(list, found, sizeof *list, compare, NULL);
  }
  *count = (int64_t)found;
  return n;
}

void dm_push_first_key(lua_State *L, int index) {
  enum { LOOK_COST = 2 };
  const dm_table *t = dm_table_at(L, index);
  dm_value key, first = {.type = LUA_TNIL};
  int64_t looks = 0;
  for (size_t place = 0; next_key(t, 0, &place, &key); looks++) {
    if (looks == 0 || dm_compare_keys(&key, &first) < 0) first = key;
  }
  dm_push_value(L, &first);
  dm_charge(dm_of(L), LOOK_COST * looks + dm_cost_of_places(t));
}
