// Values as scripts see them: walked through in order, shown as strings; and what they raise.
#pragma once
#include "state.h"

// order.c
/// Less than 0, 0 or more as one key comes before another, is the same, or comes after it.
int dm_compare_keys(const dm_value *left, const dm_value *right);
/// Whether a key is one of 1...n.
static inline int dm_is_in_run(const dm_value *key, int64_t n) {
  return key->type == DM_INTEGER_TYPE && (uint64_t)key->integer - 1 < (uint64_t)n;
}
/// Pushes a list of the keys of a table beyond 1...n, in order, or nil where there are none; returns n. The work is charged,
/// but nothing raised. 1...known count as there.
int64_t dm_sorted_keys(lua_State *L, int table, int known, int64_t *count);
/// Pushes the first of these keys, or nil; allocates nothing. The same is true of the charge.
void dm_push_first_key(lua_State *L, int table);
/// What it costs to look at each place of a table, however many are empty, in instructions.
static inline int64_t dm_cost_of_places(const dm_table *t) {
  enum { PLACES_AN_INSTRUCTION = 16 };
  return (int64_t)(dm_list_size(t) + dm_node_count(t)) / PLACES_AN_INSTRUCTION;
}

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
int dm_print_string(lua_State *L);

// error_report.c
void dm_note_failure(dm_process *process, lua_State *L, int status, int level);
/// The message handler of calls by the host: notes the error where it is raised, and leaves a mark in its place.
int dm_note(lua_State *L);
/// Whether that mark is on top.
int dm_is_noted(lua_State *L);
/// Puts the message back on top where that handler has noted and taken it, which it also is asked to when Lua's load
/// catches the error: one of a reader function, or too deep a stack.
void dm_message_of_load(lua_State *L);
