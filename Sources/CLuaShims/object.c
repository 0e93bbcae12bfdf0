// Objects of the host: userdata that hold a class and a number, and can be neither written nor walked.
#include "values.h"

#include <string.h>

typedef struct {
  int class;
  int64_t identifier;
} object;

// Upvalues: methods, getters. A getter named "*" answers for names that the class has not, and gets the name too.
static int index_object(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_pushvalue(L, 2);
  int named = lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL;
  if (!named) {
    lua_pushliteral(L, "*");
    if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TNIL) return 1;
  }
  lua_pushvalue(L, 1);
  if (!named) lua_pushvalue(L, 2);
  lua_call(L, named ? 1 : 2, 1);
  return 1;
}

// Upvalues: setters, the class's name.
static int write_object(lua_State *L) {
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    const char *name = lua_tostring(L, lua_upvalueindex(2));
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
    return luaL_error(L, "%s is read-only (field '%s')", name, key);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  lua_call(L, 2, 0);
  return 0;
}

static int equal_objects(lua_State *L) {
  int class_a, class_b;
  int64_t a, b;
  lua_pushboolean(L, dm_object(L, 1, &class_a, &a) && dm_object(L, 2, &class_b, &b)
                     && class_a == class_b && a == b);
  return 1;
}

int dm_define_class(lua_State *L, const char *name) {
  if (!dm_room(L, 6)) return DM_NO_REFERENCE;
  lua_createtable(L, 0, 5);
  lua_insert(L, -4);
  lua_pushlstring(L, name, strlen(name));  // Lua remembers the addresses of others
  lua_pushvalue(L, -1);
  lua_setfield(L, -6, "__name");
  lua_pushvalue(L, -1);
  lua_setfield(L, -6, "__metatable");
  lua_pushcclosure(L, write_object, 2);
  lua_setfield(L, -4, "__newindex");
  lua_pushcclosure(L, index_object, 2);
  lua_setfield(L, -2, "__index");
  lua_pushnil(L);
  lua_pushcclosure(L, equal_objects, 1);
  lua_setfield(L, -2, "__eq");
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

void dm_push_object(lua_State *L, int class_reference, int class, int64_t identifier) {
  if (!dm_room(L, 2)) return;
  object *value = lua_newuserdatauv(L, sizeof *value, 0);
  *value = (object){class, identifier};
  lua_rawgeti(L, LUA_REGISTRYINDEX, class_reference);
  lua_setmetatable(L, -2);
}

// Scripts can get no userdata but these: the buffers of Lua's library never reach them.
int dm_object(lua_State *L, int index, int *class, int64_t *identifier) {
  const object *value = lua_touserdata(L, index);
  if (value == NULL || lua_rawlen(L, index) != sizeof *value) return 0;
  *class = value->class;
  *identifier = value->identifier;
  return 1;
}
