// print, and as much of io as pure-Lua libraries touch: two streams that can only be written. There are no files.
#include "library.h"

static void give(lua_State *L, int index) {
  dm_process *P = dm_of(L);
  size_t length;
  const char *bytes = lua_tolstring(L, index, &length);
  lua_State *outer = dm_enter_host(P, L);
  if (P->output != NULL) P->output(P->owner, bytes, length);
  dm_leave_host(P, outer);
  dm_spend(L, (int64_t)length / 16);
}

int dm_print(lua_State *L) {
  dm_print_string(L);
  lua_pushliteral(L, "\n");
  lua_concat(L, 2);
  give(L, -1);
  return 0;
}

// Writes the arguments from `first` on; the stream, at the top, is the result.
static int write_all(lua_State *L, int first) {
  int last = lua_gettop(L) - 1;
  for (int i = first; i <= last; i++) {
    luaL_checkstring(L, i);
    give(L, i);
  }
  return 1;
}

static int stream_write(lua_State *L) {
  lua_pushvalue(L, 1);
  return write_all(L, 2);
}

// Upvalue: io.stdout.
static int io_write(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  return write_all(L, 1);
}

static int stream_self(lua_State *L) {
  lua_settop(L, 1);
  return 1;
}

static int io_type(lua_State *L) {
  luaL_checkany(L, 1);
  lua_getfield(L, lua_upvalueindex(1), "stdout");
  if (lua_istable(L, 1) && lua_getmetatable(L, 1) && lua_getmetatable(L, 2) && lua_rawequal(L, -1, -2)) {
    lua_pushliteral(L, "file");
  } else {
    lua_pushnil(L);
  }
  return 1;
}

static const dm_function methods[] = {
  {"close", stream_self}, {"flush", stream_self}, {"setvbuf", stream_self}, {"write", stream_write}, {NULL, NULL},
};

void dm_open_io(lua_State *L) {
  lua_createtable(L, 0, 5);
  lua_createtable(L, 0, 2);
  lua_createtable(L, 0, 4);
  dm_set_functions(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "FILE*");
  lua_setfield(L, -2, "__name");
  static const char *const streams[] = {"stdout", "stderr", NULL};
  for (const char *const *name = streams; *name != NULL; name++) {
    lua_createtable(L, 0, 0);
    lua_pushvalue(L, -2);
    lua_setmetatable(L, -2);
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
  lua_getfield(L, -1, "stdout");
  lua_pushcclosure(L, io_write, 1);
  lua_setfield(L, -2, "write");
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, io_type, 1);
  lua_setfield(L, -2, "type");
}
