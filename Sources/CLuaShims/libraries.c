// Which libraries there are; math's random numbers; modules.
#include "library.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

// MARK: - math

// xoshiro256** (Blackman and Vigna), seeded by SplitMix64, as Lua's own but from a given state.
static uint64_t rotate(uint64_t x, int n) { return x << n | x >> (64 - n); }

static uint64_t next_random(uint64_t s[4]) {
  uint64_t result = rotate(s[1] * 5, 7) * 9, shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate(s[3], 45);
  return result;
}

// A number in 0...limit, each equally likely: the smallest mask that covers it, and what lies beyond is drawn again.
static uint64_t random_below(uint64_t s[4], uint64_t limit) {
  if (limit == 0) {
    next_random(s);
    return 0;
  }
  uint64_t mask = UINT64_MAX >> __builtin_clzll(limit), drawn;
  while ((drawn = next_random(s) & mask) > limit) {}
  return drawn;
}

static int math_random(lua_State *L) {
  dm_process *P = dm_of(L);
  lua_Integer low = 1, high;
  switch (lua_gettop(L)) {
    case 0: lua_pushnumber(L, (lua_Number)(next_random(P->random) >> 11) * 0x1p-53); return 1;
    case 1:
      high = luaL_checkinteger(L, 1);
      if (high == 0) {
        lua_pushinteger(L, (lua_Integer)next_random(P->random));
        return 1;
      }
      break;
    case 2:
      low = luaL_checkinteger(L, 1);
      high = luaL_checkinteger(L, 2);
      break;
    default: return luaL_error(L, "wrong number of arguments");
  }
  luaL_argcheck(L, low <= high, 1, "interval is empty");
  lua_pushinteger(L, (lua_Integer)(random_below(P->random, (uint64_t)high - (uint64_t)low) + (uint64_t)low));
  return 1;
}

// The state's own seed is mixed in, so that two apps that seed alike still differ.
static int math_randomseed(lua_State *L) {
  dm_process *P = dm_of(L);
  uint64_t given[2] = {0, 0};
  for (int i = 0; i < 2 && i < lua_gettop(L); i++) {
    if (lua_isinteger(L, i + 1)) {
      given[i] = (uint64_t)lua_tointeger(L, i + 1);
    } else {
      lua_Number number = luaL_checknumber(L, i + 1);
      memcpy(&given[i], &number, sizeof number);
    }
  }
  for (int i = 0; i < 4; i++) {
    uint64_t z = given[i & 1] + P->seed[i] + (uint64_t)(i + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    P->random[i] = z ^ (z >> 31);
  }
  for (int i = 0; i < 16; i++) next_random(P->random);  // until each draw depends on both numbers
  lua_pushinteger(L, (lua_Integer)P->random[0]);
  lua_pushinteger(L, (lua_Integer)P->random[1]);
  return 2;
}

static dm_function math_functions[] = {
  {"abs"}, {"acos"}, {"asin"}, {"atan"}, {"ceil"}, {"cos"}, {"deg"}, {"exp"}, {"floor"}, {"fmod"}, {"log"}, {"modf"}, {"rad"},
  {"sin"}, {"sqrt"}, {"tan"}, {"tointeger"}, {"type"}, {"ult"},
  {"max", dm_charged_by_arguments}, {"min", dm_charged_by_arguments}, {"random", math_random},
  {"randomseed", math_randomseed},
  {NULL},
};

static void learn_math(lua_State *L) { dm_find_own(L, math_functions); }

int dm_has_drawn(const dm_process *P) { return memcmp(P->random, P->seed, sizeof P->seed) != 0; }

static void open_math(lua_State *L) {
  lua_createtable(L, 0, 27);
  dm_set_functions(L, math_functions);
  lua_pushnumber(L, 3.141592653589793238462643383279502884);
  lua_setfield(L, -2, "pi");
  lua_pushnumber(L, (lua_Number)HUGE_VAL);
  lua_setfield(L, -2, "huge");
  lua_pushinteger(L, LUA_MAXINTEGER);
  lua_setfield(L, -2, "maxinteger");
  lua_pushinteger(L, LUA_MININTEGER);
  lua_setfield(L, -2, "mininteger");
}

// MARK: - utf8

// Upvalue: Lua's own. Its step is a light function, whose order among keys would be its address.
static int utf8_codes(lua_State *L) {
  int results = lua_tocfunction(L, lua_upvalueindex(1))(L);
  int step = lua_gettop(L) - results + 1;
  lua_pushnil(L);
  lua_pushcclosure(L, lua_tocfunction(L, step), 1);
  lua_replace(L, step);
  return results;
}

static dm_function utf8_functions[] = {
  {"char", dm_charged_by_results}, {"codepoint", dm_charged_by_results}, {"len", dm_charged},
  {"offset", dm_charged_by_count}, {"codes", utf8_codes}, {NULL},
};

static void learn_utf8(lua_State *L) { dm_find_own(L, utf8_functions); }

static void open_utf8(lua_State *L) {
  lua_createtable(L, 0, 6);
  dm_set_functions(L, utf8_functions);
  static const char pattern[] = "[\0-\x7F\xC2-\xFD][\x80-\xBF]*";  // with a zero in it
  lua_pushlstring(L, pattern, sizeof pattern - 1);
  lua_setfield(L, -2, "charpattern");
}

// MARK: - Which there are

static const struct {
  const char *name;
  lua_CFunction own;  // which opens Lua's own, of which ours is made; NULL: it is made of nothing else
  void (*learn)(lua_State *);
  void (*open)(lua_State *);
} libraries[] = {
  {LUA_GNAME, luaopen_base, dm_learn_base, dm_open_base},
  {LUA_STRLIBNAME, luaopen_string, dm_learn_string, dm_open_string},
  {LUA_TABLIBNAME, luaopen_table, dm_learn_table, dm_open_table},
  {LUA_MATHLIBNAME, luaopen_math, learn_math, open_math},
  {LUA_UTF8LIBNAME, luaopen_utf8, learn_utf8, open_utf8},
  {LUA_COLIBNAME, luaopen_coroutine, dm_learn_coroutine, dm_open_coroutine},
  {LUA_DBLIBNAME, NULL, NULL, dm_open_debug},
  {LUA_IOLIBNAME, NULL, NULL, dm_open_io},
};
enum { LIBRARIES = sizeof libraries / sizeof *libraries };

// MARK: - Modules

static int module_loaded(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  // 1: name, 2: loaded, 3: chunk name, 4: the module's value
  lua_settop(L, 4);
  if (!lua_isnil(L, 4)) {
    lua_pushvalue(L, 4);
    lua_setfield(L, 2, lua_tostring(L, 1));
  }
  if (lua_getfield(L, 2, lua_tostring(L, 1)) == LUA_TNIL) {
    lua_pushboolean(L, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, 2, lua_tostring(L, 1));
  }
  lua_pushvalue(L, 3);
  return 2;
}

static int run_loader(lua_State *L) {
  // 1: name, 2: loaded, 3: chunk name, 4: loader
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  lua_callk(L, 2, 1, 0, module_loaded);
  return module_loaded(L, LUA_OK, 0);
}

// A file that two names lead to is one module. 1: name, 2: loaded, 5: what file it is; leaves the value on top if it has
// one, else notes the name.
static int is_loaded_as_another(lua_State *L) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, "files of modules");
  lua_pushvalue(L, 5);
  if (lua_rawget(L, 6) == LUA_TSTRING && lua_getfield(L, 2, lua_tostring(L, -1)) != LUA_TNIL) {
    lua_pushvalue(L, -1);
    lua_setfield(L, 2, lua_tostring(L, 1));
    return 1;
  }
  lua_settop(L, 6);
  lua_pushvalue(L, 5);
  lua_pushvalue(L, 1);
  lua_rawset(L, 6);
  lua_settop(L, 4);
  return 0;
}

enum { SEARCH_COST = 2000, LONGEST_NAME = 255 };  // it may look into many folders

static int require(lua_State *L) {
  dm_process *P = dm_of(L);
  size_t length;
  const char *name = luaL_checklstring(L, 1, &length);
  luaL_argcheck(L, length <= LONGEST_NAME, 1, "module name too long (at most 255 bytes)");
  lua_settop(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, P->loaded_reference);
  if (lua_getfield(L, 2, name) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  if (lua_getfield(L, -1, name) != LUA_TNIL) {
    lua_replace(L, 3);
    lua_pushliteral(L, ":preload:");
    lua_insert(L, 3);
    return run_loader(L);
  }
  lua_settop(L, 2);
  dm_charge(P, SEARCH_COST);
  lua_State *outer = dm_enter_host(P, L);
  int found = P->search != NULL ? P->search(P->owner, L, name, length) : 0;
  dm_leave_host(P, outer);
  dm_checkpoint(L);
  if (found < 2) {
    const char *where = lua_tostring(L, -1);
    return luaL_error(L, "module '%s' not found:%s", name, found == 1 && where != NULL ? where : "");
  }
  if (found == 3 && is_loaded_as_another(L)) {
    lua_pushstring(L, lua_tostring(L, 4) + 1);
    return 2;
  }
  const char *source = lua_tolstring(L, 3, &length);
  dm_spend(L, (int64_t)length / 4);
  if (luaL_loadbufferx(L, source, length, lua_tostring(L, 4), "t") != LUA_OK) {
    dm_checkpoint(L);
    dm_message_of_load(L);
    return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, lua_tostring(L, 4) + 1,
                      lua_tostring(L, -1));
  }
  lua_pushstring(L, lua_tostring(L, 4) + 1);
  lua_replace(L, 3);
  lua_replace(L, 4);
  lua_settop(L, 4);
  return run_loader(L);
}

// Globals are on top.
static void open_modules(lua_State *L) {
  lua_createtable(L, 0, 4);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_setfield(L, -2, "preload");
  lua_pushliteral(L, "./?.lua;./?/init.lua");
  lua_setfield(L, -2, "path");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_pushliteral(L, "/\n;\n?\n!\n-\n");
  lua_setfield(L, -2, "config");
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  for (size_t i = 0; i < LIBRARIES; i++) {
    lua_getfield(L, -3, libraries[i].name);
    lua_setfield(L, -2, libraries[i].name);
  }
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "package");
  lua_pushvalue(L, -1);
  dm_of(L)->loaded_reference = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_setfield(L, -2, "loaded");
  lua_setfield(L, -2, "package");
  lua_pushnil(L);
  lua_pushcclosure(L, require, 1);
  lua_setfield(L, -2, "require");
}

// MARK: - What is the same in every state, found once a process: to open Lua's libraries for each took long

static int is_prepared;

static int prepare(lua_State *L) {
  for (size_t i = 0; i < LIBRARIES; i++) {
    if (libraries[i].own == NULL) continue;
    luaL_requiref(L, libraries[i].name, libraries[i].own, 0);
    libraries[i].learn(L);
    lua_pop(L, 1);
  }
  is_prepared = 1;
  return 0;
}

static void prepare_once(void) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return;
  lua_pushcfunction(L, prepare);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) is_prepared = 0;
  lua_close(L);
}

int dm_prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare_once);
  return is_prepared;
}

// MARK: - All

void dm_open_libraries(lua_State *L) {
  dm_process *P = dm_of(L);
  lua_createtable(L, 4, 0);
  P->fibers_reference = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pushboolean(L, 0);
  P->walks_reference = luaL_ref(L, LUA_REGISTRYINDEX);
  dm_open_base(L);
  for (size_t i = 1; i < LIBRARIES; i++) {
    libraries[i].open(L);
    lua_setfield(L, -2, libraries[i].name);
  }
  open_modules(L);
  lua_pop(L, 1);
}
