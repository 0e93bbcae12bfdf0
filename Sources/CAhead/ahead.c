#include "CAhead.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { LINE = 64, FIRST_LEARNT = 2, LEARNT_EVERY = 64 };

typedef struct {
  uint32_t uses, count;
  uintptr_t places[AH_PLACES];
} row;
_Static_assert(sizeof(row) % LINE == 0, "rows begin with a line");

struct ah_table {
  size_t bytes;
  row *rows;
};

// Mapped, so that the rows of apps that never run take no memory.
ah_table *ah_open(size_t rows) {
  ah_table *table = malloc(sizeof *table);
  if (table == NULL) return NULL;
  table->bytes = rows * sizeof(row);
  table->rows = mmap(NULL, table->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (table->rows != MAP_FAILED) return table;
  free(table);
  return NULL;
}

void ah_close(ah_table *table) {
  munmap(table->rows, table->bytes);
  free(table);
}

void ah_fetch_row(const ah_table *table, size_t index) {
  const char *bytes = (const char *)&table->rows[index];
  for (size_t i = 0; i < sizeof(row); i += LINE) __builtin_prefetch(bytes + i, 1);
}

int ah_fetch(ah_table *table, size_t index) {
  row *row = &table->rows[index];
  for (uint32_t i = 0; i < row->count; i++) __builtin_prefetch((const void *)row->places[i], 1);
  return row->uses++ % LEARNT_EVERY == FIRST_LEARNT;
}

void ah_learn(ah_table *table, size_t index, const uintptr_t *places, size_t count) {
  row *row = &table->rows[index];
  row->count = count < AH_PLACES ? (uint32_t)count : AH_PLACES;
  for (uint32_t i = 0; i < row->count; i++) row->places[i] = places[i];
}

void ah_forget(ah_table *table, size_t index) {
  table->rows[index].count = 0;
  table->rows[index].uses = 0;
}
