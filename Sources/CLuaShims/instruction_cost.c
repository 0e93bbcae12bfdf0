// What single instructions take. Most take the same few nanoseconds, but some take as long as what they work on: to
// compare two texts, to look a field up along a chain of `__index` tables or in a table whose keys collide, to hand on a
// long list of values. No count tells of those, so the instruction at each tick is looked at, and what it costs is
// charged as if all the others of that tick had cost as much. That is right in the long run, depends on the script
// alone, and costs a script nothing that does no such thing. The tick is a prime, so that no loop keeps in step with it.
#include "objects.h"

#include <math.h>
#include <string.h>

enum {
  COMPARED_BYTES = 512,  // an instruction's worth of each
  BYTES_WITH_ZEROS = 8,  // Lua orders texts from zero byte to zero byte
  NUMBERS_WRITTEN = 8,   // what it takes to write one out within an instruction,
  FLOAT_WRITTEN = 12,    // and for a function of a library
  INTEGER_WRITTEN = 2,
  DIVIDED_BITS = 128,    // of a remainder, which is found bit by bit
  NUMERAL_BYTES = 64,
  LISTED_VALUES = 16,
  FOLLOWED_STEPS = 6,
  FOLLOWED_NODES = 1,    // far apart in memory
  REGISTERS = 256,       // a list is what lies above them
  LONGEST_CHAIN = 2000,  // Lua itself gives up there
  SHORT_CHAIN = 16,      // not worth a charge
  PROBES = 4,
  LONGEST_PROBE = 1 << 18,
};

typedef enum {
  PLAIN, EQUAL, ORDERED, EQUAL_LITERAL, READ_KEY, WRITE_KEY, READ_FIELD, WRITE_FIELD, READ_GLOBAL, WRITE_GLOBAL, COUNT_UP, JOIN,
  MODULO, MODULO_LITERAL,
} work;

// By opcode; learnt from Lua itself, the same for all states.
static unsigned char works[128];

typedef struct {
  unsigned opcode, a, b, c;
} instruction;

static instruction instruction_at(const lua_Debug *event) {
  uint32_t bits = ((const dm_frame *)(const void *)event->i_ci)->code[-1];
  return (instruction){bits & 127, bits >> 7 & 255, bits >> 16 & 255, bits >> 24};
}

// MARK: - Tables

int64_t dm_slots(lua_State *L, int index) {
  const table *t = lua_topointer(L, index);
  return t->limit + (int64_t)count_of_nodes(t);
}

int64_t dm_cost_of_empty_slots(lua_State *L, int table, int64_t met) {
  enum { FEW = 64, USUAL = 4, SLOTS_AN_INSTRUCTION = 16 };
  int64_t slots = dm_slots(L, table);
  return slots > FEW + USUAL * met ? slots / SLOTS_AN_INSTRUCTION : 0;
}

// Lua looks for a function without a name among all that the modules hold, key by key.
int64_t dm_cost_of_name(lua_State *L) {
  enum { SLOTS_AN_INSTRUCTION = 2, NEAR_SLOTS = 4096, INSTRUCTIONS_A_FAR_SLOT = 2 };  // those do not fit the cache
  if (!lua_checkstack(L, 4)) return 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, dm_of(L)->loaded_reference);
  int64_t slots = dm_slots(L, -1);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (lua_istable(L, -1)) slots += dm_slots(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return slots > NEAR_SLOTS ? slots * INSTRUCTIONS_A_FAR_SLOT : slots / SLOTS_AN_INSTRUCTION;
}

// Nodes with the same hash that follow this one.
static int64_t followers(const node *n) {
  int64_t steps = 0;
  for (; n->next != 0 && steps < LONGEST_PROBE; n += n->next) steps++;
  return steps;
}

// Steps that a lookup in the table takes about.
static int64_t probe(dm_process *P, const table *t) {
  uint64_t count = count_of_nodes(t);
  if (count <= SHORT_CHAIN) return 0;
  int64_t steps = 0;
  for (int i = 0; i < PROBES; i++) {
    P->probe = P->probe * 1664525 + 1013904223;
    steps += followers(&t->nodes[P->probe * count >> 32]);
  }
  return steps / PROBES;
}

// A lookup in the value on top, which is popped, and along its metatables.
static int64_t lookup(lua_State *L, const char *event) {
  dm_process *P = dm_of(L);
  int64_t tables = 0, nodes = 0;
  int value = lua_gettop(L);
  for (int i = 0; i < LONGEST_CHAIN; i++) {
    if (lua_istable(L, -1)) {
      tables++;
      nodes += probe(P, lua_topointer(L, -1));
    }
    if (luaL_getmetafield(L, -1, event) == LUA_TNIL) break;
    lua_replace(L, value);
    if (lua_type(L, value) == LUA_TFUNCTION) break;
  }
  lua_settop(L, value - 1);
  return (tables > SHORT_CHAIN ? tables / FOLLOWED_STEPS : 0) + (nodes > SHORT_CHAIN ? nodes / FOLLOWED_NODES : 0);
}

// MARK: - Texts

// Registers are values 1... of the function that is being hooked.
static size_t text_length(lua_State *L, unsigned place) {
  return lua_type(L, (int)place + 1) == LUA_TSTRING ? lua_rawlen(L, (int)place + 1) : 0;
}

static int64_t compared(lua_State *L, unsigned a, unsigned b) {
  size_t left = text_length(L, a), right = text_length(L, b);
  if (left != right || lua_topointer(L, (int)a + 1) == lua_topointer(L, (int)b + 1)) return 0;
  return (int64_t)(left / COMPARED_BYTES);
}

int64_t dm_cost_of_order(lua_State *L, int left, int right) {
  if (lua_type(L, left) != LUA_TSTRING || lua_type(L, right) != LUA_TSTRING) return 0;
  size_t length = lua_rawlen(L, left), other = lua_rawlen(L, right);
  if (other < length) length = other;
  if (length <= BYTES_WITH_ZEROS) return 0;
  int has_zeros = memchr(lua_tostring(L, left), 0, length) != NULL;
  return (int64_t)(length / (has_zeros ? BYTES_WITH_ZEROS : COMPARED_BYTES));
}

// Of numbers that become text on the way; texts are no longer than what they are made of.
static int64_t joined(lua_State *L, unsigned first, unsigned count) {
  int64_t numbers = 0;
  for (unsigned i = first; i < first + count; i++) numbers += lua_type(L, (int)i + 1) == LUA_TNUMBER;
  return numbers * NUMBERS_WRITTEN;
}

int64_t dm_cost_of_written(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TNUMBER && !lua_isinteger(L, index) ? FLOAT_WRITTEN : 0;
}

int64_t dm_cost_of_numbers(lua_State *L, int index, lua_Integer first, lua_Integer last) {
  const table *t = lua_topointer(L, index);
  int64_t cost = 0;
  for (lua_Integer i = first; i <= last; i++) {
    int type;
    if (i >= 1 && (lua_Unsigned)i <= t->limit) {
      type = t->list[i - 1].type;
    } else {
      lua_rawgeti(L, index, i);
      type = lua_isinteger(L, -1) ? DM_INTEGER_TYPE : lua_type(L, -1) == LUA_TNUMBER ? DM_FLOAT_TYPE : lua_type(L, -1);
      lua_pop(L, 1);
    }
    if (type == DM_INTEGER_TYPE) cost += INTEGER_WRITTEN;
    if (type == DM_FLOAT_TYPE) cost += FLOAT_WRITTEN;
    if ((type & TYPE) == LUA_TNIL || i == LUA_MAXINTEGER) break;
  }
  return cost;
}

int64_t dm_cost_of_modulo(double dividend, double divisor) {
  if (!isfinite(dividend) || !isfinite(divisor) || dividend == 0 || divisor == 0) return 0;
  int bits = ilogb(dividend) - ilogb(divisor);
  return bits > 0 ? bits / DIVIDED_BITS : 0;
}

// Integers take no longer than others.
static int64_t modulo(lua_State *L, unsigned dividend, double divisor) {
  return lua_type(L, (int)dividend + 1) == LUA_TNUMBER ? dm_cost_of_modulo(lua_tonumber(L, (int)dividend + 1), divisor) : 0;
}

static int64_t modulo_of_registers(lua_State *L, unsigned dividend, unsigned divisor) {
  int are_integers = lua_isinteger(L, (int)dividend + 1) && lua_isinteger(L, (int)divisor + 1);
  if (are_integers || lua_type(L, (int)divisor + 1) != LUA_TNUMBER) return 0;
  return modulo(L, dividend, lua_tonumber(L, (int)divisor + 1));
}

// A literal number of the running function.
static double literal(const lua_Debug *event, unsigned place) {
  enum { LITERALS = 56 };  // in its code
  const dm_frame *frame = (const void *)event->i_ci;
  const closure *function = frame->function->object;
  const dm_value *literals;
  memcpy(&literals, (const char *)function->code + LITERALS, sizeof literals);
  return literals[place].type == DM_FLOAT_TYPE ? literals[place].number : 0;
}

// A literal is no longer than the text that it stands in.
static int64_t compared_with_literal(lua_State *L, unsigned a) {
  size_t length = text_length(L, a);
  return length <= DM_LONGEST_CHUNK ? (int64_t)(length / COMPARED_BYTES) : 0;
}

// MARK: - The cost

// Pushes the value at a register, or the upvalue of the running function.
static void push_register(lua_State *L, unsigned place) { lua_pushvalue(L, (int)place + 1); }

static void push_upvalue(lua_State *L, lua_Debug *event, unsigned place) {
  lua_getinfo(L, "f", event);
  if (lua_getupvalue(L, -1, (int)place + 1) == NULL) lua_pushnil(L);
  lua_replace(L, -2);
}

int64_t dm_step_cost(lua_State *L, lua_Debug *event) {
  int values = lua_gettop(L);
  if (values > REGISTERS) return (values - REGISTERS) / LISTED_VALUES;
  instruction i = instruction_at(event);
  switch ((work)__atomic_load_n(&works[i.opcode], __ATOMIC_RELAXED)) {
    case PLAIN: return 0;
    case EQUAL: return compared(L, i.a, i.b);
    case ORDERED: return dm_cost_of_order(L, (int)i.a + 1, (int)i.b + 1);
    case JOIN: return joined(L, i.a, i.b);
    case EQUAL_LITERAL: return compared_with_literal(L, i.a);
    case READ_KEY:
      push_register(L, i.b);
      return (int64_t)text_length(L, i.c) / COMPARED_BYTES + lookup(L, "__index");
    case WRITE_KEY:
      push_register(L, i.a);
      return (int64_t)text_length(L, i.b) / COMPARED_BYTES + lookup(L, "__newindex");
    case READ_FIELD: push_register(L, i.b); return lookup(L, "__index");
    case WRITE_FIELD: push_register(L, i.a); return lookup(L, "__newindex");
    case READ_GLOBAL: push_upvalue(L, event, i.b); return lookup(L, "__index");
    case WRITE_GLOBAL: push_upvalue(L, event, i.a); return lookup(L, "__newindex");
    case COUNT_UP:
      return (int64_t)(text_length(L, i.a) + text_length(L, i.a + 1) + text_length(L, i.a + 2)) / NUMERAL_BYTES;
    case MODULO: return modulo_of_registers(L, i.b, i.c);
    case MODULO_LITERAL: return modulo(L, i.b, literal(event, i.c));
  }
  return 0;
}

// MARK: - What is assumed of Lua's inside

// In each, the instruction with that place in the order of execution is of that kind.
static const struct {
  const char *source;
  int place;
  work work;
  unsigned a, b, c;  // its operands; 256: any
} lessons[] = {
  {"local a, b = ... if a == b then end", 1, EQUAL, 0, 1, REGISTERS},
  {"local a, b = ... if a < b then end", 1, ORDERED, 0, 1, REGISTERS},
  {"local a, b = ... if a <= b then end", 1, ORDERED, 0, 1, REGISTERS},
  {"local a = ... if a == 'k' then end", 1, EQUAL_LITERAL, 0, REGISTERS, REGISTERS},
  {"local t, k = ... local x = t[k]", 1, READ_KEY, REGISTERS, 0, 1},
  {"local t, k = ... t[k] = 1", 1, WRITE_KEY, 0, 1, REGISTERS},
  {"local t = ... local x = t.k", 1, READ_FIELD, REGISTERS, 0, REGISTERS},
  {"local t = ... t.k = 1", 1, WRITE_FIELD, 0, REGISTERS, REGISTERS},
  {"local t = ... local x = t[1]", 1, READ_FIELD, REGISTERS, 0, REGISTERS},
  {"local t = ... t[1] = 1", 1, WRITE_FIELD, 0, REGISTERS, REGISTERS},
  {"local t = ... t:k()", 1, READ_FIELD, REGISTERS, 0, REGISTERS},
  {"local x = y", 0, READ_GLOBAL, REGISTERS, 0, REGISTERS},
  {"y = 1", 0, WRITE_GLOBAL, 0, REGISTERS, REGISTERS},
  {"local a, b = ... local c = a .. b", 3, JOIN, 2, 2, REGISTERS},
  {"local a, b = ... local c = a % b", 1, MODULO, 2, 0, 1},
  {"local a = ... local b = a % 0x1p-900", 1, MODULO_LITERAL, 1, 0, REGISTERS},
  {"local a, b, c = ... for i = a, b, c do end", 4, COUNT_UP, 3, REGISTERS, REGISTERS},
};
enum { LESSONS = sizeof lessons / sizeof *lessons, RECORDED = 8 };

static _Thread_local struct {
  instruction seen[RECORDED];
  int count;
  int64_t cost;
} record;

static void recorder(lua_State *L, lua_Debug *event) {
  record.cost += dm_step_cost(L, event);
  if (record.count < RECORDED) record.seen[record.count++] = instruction_at(event);
}

static int nothing(lua_State *L) {
  (void)L;
  return 0;
}

static int fits(unsigned expected, unsigned seen) { return expected == REGISTERS || expected == seen; }

static int learn(lua_State *L, int number) {
  if (luaL_loadstring(L, lessons[number].source) != LUA_OK) return 0;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, nothing);
  lua_setfield(L, -2, "k");
  lua_pushinteger(L, 1);
  lua_pushinteger(L, 1);
  record.count = 0;
  lua_sethook(L, recorder, LUA_MASKCOUNT, 1);
  (void)!lua_pcall(L, 3, 0, 0);  // some compare what cannot be; they have been seen by then
  lua_settop(L, 0);
  if (record.count <= lessons[number].place) return 0;
  instruction i = record.seen[lessons[number].place];
  if (!fits(lessons[number].a, i.a) || !fits(lessons[number].b, i.b) || !fits(lessons[number].c, i.c)) return 0;
  unsigned char known = __atomic_load_n(&works[i.opcode], __ATOMIC_RELAXED);
  __atomic_store_n(&works[i.opcode], (unsigned char)lessons[number].work, __ATOMIC_RELAXED);
  return known == PLAIN || known == lessons[number].work;
}

// Keys that are multiples of 3 have one hash in a table of four nodes.
static int knows_tables(lua_State *L) {
  lua_createtable(L, 5, 4);
  for (int i = 1; i <= 4; i++) {
    lua_pushinteger(L, 1);
    lua_rawseti(L, -2, 3 * (1 + i));
  }
  int64_t longest = 0, slots = dm_slots(L, -1);
  const table *t = lua_topointer(L, -1);
  for (int i = 0; count_of_nodes(t) == 4 && i < 4; i++) {
    int64_t steps = followers(&t->nodes[i]);
    if (steps > longest) longest = steps;
  }
  lua_settop(L, 0);
  return longest == 3 && slots == 9;
}

// The literal is found, and the list.
static int knows_numbers(lua_State *L) {
  record.count = 0;
  record.cost = 0;
  lua_sethook(L, recorder, LUA_MASKCOUNT, 1);
  int failed = luaL_dostring(L, "local a = 0x1p300 local b, c = a % 0x1p-900, a % 0x1p290 return { b, 1, c, 'c', nil, b }");
  lua_sethook(L, NULL, 0, 0);
  int64_t cost = failed ? 0 : dm_cost_of_numbers(L, -1, 1, 6);
  lua_settop(L, 0);
  return record.cost == 1200 / DIVIDED_BITS && cost == 2 * FLOAT_WRITTEN + INTEGER_WRITTEN;
}

const char *dm_check_steps(lua_State *L) {
  for (int i = 0; i < LESSONS; i++) {
    if (!learn(L, i)) return "Lua: unknown instructions";
  }
  if (!knows_numbers(L)) return "Lua: unknown layout of functions";
  return knows_tables(L) ? NULL : "Lua: unknown layout of tables";
}
