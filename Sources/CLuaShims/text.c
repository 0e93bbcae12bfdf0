// The string library.
#include "library.h"

// That of a text takes no time.
static int length_of_text(lua_State *L) {
  dm_spend(L, dm_cost_of_written(L, 1));
  return dm_own(L);
}

static dm_function functions[] = {
  {"byte", dm_charged_by_range},  {"char", dm_charged_by_results}, {"lower", dm_charged_as_text},
  {"pack", dm_string_pack},          {"packsize", dm_string_unpack},     {"rep", dm_string_rep},
  {"reverse", dm_charged_as_text},        {"sub", dm_charged_by_results},  {"unpack", dm_string_unpack},
  {"upper", dm_charged_as_text},  {"len", length_of_text},
  {"format", dm_format},          {NULL},
};
// A text is read as a number.
static dm_function metamethods[] = {
  {"__add", dm_charged}, {"__sub", dm_charged}, {"__mul", dm_charged},  {"__mod", dm_charged_as_modulo}, {"__pow", dm_charged},
  {"__div", dm_charged}, {"__idiv", dm_charged}, {"__unm", dm_charged}, {NULL},
};

void dm_learn_text(lua_State *L) {
  dm_find_own(L, functions);
  dm_learn_format(L);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  dm_find_own(L, metamethods);
  lua_pop(L, 2);
}

void dm_open_text(lua_State *L) {
  lua_createtable(L, 0, 16);
  dm_set_functions(L, functions);
  dm_set_patterns(L);
  lua_pushliteral(L, "");
  lua_createtable(L, 0, 16);
  dm_set_functions(L, metamethods);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  dm_make_callable(L, -1);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}
