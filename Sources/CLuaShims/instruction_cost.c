// What single instructions cost. Most take the same few nanoseconds, but to compare two long strings or to hand on a long list
// of values takes as long as these are. No count shows that, so the instruction at each tick is looked at, and what it costs
// is charged as if all the others of that tick had cost as much. That is right in the long run, depends on the script alone,
// and costs a script nothing that does no such thing. The tick is a prime, so that no loop keeps in step with it.
#include "state.h"

enum {
  COMPARED_BYTES = 512,  // of each string, an instruction's worth
  LISTED_VALUES = 16,
  REGISTERS = 256,       // a list is what lies above them
};

int64_t dm_cost_of_order(lua_State *L, int left, int right) {
  if (lua_type(L, left) != LUA_TSTRING || lua_type(L, right) != LUA_TSTRING) return 0;
  size_t length = lua_rawlen(L, left), other = lua_rawlen(L, right);
  return (int64_t)((other < length ? other : length) / COMPARED_BYTES);
}

// Equal strings are compared byte for byte, others only if they are of one length.
static int64_t cost_of_equality(lua_State *L, int left, int right) {
  if (lua_rawlen(L, left) != lua_rawlen(L, right) || lua_topointer(L, left) == lua_topointer(L, right)) return 0;
  return dm_cost_of_order(L, left, right);
}

// Registers are values 1... of the function that is being hooked.
int64_t dm_step_cost(lua_State *L, lua_Debug *event) {
  int values = lua_gettop(L);
  if (values > REGISTERS) return (values - REGISTERS) / LISTED_VALUES;
  dm_instruction i = dm_instruction_at(event);
  switch (i.opcode) {
    case DM_EQUAL: return cost_of_equality(L, (int)i.a + 1, (int)i.b + 1);
    case DM_LESS:
    case DM_LESS_OR_EQUAL: return dm_cost_of_order(L, (int)i.a + 1, (int)i.b + 1);
    default: return 0;
  }
}
