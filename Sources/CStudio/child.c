// Programs that work for the studio, each at the other end of three pipes.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CStudio.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ENDS = 3, STANDARD_OUTPUT = 1, FIRST_FREE = 10 };

// A pipe whose ends no other program inherits, above the descriptors that a program is given.
static int open_pipe(int ends[2]) {
  if (pipe(ends) != 0) return errno;
  for (int i = 0; i < 2; i++) {
    int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, FIRST_FREE);
    int error = errno;
    close(ends[i]);
    ends[i] = moved;
    if (moved < 0) {
      close(ends[1 - i]);
      return error;
    }
  }
  return 0;
}

static int spawn(const char *program, const char *const *arguments, const char *folder, const int writing[ENDS], pid_t *child) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (int i = 0; i < ENDS; i++) posix_spawn_file_actions_adddup2(&files, writing[i], STANDARD_OUTPUT + i);
  posix_spawn_file_actions_addchdir_np(&files, folder);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  int error = posix_spawn(child, program, &files, &attributes, (char *const *)arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

int dm_child_start(const char *program, const char *const *arguments, const char *folder, int ends[ENDS]) {
  int writing[ENDS], count = 0, error = 0;
  pid_t child = 0;
  for (; count < ENDS && error == 0; count++) {
    int both[2];
    error = open_pipe(both);
    if (error != 0) break;
    ends[count] = both[0];
    writing[count] = both[1];
    fcntl(ends[count], F_SETFL, O_NONBLOCK);
  }
  if (error == 0) error = spawn(program, arguments, folder, writing, &child);
  for (int i = 0; i < count; i++) close(writing[i]);
  if (error == 0) return child;
  for (int i = 0; i < count; i++) close(ends[i]);
  return -error;
}

void dm_child_end(int process) { kill(-process, SIGKILL); }

int dm_child_status(int process) {
  int status;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 128;
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
