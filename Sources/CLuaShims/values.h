// Values as scripts see them: called, walked through in order, told as text; and what they raise.
#pragma once
#include "state.h"

// callable.c
/// Makes the virtual machine look for what is called under a key of our own.
void dm_open_calls(lua_State *L);
/// Puts under that key what goes by `__call`; for the metatable at `index`, of what scripts can call.
void dm_make_callable(lua_State *L, int index);
int dm_compile_calls(lua_State *L);
const char *dm_check_calls(lua_State *L);

// order.c; more for pairs.c is in order.h
int64_t dm_sorted_keys(lua_State *L, int table, int64_t *count);

// pairs.c
int dm_pairs(lua_State *L);
int dm_next(lua_State *L);
void dm_forget_walks(dm_process *process);

// readonly.c
/// Whether it is a table of the host's, which scripts cannot write.
int dm_is_guard(lua_State *L, int index);

// describe.c
const char *dm_tolstring(lua_State *L, int index, size_t *length);
void dm_describe(lua_State *L, int index);
/// "0x" and the creation serial of a table, function, userdata or thread.
void dm_push_identity(lua_State *L, int index);
int dm_print_text(lua_State *L);

// error_report.c
void dm_note_failure(dm_process *process, lua_State *L, int status, int level);
/// The message handler of calls by the host: notes the error where it is raised, and leaves a mark in its place.
int dm_note(lua_State *L);
/// Whether that mark is on top.
int dm_is_noted(lua_State *L);
/// Puts the message back on top where that handler has noted and taken it, which it also is asked to when Lua's load
/// catches the error: one of a reader function, or too deep a stack.
void dm_text_of_load(lua_State *L);
