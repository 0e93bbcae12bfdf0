#include "CSystem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __APPLE__
#include <dlfcn.h>
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>
#include <mach/mach.h>
#include <sys/ucontext.h>
#else
#include <link.h>
#include <sched.h>
#include <ucontext.h>
#endif

void *sys_map_at(void *address, size_t size) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
#ifdef MAP_FIXED_NOREPLACE
  flags |= MAP_FIXED_NOREPLACE;
#endif
  // Without that flag, and in an old kernel that does not know it, the address is a hint.
  void *got = mmap(address, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got == MAP_FAILED || got == address) return got;
  munmap(got, size);
  errno = EEXIST;
  return MAP_FAILED;
}

int sys_processors(void) {
#ifndef __APPLE__
  // On a machine with more processors than a set holds, the call is repeated with larger sets.
  for (int most = CPU_SETSIZE; most <= 1 << 20; most *= 2) {
    cpu_set_t *set = CPU_ALLOC(most);
    if (set == NULL) break;
    size_t size = CPU_ALLOC_SIZE(most);
    int count = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (count > 0) return count;
    if (errno != EINVAL) break;
  }
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}

int64_t sys_peak_memory(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
  return usage.ru_maxrss;
#else
  return (int64_t)usage.ru_maxrss * 1024;
#endif
}

int64_t sys_memory(void) {
#ifdef __APPLE__
  mach_task_basic_info_data_t info;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count) != KERN_SUCCESS) return 0;
  return (int64_t)info.resident_size;
#else
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return 0;
  long long total = 0, resident = 0;
  int read = fscanf(file, "%lld %lld", &total, &resident);
  fclose(file);
  return read == 2 ? resident * sysconf(_SC_PAGESIZE) : 0;
#endif
}

static sys_identity identity_of(const void *bytes, size_t length) {
  sys_identity identity = {{0}};
  memcpy(&identity, bytes, length < sizeof identity ? length : sizeof identity);
  return identity;
}

#ifdef __APPLE__
sys_identity sys_build_identity(void) {
  const struct mach_header_64 *program = (const struct mach_header_64 *)_dyld_get_image_header(0);
  const struct load_command *command = (const struct load_command *)(program + 1);
  for (uint32_t i = 0; i < program->ncmds; i++) {
    const struct uuid_command *found = (const struct uuid_command *)command;
    if (command->cmd == LC_UUID) return identity_of(found->uuid, sizeof found->uuid);
    command = (const struct load_command *)((const char *)command + command->cmdsize);
  }
  return (sys_identity){{0}};
}

int sys_code_around(const void *function, uintptr_t *start, uintptr_t *end) {
  Dl_info image;
  if (dladdr(function, &image) == 0) return 0;
  unsigned long size;
  const uint8_t *code = getsectiondata((const struct mach_header_64 *)image.dli_fbase, "__TEXT", "__text", &size);
  *start = (uintptr_t)code;
  *end = *start + size;
  return code != NULL;
}
#else
// The identity is a note of the linker's, in one of the segments of notes.
static int find_identity(struct dl_phdr_info *program, size_t size, void *context) {
  (void)size;
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &program->dlpi_phdr[i];
    if (segment->p_type != PT_NOTE) continue;
    size_t align = segment->p_align == 8 ? 8 : 4, more = align - 1;
    const char *at = (const char *)(program->dlpi_addr + segment->p_vaddr), *end = at + segment->p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
      const char *name = at + sizeof *note, *value = at + (sizeof *note + note->n_namesz + more) / align * align;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
        *(sys_identity *)context = identity_of(value, note->n_descsz);
        return 1;
      }
      at = value + (note->n_descsz + more) / align * align;
    }
  }
  return 1;  // the program comes first, then its libraries
}

sys_identity sys_build_identity(void) {
  sys_identity identity = {{0}};
  dl_iterate_phdr(find_identity, &identity);
  return identity;
}

struct code {
  uintptr_t function, start, end;
};

static int find_code(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct code *code = context;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    uintptr_t start = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr, end = start + object->dlpi_phdr[i].p_memsz;
    if (object->dlpi_phdr[i].p_type != PT_LOAD || code->function < start || code->function >= end) continue;
    code->start = start;
    code->end = end;
    return 1;
  }
  return 0;
}

int sys_code_around(const void *function, uintptr_t *start, uintptr_t *end) {
  struct code code = {.function = (uintptr_t)function};
  int found = dl_iterate_phdr(find_code, &code);
  *start = code.start;
  *end = code.end;
  return found;
}
#endif

uintptr_t sys_interrupted_at(const void *context) {
  const ucontext_t *interrupted = context;
#if defined(__APPLE__) && defined(__aarch64__)
  return (uintptr_t)__darwin_arm_thread_state64_get_pc(interrupted->uc_mcontext->__ss);
#elif defined(__APPLE__)
  return (uintptr_t)interrupted->uc_mcontext->__ss.__rip;
#elif defined(__aarch64__)
  return (uintptr_t)interrupted->uc_mcontext.pc;
#else
  return (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP];
#endif
}

#ifdef __APPLE__
// On macOS the context comes first, in the function too.
struct call {
  int (*compare)(const void *, const void *, void *);
  void *context;
};

static int swapped(void *context, const void *left, const void *right) {
  const struct call *call = context;
  return call->compare(left, right, call->context);
}
#endif

void sys_sort(
    void *elements, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
#ifdef __APPLE__
  struct call call = {compare, context};
  qsort_r(elements, count, size, &call, swapped);
#else
  qsort_r(elements, count, size, compare, context);
#endif
}
