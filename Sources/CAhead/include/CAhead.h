// Memory that an app's next event will touch, fetched before it does.
//
// The addresses are only hints to the processor: nothing is ever read or written there, so they may be those of memory that
// is long gone. What happens does not depend on them, but for how long it takes.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Addresses, one row of them for each app.
typedef struct ah_table ah_table;
enum { AH_PLACES = 47 };

/// Rows without any. NULL: there is no memory for them.
ah_table *ah_open(size_t rows);
void ah_close(ah_table *table);

/// The row itself is fetched, so that it is there for ah_fetch.
void ah_fetch_row(const ah_table *table, size_t row);
/// All that the row names is fetched. 1 where it should be told anew what to name: soon after it was forgotten, then at one
/// use in 64.
int ah_fetch(ah_table *table, size_t row);
/// The first AH_PLACES of these are the row's from now on.
void ah_learn(ah_table *table, size_t row, const uintptr_t *places, size_t count);
void ah_forget(ah_table *table, size_t row);
