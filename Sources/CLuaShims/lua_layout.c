// Tries whether Lua's objects lie in memory as lua_layout.h says. Nothing is followed that was not found equal to what Lua's
// public interface says of it.
#include "lua_layout.h"

#include <lauxlib.h>

// MARK: - The seed

// The distance of global_State.seed from global_State.frealloc.
enum { SEED_DISTANCE = 96 };
static const unsigned hash_seed = 0x646f726d;

void dm_fix_seed(char *block, size_t size, lua_Alloc allocator) {
  if (size > DM_FIRST_BLOCK) return;  // has_known_hashes refuses such a Lua
  for (size_t i = 0; i + SEED_DISTANCE + sizeof hash_seed <= size; i += sizeof(void *)) {
    lua_Alloc function;
    memcpy(&function, block + i, sizeof function);
    if (function == allocator) memcpy(block + i + SEED_DISTANCE, &hash_seed, sizeof hash_seed);
  }
}

static unsigned expected_hash(const char *bytes, size_t length) {
  unsigned hash = hash_seed ^ (unsigned)length;
  for (; length > 0; length--) {
    hash ^= (hash << 5) + (hash >> 2) + (unsigned char)bytes[length - 1];
  }
  return hash;
}

static const dm_string *string_of(const char *bytes) {
  return (const dm_string *)(const void *)(bytes - offsetof(dm_string, bytes));
}

static int has_known_hashes(lua_State *L) {
  static const char name[] = "dormouse";
  const dm_string *string = string_of(lua_pushlstring(L, name, sizeof name - 1));
  lua_pop(L, 1);
  return string->hash == expected_hash(name, sizeof name - 1);
}

// MARK: - Objects

static int nothing(lua_State *L) {
  (void)L;
  return 0;
}

// An allocator in front of the state's own, which remembers what objects it gave last.
typedef struct {
  lua_Alloc allocator;
  void *context;
  const void *last;
} recorder;

static void *record(void *context, void *block, size_t old_size, size_t new_size) {
  recorder *r = context;
  void *result = r->allocator(r->context, block, old_size, new_size);
  int is_object = old_size == LUA_TTABLE || old_size == LUA_TFUNCTION || old_size == LUA_TUSERDATA || old_size == LUA_TTHREAD;
  if (block == NULL && new_size > 0 && is_object) r->last = result;
  return result;
}

static const void *last_block(lua_State *L) { return dm_block_of(dm_value_at(L, lua_gettop(L))); }

static int has_known_objects(lua_State *L) {
  recorder r = {.last = NULL};
  r.allocator = lua_getallocf(L, &r.context);
  lua_setallocf(L, record, &r);
  lua_newtable(L);
  int known = last_block(L) == r.last;
  lua_newuserdatauv(L, 16, 0);
  known = known && last_block(L) == r.last;
  lua_newthread(L);
  known = known && last_block(L) == r.last;
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, nothing, 1);
  known = known && last_block(L) == r.last;
  known = known && luaL_loadstring(L, "return ...") == LUA_OK && last_block(L) != NULL;
  lua_pushcfunction(L, nothing);
  known = known && last_block(L) == NULL;
  lua_setallocf(L, r.allocator, r.context);
  lua_settop(L, 0);
  return known;
}

static int is_string(const char *bytes, size_t length, int kind) {
  const dm_string *string = string_of(bytes);
  return string->kind == kind && dm_length_of(string) == length;
}

static int has_known_strings(lua_State *L) {
  static const char longer[] = "a string that is too long to be kept only once";
  int known = is_string(lua_pushliteral(L, "short"), 5, DM_SHORT_STRING)
              && is_string(lua_pushlstring(L, longer, sizeof longer - 1), sizeof longer - 1, DM_LONG_STRING);
  const dm_value *value = dm_value_of_type(L, 1, DM_SHORT_STRING | DM_COLLECTABLE);
  known = known && value != NULL && ((const dm_string *)value->object)->bytes == lua_tostring(L, 1);
  lua_settop(L, 0);
  return known;
}

// MARK: - Tables

static int has_types(const dm_table *t) {
  static const uint8_t types[] = {DM_INTEGER_TYPE, DM_FLOAT_TYPE, DM_FALSE_TYPE, DM_TRUE_TYPE, LUA_TTABLE | DM_COLLECTABLE};
  for (size_t i = 0; i < sizeof types; i++) {
    if (t->list[i].type != types[i]) return 0;
  }
  return dm_is_nil(&t->list[sizeof types]) && t->list[0].integer == 7 && t->list[1].number == 0.5;
}

// A list of a value of each kind, with one place left, and three pairs of one hash among four nodes; one of them is empty.
static int has_known_tables(lua_State *L) {
  enum { LISTED = 6, NODES = 4 };
  lua_createtable(L, LISTED, NODES);
  const dm_table *t = dm_table_at(L, 1);
  if (dm_list_size(t) != LISTED || dm_node_count(t) != NODES) return 0;
  lua_pushinteger(L, 7), lua_rawseti(L, 1, 1);
  lua_pushnumber(L, 0.5), lua_rawseti(L, 1, 2);
  lua_pushboolean(L, 0), lua_rawseti(L, 1, 3);
  lua_pushboolean(L, 1), lua_rawseti(L, 1, 4);
  lua_pushvalue(L, 1), lua_rawseti(L, 1, 5);
  if (!has_types(t)) return 0;
  int64_t sum = 0;
  for (int i = 1; i <= 3; i++) lua_pushinteger(L, i), lua_rawseti(L, 1, 300 * i);
  lua_pushnil(L), lua_rawseti(L, 1, 600);
  for (size_t i = 0; i < NODES; i++) {
    dm_value key;
    if (!dm_key_of(&t->nodes[i], &key)) continue;
    if (key.type != DM_INTEGER_TYPE || key.integer != 300 * t->nodes[i].bits) return 0;
    sum += key.integer;
  }
  lua_settop(L, 0);
  return sum == 1200;
}

// What the length operator has found becomes the limit; the size can still be found.
static int has_known_limits(lua_State *L) {
  lua_createtable(L, 8, 0);
  for (int i = 1; i <= 5; i++) lua_pushinteger(L, i), lua_rawseti(L, -2, i);
  int known = lua_rawlen(L, -1) == 5 && dm_list_size(dm_table_at(L, -1)) == 8;
  lua_settop(L, 0);
  return known;
}

// MARK: - Threads and calls

enum { UPVALUE = 0x0DECADE5, MORE = 50 };

static int is_function_known(lua_State *L) {
  lua_Debug at;
  const dm_thread *thread = dm_thread_of(L);
  if (!lua_getstack(L, 0, &at) || (const void *)at.i_ci != (const void *)thread->frame) return 0;
  if (thread->frame->function != thread->top - lua_gettop(L) - 1) return 0;
  lua_getinfo(L, "f", &at);
  const void *function = lua_topointer(L, -1);
  lua_pop(L, 1);
  return thread->frame->function->object == function && dm_upvalues(L)->integer == UPVALUE;
}

static int are_values_known(lua_State *L) {
  const dm_value *integer = dm_value_of_type(L, 1, DM_INTEGER_TYPE), *number = dm_value_of_type(L, 2, DM_FLOAT_TYPE);
  if (integer == NULL || integer->integer != 7 || number == NULL || number->number != 0.5) return 0;
  for (int i = -1; i <= 5; i++) {  // 3: a string of digits, 4: true, 5: none
    if (i != 1 && dm_value_of_type(L, i, DM_INTEGER_TYPE) != NULL) return 0;
    if (i != 2 && dm_value_of_type(L, i, DM_FLOAT_TYPE) != NULL) return 0;
  }
  return 1;
}

static int is_room_known(lua_State *L) {
  const dm_thread *thread = dm_thread_of(L);
  if (thread->frame->end - thread->top != LUA_MINSTACK || !lua_checkstack(L, MORE)) return 0;
  dm_push_value(L, dm_value_of_type(L, 1, DM_INTEGER_TYPE));
  int known = thread->frame->end - thread->top == MORE - 1 && lua_tointeger(L, -1) == 7;
  lua_pop(L, 1);
  return known;
}

// Called by look, which no other function calls.
static int look_outward(lua_State *L) {
  lua_Debug at, caller;
  const dm_frame *own = dm_thread_of(L)->frame;
  int known = lua_getstack(L, 0, &at) && lua_getstack(L, 1, &caller) && !lua_getstack(L, 2, &(lua_Debug){0});
  known = known && own->caller == (const void *)caller.i_ci && own->caller->inner == own;
  known = known && dm_to_caller(&at) && at.i_ci == caller.i_ci && !dm_to_caller(&at);
  lua_pushboolean(L, known);
  return 1;
}

static int are_calls_known(lua_State *L) {
  lua_pushcfunction(L, look_outward);
  lua_call(L, 0, 1);
  int known = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return known;
}

static int look(lua_State *L) {
  lua_pushboolean(L, is_function_known(L) && are_values_known(L) && are_calls_known(L) && is_room_known(L));
  return 1;
}

static int has_known_calls(lua_State *L) {
  lua_pushinteger(L, UPVALUE);
  lua_pushcclosure(L, look, 1);
  lua_pushinteger(L, 7);
  lua_pushnumber(L, 0.5);
  lua_pushliteral(L, "7");
  lua_pushboolean(L, 1);
  int known = lua_pcall(L, 4, 1, 0) == LUA_OK && lua_toboolean(L, -1);
  lua_settop(L, 0);
  return known;
}

static int tell_levels(lua_State *L) {
  int is_inner = lua_toboolean(L, 1);
  lua_pushinteger(L, dm_thread_of(L)->levels);
  if (is_inner) return 1;
  lua_pushcfunction(L, tell_levels);
  lua_pushboolean(L, 1);
  lua_call(L, 1, 1);
  return 2;
}

// Of two calls one inside the other each must count one more, in both halves.
static int has_known_levels(lua_State *L) {
  enum { LEVEL_WITHOUT_YIELD = 0x10001 };
  lua_Integer before = dm_thread_of(L)->levels;
  lua_pushcfunction(L, tell_levels);
  lua_call(L, 0, 2);
  int known = lua_tointeger(L, -2) == before + LEVEL_WITHOUT_YIELD && lua_tointeger(L, -1) == before + 2 * LEVEL_WITHOUT_YIELD;
  lua_settop(L, 0);
  return known;
}

// MARK: - Instructions

enum { SEEN = 8 };
static _Thread_local struct {
  dm_instruction seen[SEEN];
  int count;
} trial;

static void see(lua_State *L, lua_Debug *event) {
  (void)L;
  if (trial.count < SEEN) trial.seen[trial.count++] = dm_instruction_at(event);
}

// The second instruction of such a source compares the first two registers.
static int is_opcode(lua_State *L, const char *source, unsigned opcode) {
  trial.count = 0;
  if (luaL_loadstring(L, source) != LUA_OK) return 0;
  lua_pushinteger(L, 1);
  lua_pushinteger(L, 2);
  lua_sethook(L, see, LUA_MASKCOUNT, 1);
  int status = lua_pcall(L, 2, 0, 0);
  lua_sethook(L, NULL, 0, 0);
  lua_settop(L, 0);
  const dm_instruction *second = &trial.seen[1];
  return status == LUA_OK && trial.count > 1 && second->opcode == opcode && second->a == 0 && second->b == 1;
}

static int has_known_instructions(lua_State *L) {
  return is_opcode(L, "local a, b = ... if a == b then end", DM_EQUAL)
         && is_opcode(L, "local a, b = ... if a < b then end", DM_LESS)
         && is_opcode(L, "local a, b = ... if a <= b then end", DM_LESS_OR_EQUAL);
}

static int has_known_count(lua_State *L) {
  enum { UNUSUAL = 0x0DECADE5 };
  lua_sethook(L, see, LUA_MASKCOUNT, UNUSUAL);
  int known = dm_thread_of(L)->count == UNUSUAL && *dm_instructions_left(L) == UNUSUAL;
  lua_sethook(L, NULL, 0, 0);
  return known;
}

// Called by a function of Lua of a few instructions, within the first room that a stack has.
static int look_at_code(lua_State *L) {
  const dm_thread *thread = dm_thread_of(L);
  const dm_frame *caller = thread->frame->caller;
  const dm_closure *function = caller->function->object;
  const dm_code *code = function->code;
  int known = thread->stack < caller->function && thread->top < thread->stack_end
              && thread->stack_end - thread->stack <= 2 * 2 * LUA_MINSTACK;
  known = known && function->kind == LUA_TFUNCTION && code->instruction_count < SEEN;
  known = known && caller->code > code->instructions && caller->code < code->instructions + code->instruction_count;
  lua_pushboolean(L, known);
  return 1;
}

static int has_known_code(lua_State *L) {
  lua_pushcfunction(L, look_at_code);
  lua_setglobal(L, "look");
  int known = luaL_loadstring(L, "local known = look() return known") == LUA_OK && lua_pcall(L, 0, 1, 0) == LUA_OK
              && lua_toboolean(L, -1);
  lua_settop(L, 0);
  return known;
}

const char *dm_check_layout(lua_State *L) {
  if (!has_known_hashes(L)) return "Lua: string hashes cannot be seeded";
  if (!has_known_objects(L)) return "Lua: unknown layout of objects";
  if (!has_known_strings(L)) return "Lua: unknown layout of strings";
  if (!has_known_tables(L) || !has_known_limits(L)) return "Lua: unknown layout of tables";
  if (!has_known_calls(L)) return "Lua: unknown layout of calls";
  if (!has_known_code(L)) return "Lua: unknown layout of functions";
  if (!has_known_levels(L)) return "Lua: calls under way are not counted where they are thought to be";
  if (!has_known_count(L)) return "Lua: instructions are not counted where they are thought to be";
  return has_known_instructions(L) ? NULL : "Lua: unknown instructions";
}
