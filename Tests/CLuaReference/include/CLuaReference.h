// A plain state of liblua with all its own libraries, which tests compare Dormouse's Lua with. In no product.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct lua_State reference_state;

/// A new state; NULL when there is no memory.
reference_state *reference_open(void);
void reference_close(reference_state *state);

/// Compiles a chunk, which later calls run; 0, or -1 and `text` says why not. The text is good until the next call.
int reference_load(reference_state *state, const char *source, size_t length, const char *name, const char **text);

/// Runs the chunk with two integers, to its first result as text; 0, or -1 and `text` is the error's.
int reference_run(reference_state *state, int64_t first, int64_t second, const char **text, size_t *length);
