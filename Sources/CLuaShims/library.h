// The libraries of scripts.
#pragma once
#include "values.h"

// stdlib_wrap.c
/// A function of a library. Lists of them end with one that has no name.
typedef struct {
  const char *name;
  lua_CFunction way;  // what scripts call, which may call `dm_own`; NULL: Lua's own itself
  lua_CFunction own;  // Lua's own of that name; NULL: there is none, or none is needed
} dm_function;
/// Lua's own function of a name, which is in the table on top.
lua_CFunction dm_own_named(lua_State *L, const char *name);
/// Notes those of these names: once a process.
void dm_find_own(lua_State *L, dm_function *functions);
/// Sets functions in the table on top, as closures with one upvalue, Lua's own if there is one: a light function would be
/// ordered by its address.
void dm_set_functions(lua_State *L, const dm_function *functions);
/// These run the function that the running one wraps, charged by the length of its arguments that are strings, before the call;
int dm_charged(lua_State *L);
/// by what it returns;
int dm_charged_by_results(lua_State *L);
/// by how many arguments it gets;
int dm_charged_by_arguments(lua_State *L);
/// by how many characters it counts;
int dm_charged_by_count(lua_State *L);
/// Runs Lua's own function that the running one wraps, in its place: with its arguments, name and results.
static inline int dm_own(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

// format.c
int dm_format(lua_State *L);
int dm_format_log(lua_State *L);
void dm_learn_format(lua_State *L);

// string_library.c
/// Finds Lua's own in its library, which is on top.
void dm_learn_string(lua_State *L);
void dm_open_string(lua_State *L);

// table.c
void dm_learn_table(lua_State *L);
void dm_open_table(lua_State *L);

// base.c, coroutine.c
/// The instructions that an error costs whoever catches it: its message names the place, and the function, which is looked
/// for in all loaded modules.
enum { DM_CAUGHT_COST = 100 };

// entry.c
/// Sets what an entry from the host changes to what it is between entries.
void dm_rest(dm_process *process);

// coroutine.c
void dm_learn_coroutine(lua_State *L);
void dm_open_coroutine(lua_State *L);

// inspection.c
void dm_open_debug(lua_State *L);

// output.c
void dm_open_io(lua_State *L);
int dm_print(lua_State *L);

// base.c
void dm_learn_base(lua_State *L);
void dm_open_base(lua_State *L);

// libraries.c
/// Finds what the libraries rest on when it is first called. 0: there is no memory for that.
int dm_prepare(void);
void dm_open_libraries(lua_State *L);
