// The table library: Lua's own functions, charged by the elements that they go over. Only sort is not Lua's: that picks its
// pivots by the clock.
#include "library.h"

#include <limits.h>

enum { ELEMENTS_AN_INSTRUCTION = 4, BATCH = 512 };

static lua_Integer length_of(lua_State *L, int index) { return lua_istable(L, index) ? (lua_Integer)lua_rawlen(L, index) : 0; }

// Charges for elements first...last, if there are any.
static void spend_elements(lua_State *L, lua_Integer first, lua_Integer last) {
  if (first <= last) dm_spend(L, (int64_t)(((lua_Unsigned)last - (lua_Unsigned)first) / ELEMENTS_AN_INSTRUCTION));
}

// MARK: - Lua's own

// Those behind a place move, if there is one among the arguments.
static void spend_shift(lua_State *L, int arguments) {
  lua_Integer position = lua_tointeger(L, 2);
  if (lua_gettop(L) == arguments && position >= 1) spend_elements(L, position, length_of(L, 1));
}

static int table_insert(lua_State *L) {
  spend_shift(L, 3);
  return dm_own(L);
}

static int table_remove(lua_State *L) {
  spend_shift(L, 2);
  return dm_own(L);
}

static int table_move(lua_State *L) {
  int are_integers, is_integer;
  lua_Integer first = lua_tointegerx(L, 2, &are_integers), last = lua_tointegerx(L, 3, &is_integer);
  lua_Integer to = lua_tointegerx(L, 4, &is_integer);
  if (!are_integers || !is_integer || last < first || !lua_istable(L, 1)) return dm_own(L);
  if (first <= 0 && last >= LUA_MAXINTEGER + first) return dm_own(L);  // too many, which it says
  if (to > LUA_MAXINTEGER - (last - first)) return dm_own(L);          // too far
  spend_elements(L, first, last);
  return dm_own(L);
}

// What lies beyond its length is nil, and ends it.
static int table_concat(lua_State *L) {
  lua_Integer length = length_of(L, 1), first = luaL_opt(L, lua_tointeger, 3, 1), last = luaL_opt(L, lua_tointeger, 4, length);
  spend_elements(L, first > 1 ? first : 1, last < length ? last : length);
  return dm_own(L);
}

static int table_pack(lua_State *L) {
  spend_elements(L, 1, lua_gettop(L));
  return dm_own(L);
}

static int table_unpack(lua_State *L) {
  int results = dm_own(L);
  spend_elements(L, 1, results);
  return results;
}

// MARK: - sort: a stable merge

enum { COMPARATOR = 2, ONE_LIST = 3, OTHER_LIST = 4, LEFT = 5, RIGHT = 6 };  // places on the stack

static inline void turn(lua_State *L, lua_Integer i) {
  if ((i & (BATCH - 1)) == BATCH - 1) dm_spend(L, BATCH * 4);
}

// Whether the right one of the two values must come before the left.
static int is_right_first(lua_State *L) {
  if (lua_isnil(L, COMPARATOR)) {
    int64_t cost = dm_cost_of_order(L, LEFT, RIGHT);
    if (cost > 0) dm_spend(L, cost);
    return lua_compare(L, RIGHT, LEFT, LUA_OPLT);
  }
  lua_pushvalue(L, COMPARATOR);
  lua_pushvalue(L, RIGHT);
  lua_pushvalue(L, LEFT);
  lua_call(L, 2, 1);
  int answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

// A sorted stretch of a list: what is left of it. Its first value lies at a place of its own on the stack.
typedef struct {
  lua_Integer next, end;
  int place;
} run;

static void look_at_next(lua_State *L, int list, const run *run) {
  if (run->next == run->end) return;
  lua_rawgeti(L, list, run->next);
  lua_replace(L, run->place);
}

// Merges the stretches [low, middle) and [middle, high) of one list into the other.
static void merge(lua_State *L, int from, int to, lua_Integer low, lua_Integer middle, lua_Integer high) {
  run left = {low, middle, LEFT}, right = {middle, high, RIGHT};
  look_at_next(L, from, &left);
  look_at_next(L, from, &right);
  for (lua_Integer i = low; i < high; i++) {
    turn(L, i);
    int takes_right = left.next == left.end || (right.next < right.end && is_right_first(L));
    run *taken = takes_right ? &right : &left;
    lua_pushvalue(L, taken->place);
    lua_rawseti(L, to, i);
    taken->next++;
    look_at_next(L, from, taken);
  }
}

// Reads the list to be sorted; how many values there are to compare: where they compare by themselves a nil ends it.
static lua_Integer read_list(lua_State *L, lua_Integer count) {
  for (lua_Integer i = 1; i <= count; i++) {
    turn(L, i);
    int is_nil = lua_geti(L, 1, i) == LUA_TNIL;
    lua_rawseti(L, ONE_LIST, i);
    if (is_nil && lua_isnil(L, COMPARATOR)) return i > 1 ? i : 2;
  }
  return count;
}

// Whether the value at 1 can be read and written as a table.
static int passes_for_table(lua_State *L) {
  static const char *const needed[] = {"__index", "__newindex", "__len"};
  if (lua_type(L, 1) == LUA_TTABLE) return 1;
  for (int i = 0; i < 3; i++) {
    if (luaL_getmetafield(L, 1, needed[i]) == LUA_TNIL) return 0;
    lua_pop(L, 1);
  }
  return 1;
}

static int table_sort(lua_State *L) {
  if (!passes_for_table(L)) luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer count = luaL_len(L, 1);
  if (count < 2) return 0;
  luaL_argcheck(L, count < INT_MAX, 1, "array too big");
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, COMPARATOR);
  int room = (int)(count < 65536 ? count : 65536);
  lua_createtable(L, room, 0);
  lua_createtable(L, room, 0);
  lua_settop(L, RIGHT);
  lua_Integer compared = read_list(L, count);
  int from = ONE_LIST, to = OTHER_LIST;
  for (lua_Integer width = 1; width < compared; width *= 2) {
    for (lua_Integer low = 1; low <= compared; low += 2 * width) {
      lua_Integer middle = low + width <= compared ? low + width : compared + 1;
      lua_Integer high = low + 2 * width <= compared ? low + 2 * width : compared + 1;
      merge(L, from, to, low, middle, high);
    }
    to = from;
    from = ONE_LIST + OTHER_LIST - to;
  }
  for (lua_Integer i = 1; i <= count; i++) {
    turn(L, i);
    lua_rawgeti(L, from, i);
    lua_seti(L, 1, i);
  }
  return 0;
}

static dm_function functions[] = {
  {"concat", table_concat}, {"insert", table_insert}, {"move", table_move}, {"pack", table_pack}, {"remove", table_remove},
  {"sort", table_sort}, {"unpack", table_unpack},
  {NULL},
};

void dm_learn_table(lua_State *L) { dm_find_own(L, functions); }

void dm_open_table(lua_State *L) {
  lua_createtable(L, 0, 8);
  dm_set_functions(L, functions);
}
