// Files that are removed when the program is ended from outside: a list that only grows, so that a handler of signals
// can walk it at any moment. The terminal is restored then too.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CTerminal.h"

typedef struct file {
  struct file *next;
  atomic_bool is_unfinished;
  char path[];
} file;

static _Atomic(file *) files;

static file *named(const char *path) {
  for (file *f = atomic_load(&files); f; f = f->next) {
    if (strcmp(f->path, path) == 0) return f;
  }
  return NULL;
}

void dm_file_began(const char *path) {
  file *f = named(path);
  if (!f) {
    size_t size = strlen(path) + 1;
    f = malloc(sizeof(file) + size);
    if (!f) return;
    memcpy(f->path, path, size);
    atomic_init(&f->is_unfinished, true);
    f->next = atomic_load(&files);
    while (!atomic_compare_exchange_weak(&files, &f->next, f)) {
    }
  }
  atomic_store(&f->is_unfinished, true);
}

void dm_file_finished(const char *path) {
  file *f = named(path);
  if (f) atomic_store(&f->is_unfinished, false);
}

void dm_remove_unfinished(void) {
  dm_screen_end();
  for (file *f = atomic_load(&files); f; f = f->next) {
    if (atomic_load(&f->is_unfinished)) unlink(f->path);
  }
}
