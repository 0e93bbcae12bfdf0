// The libraries of scripts.
#pragma once
#include "values.h"

// own.c
/// Sets functions as closures with one upvalue: a light function would be ordered by its address.
void dm_set_functions(lua_State *L, const luaL_Reg *functions);
/// Copies a function of Lua's own library on top to the table below; each call is charged for its strings' length.
void dm_keep(lua_State *L, const char *name);
/// Runs the function that the running one wraps, charged by the length of its first two arguments, before the call.
int dm_charged(lua_State *L);
/// Copies functions of Lua's own library, the table below the one on top, into that: each as a closure of the wrapper
/// given, which works first and then calls `dm_own`.
void dm_wrap_functions(lua_State *L, const luaL_Reg *wrappers);
/// Runs Lua's own function that the running one wraps, in its place: with its arguments, name and results.
static inline int dm_own(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

// format.c
int dm_format(lua_State *L);
/// Takes Lua's own string.format from the top, and puts ours into the table below.
void dm_keep_format(lua_State *L);

// patterns.c
void dm_close_patterns(dm_process *process);
/// Gives back the program of a very long pattern.
void dm_forget_large_pattern(dm_process *process);

// pattern_functions.c
void dm_set_patterns(lua_State *L);

// text.c
void dm_open_text(lua_State *L);

// table.c
void dm_open_table(lua_State *L);

// coroutine.c
void dm_open_coroutine(lua_State *L);

// inspection.c
void dm_open_debug(lua_State *L);

// output.c
void dm_open_io(lua_State *L);
int dm_print(lua_State *L);

// base.c
void dm_open_base(lua_State *L);

// libraries.c
void dm_open_libraries(lua_State *L);
