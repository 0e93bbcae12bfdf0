// The string library.
#include "library.h"

static const char *const kept_string[] = {
  "byte", "char", "lower", "pack", "packsize", "rep", "reverse", "sub",
  "unpack", "upper", NULL,
};
static const char *const metamethods[] = {
  "__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm", NULL,
};

void dm_open_text(lua_State *L) {
  luaopen_string(L);
  lua_createtable(L, 0, 16);
  for (const char *const *name = kept_string; *name != NULL; name++) {
    lua_getfield(L, -2, *name);
    dm_keep(L, *name);
  }
  lua_getfield(L, -2, "len");
  lua_pushcclosure(L, dm_own, 1);  // takes no time
  lua_setfield(L, -2, "len");
  lua_getfield(L, -2, "format");
  dm_keep_format(L);
  dm_set_patterns(L);
  lua_pushliteral(L, "");
  lua_createtable(L, 0, 9);
  lua_getmetatable(L, -2);
  for (const char *const *name = metamethods; *name != NULL; name++) {
    lua_getfield(L, -1, *name);
    lua_pushcclosure(L, dm_charged, 1);  // a text is read as a number
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  dm_make_callable(L, -1);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  lua_replace(L, -2);
}
