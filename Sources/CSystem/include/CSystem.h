// What differs between Linux and macOS, all in one place. C files include it first: it says what is wanted of the
// system's headers.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

// Address space of a size at an address, and nowhere else; what is not touched takes no memory. MAP_FAILED with errno
// EEXIST: something lies there.
void *sys_map_at(void *address, size_t size);

// How many processors this process may use, at least 1: what it was bound to counts, where the system can say so.
int sys_processors(void);

// The most memory that the process has had, and what it has now, in bytes; 0 where the system does not say.
int64_t sys_peak_memory(void);
int64_t sys_memory(void);

// Where the code lies of the library or program that a function is in, from its first byte to behind its last. 0: unknown.
int sys_code_around(const void *function, uintptr_t *start, uintptr_t *end);
// The instruction at which a signal interrupted the thread; `context` is what its handler was given.
uintptr_t sys_interrupted_at(const void *context);

// The last place of a byte; NULL: none.
static inline const void *sys_last(const void *bytes, int byte, size_t count) {
#ifdef __APPLE__
  const unsigned char *start = (const unsigned char *)bytes;
  while (count > 0) {
    if (start[--count] == (unsigned char)byte) return start + count;
  }
  return NULL;
#else
  return memrchr(bytes, byte, count);
#endif
}

// Sorts by what `compare` says of two elements and the context.
void sys_sort(
    void *elements, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context);
