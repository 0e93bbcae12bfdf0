// The differences between Linux and macOS, all in one place. C files include it first: it declares what is needed of
// the system's headers.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

// Returns address space of a size at an address, and nowhere else; what is not touched takes no memory. MAP_FAILED with
// errno EEXIST: something else is there.
void *sys_map_at(void *address, size_t size);

// Returns the number of processors that this process may use, at least 1; its affinity counts, where the system reports
// it.
int sys_processors(void);

// Returns the most memory that the process has had, and its present memory, in bytes; 0 where the system does not
// report it.
int64_t sys_peak_memory(void);
int64_t sys_memory(void);

// The identity that the linker gave the program: a digest of its contents. Zeros: it has none.
typedef struct {
  uint64_t words[4];
} sys_identity;
sys_identity sys_build_identity(void);

// Where the code lies of the library or program that a function is in, from its first byte to behind its last. 0: unknown.
int sys_code_around(const void *function, uintptr_t *start, uintptr_t *end);
// The instruction at which a signal interrupted the thread; `context` is what its handler was given.
uintptr_t sys_interrupted_at(const void *context);

// Returns the last place of a byte; NULL: there is none.
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

// Sorts by the result of `compare` for two elements and the context.
void sys_sort(
    void *elements, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context);
