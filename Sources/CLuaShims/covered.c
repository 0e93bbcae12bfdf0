// Which lines of scripts have run, and how often, where a host wants to know. No script notices it.
#include "state.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  char *name;
  int64_t *counts;  // by line
  int lines;
} covered_file;

struct dm_coverage {
  covered_file *files;
  int count;
};

dm_coverage *dm_make_coverage(void) { return calloc(1, sizeof(dm_coverage)); }

void dm_free_coverage(dm_coverage *coverage) {
  if (coverage == NULL) return;
  for (int index = 0; index < coverage->count; index++) {
    free(coverage->files[index].name);
    free(coverage->files[index].counts);
  }
  free(coverage->files);
  free(coverage);
}

// NULL without memory: the line is not counted then.
static covered_file *file_of(dm_coverage *coverage, const char *name) {
  int index = 0;
  while (index < coverage->count && strcmp(coverage->files[index].name, name) != 0) index++;
  if (index == coverage->count) {
    covered_file *grown = realloc(coverage->files, (size_t)(index + 1) * sizeof *grown);
    if (grown == NULL) return NULL;
    coverage->files = grown;
    grown[index] = (covered_file){.name = strdup(name)};
    if (grown[index].name == NULL) return NULL;
    coverage->count++;
  }
  return &coverage->files[index];
}

static int has_line(covered_file *file, int line) {
  if (line < file->lines) return 1;
  int lines = line + line / 2 + 32;
  int64_t *grown = realloc(file->counts, (size_t)lines * sizeof *grown);
  if (grown == NULL) return 0;
  memset(grown + file->lines, 0, (size_t)(lines - file->lines) * sizeof *grown);
  file->counts = grown;
  file->lines = lines;
  return 1;
}

void dm_note_line(lua_State *L, lua_Debug *event) {
  lua_getinfo(L, "Sl", event);
  if (event->source[0] != '@' || event->currentline < 1) return;
  covered_file *file = file_of(dm_of(L)->coverage, event->source + 1);
  if (file != NULL && has_line(file, event->currentline)) file->counts[event->currentline]++;
}

int dm_covered_files(const dm_coverage *coverage) { return coverage->count; }
const char *dm_covered_name(const dm_coverage *coverage, int file) { return coverage->files[file].name; }
int dm_covered_lines(const dm_coverage *coverage, int file) { return coverage->files[file].lines; }
int64_t dm_covered_count(const dm_coverage *coverage, int file, int line) {
  return coverage->files[file].counts[line];
}
