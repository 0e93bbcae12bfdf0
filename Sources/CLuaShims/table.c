// The table library. Lua's own functions do the work; here it is found out how long that will be, and charged. A length that
// a metamethod gives is asked for once, here, and handed on as a bound. Only sort is not Lua's: that picks its pivots by the
// clock.
#include "library.h"

#include <limits.h>

enum { ELEMENTS_AN_INSTRUCTION = 4, LINKS_AN_INSTRUCTION = 8, LONGEST_CHAIN = 2000, BATCH = 512 };
static const lua_Integer MOST_ELEMENTS = 1ll << 50;  // no product overflows

// How far an access may have to go from table to table, by such a metamethod, before it is answered.
static lua_Integer links(lua_State *L, int index, const char *metamethod) {
  lua_Integer count = 0;
  lua_pushvalue(L, index);
  while (count < LONGEST_CHAIN && luaL_getmetafield(L, -1, metamethod) != LUA_TNIL) {
    lua_replace(L, -2);
    count++;
    if (lua_type(L, -1) != LUA_TTABLE) break;
  }
  lua_pop(L, 1);
  return count;
}

// Charges for so many elements, of which each is read or written by way of metatables perhaps.
static void spend_elements(lua_State *L, lua_Integer count, lua_Integer links) {
  if (count <= 0) return;
  dm_process *P = dm_of(L);
  if (count > MOST_ELEMENTS) count = MOST_ELEMENTS;
  int64_t cost = count / ELEMENTS_AN_INSTRUCTION + count * links / LINKS_AN_INSTRUCTION;
  int64_t left = P->limit_end - P->metered;  // what goes beyond is never worked
  dm_spend(L, cost < left || left < 0 ? cost : left);
}

// Most tables: their length is what it is, and nothing but the table is asked.
static int is_plain(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) return 0;
  if (!lua_getmetatable(L, index)) return 1;
  lua_pop(L, 1);
  return 0;
}

// Whether Lua's own takes the value at 1 for a table that has all of these. If not, it says so before it does anything.
static int passes_for_table(lua_State *L, const char *const metamethods[]) {
  if (lua_type(L, 1) == LUA_TTABLE) return 1;
  for (; *metamethods != NULL; metamethods++) {
    if (luaL_getmetafield(L, 1, *metamethods) == LUA_TNIL) return 0;
    lua_pop(L, 1);
  }
  return 1;
}

static const char *const to_change[] = {"__index", "__newindex", "__len", NULL};
static const char *const to_read[] = {"__index", "__len", NULL};

// MARK: - insert, remove, move

// t[to...] = t[first...last], by Lua's own move, which is upvalue 2.
static void shift(lua_State *L, lua_Integer first, lua_Integer last, lua_Integer to) {
  if (first > last) return;
  lua_Integer most = links(L, 1, "__index") + links(L, 1, "__newindex");
  spend_elements(L, last - first + 1, most);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_pushvalue(L, 1);
  lua_pushinteger(L, first);
  lua_pushinteger(L, last);
  lua_pushinteger(L, to);
  lua_call(L, 4, 0);
}

static int table_insert(lua_State *L) {
  if (lua_gettop(L) != 3) return dm_own(L);  // at the end, or an error
  dm_spend_numeral(L, 2);
  if (is_plain(L, 1)) {
    lua_Integer position = lua_tointeger(L, 2), length = (lua_Integer)lua_rawlen(L, 1);
    if (position >= 1) spend_elements(L, length - position, 0);
    return dm_own(L);
  }
  if (!passes_for_table(L, to_change)) return dm_own(L);
  lua_Integer length = luaL_len(L, 1), position = luaL_checkinteger(L, 2);
  luaL_argcheck(L, (lua_Unsigned)position - 1 < (lua_Unsigned)length + 1, 2, "position out of bounds");
  shift(L, position, length, position + 1);
  lua_seti(L, 1, position);
  return 0;
}

static int table_remove(lua_State *L) {
  dm_spend_numeral(L, 2);
  if (is_plain(L, 1)) {
    lua_Integer position = lua_tointeger(L, 2), length = (lua_Integer)lua_rawlen(L, 1);
    if (position >= 1) spend_elements(L, length - position, 0);
    return dm_own(L);
  }
  if (lua_isnoneornil(L, 2) || !passes_for_table(L, to_change)) return dm_own(L);
  lua_Integer length = luaL_len(L, 1), position = luaL_checkinteger(L, 2);
  int is_within = position == length || (lua_Unsigned)position - 1 <= (lua_Unsigned)length;
  luaL_argcheck(L, is_within, 1, "position out of bounds");
  lua_geti(L, 1, position);
  if (position < length) shift(L, position + 1, length, position);
  lua_pushnil(L);
  lua_seti(L, 1, position < length ? length : position);
  return 1;
}

static int table_move(lua_State *L) {
  for (int i = 2; i <= 4; i++) dm_spend_numeral(L, i);
  int are_integers, is_integer;
  lua_Integer first = lua_tointegerx(L, 2, &are_integers);
  lua_Integer last = lua_tointegerx(L, 3, &is_integer);
  are_integers &= is_integer;
  lua_Integer to = lua_tointegerx(L, 4, &is_integer);
  if (!are_integers || !is_integer || last < first) return dm_own(L);
  if (first <= 0 && last >= LUA_MAXINTEGER + first) return dm_own(L);  // too many
  lua_Integer count = last - first + 1;
  if (to > LUA_MAXINTEGER - count + 1) return dm_own(L);               // too far
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  lua_Integer reading = links(L, 1, "__index"), writing = links(L, target, "__newindex");
  int can_read = lua_istable(L, 1) || reading > 0, can_write = lua_istable(L, target) || writing > 0;
  if (can_read && can_write) spend_elements(L, count, reading + writing);
  return dm_own(L);
}

// MARK: - Lists as texts and as values

// Copies t[first...last] to the same places of a new list, on top: as far as there are texts, and one value beyond.
static void copy_texts(lua_State *L, lua_Integer first, lua_Integer last) {
  lua_Integer each = links(L, 1, "__index");
  lua_newtable(L);
  int copy = lua_gettop(L);
  for (lua_Integer i = first; i <= last; i++) {
    spend_elements(L, ELEMENTS_AN_INSTRUCTION, each);
    lua_geti(L, 1, i);
    dm_spend(L, dm_cost_of_written(L, -1));
    int is_text = lua_isstring(L, -1);
    lua_rawseti(L, copy, i);
    if (!is_text || i == last) break;
  }
}

static int table_concat(lua_State *L) {
  for (int i = 3; i <= 4; i++) dm_spend_numeral(L, i);
  if (is_plain(L, 1)) {
    lua_Integer first = luaL_opt(L, lua_tointeger, 3, 1), length = (lua_Integer)lua_rawlen(L, 1);
    lua_Integer last = luaL_opt(L, lua_tointeger, 4, length);
    lua_Integer most = (lua_Integer)(dm_of(L)->arena.used / sizeof(double));  // the others are nil, and end it
    int is_short = (lua_Unsigned)last - (lua_Unsigned)first < (lua_Unsigned)most;
    if (first <= last) spend_elements(L, is_short ? last - first + 1 : most, 0);
    dm_spend(L, dm_cost_of_numbers(L, 1, first, last));
    return dm_own(L);
  }
  if (!passes_for_table(L, to_read)) return dm_own(L);
  lua_Integer length = luaL_len(L, 1);
  luaL_optstring(L, 2, "");
  lua_Integer first = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, length);
  lua_settop(L, 2);
  copy_texts(L, first, last);
  lua_replace(L, 1);
  lua_pushinteger(L, first);
  lua_pushinteger(L, last);
  return dm_own(L);
}

static int table_pack(lua_State *L) {
  dm_take_list(L);
  spend_elements(L, lua_gettop(L), 0);
  return dm_own(L);
}

static int table_unpack(lua_State *L) {
  for (int i = 2; i <= 3; i++) dm_spend_numeral(L, i);
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first <= last) {
    if ((lua_Unsigned)last - (lua_Unsigned)first >= DM_LONGEST_LIST) {
      return luaL_error(L, "too many results to unpack");
    }
    spend_elements(L, last - first + 1, is_plain(L, 1) ? 0 : links(L, 1, "__index"));
  }
  lua_settop(L, 1);
  lua_pushinteger(L, first);
  lua_pushinteger(L, last);
  return dm_own(L);
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

static int table_sort(lua_State *L) {
  if (!passes_for_table(L, to_change)) luaL_checktype(L, 1, LUA_TTABLE);
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

enum { MOVE = 1 };
static dm_function wrappers[] = {
  {"concat", table_concat}, [MOVE] = {"move", table_move}, {"pack", table_pack}, {"unpack", table_unpack}, {NULL, NULL},
};
static dm_function shifting[] = {{"insert", table_insert}, {"remove", table_remove}, {NULL, NULL}};
static const dm_function functions[] = {{"sort", table_sort}, {NULL, NULL}};

void dm_learn_table(lua_State *L) {
  dm_find_own(L, wrappers);
  dm_find_own(L, shifting);
}

void dm_open_table(lua_State *L) {
  lua_createtable(L, 0, 8);
  dm_set_functions(L, wrappers);
  for (const dm_function *function = shifting; function->name != NULL; function++) {
    lua_pushcfunction(L, function->own);
    lua_pushcfunction(L, wrappers[MOVE].own);
    lua_pushcclosure(L, function->way, 2);
    lua_setfield(L, -2, function->name);
  }
  dm_set_functions(L, functions);
}
