// Signals that a thread reads from a pipe: handling them there need not be safe in a handler.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "CTerminal.h"

static int ends[2];

static void pass_on(int number) {
  int before = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds enough of them.
  ssize_t written = write(ends[1], &byte, 1);
  (void)written;
  errno = before;
}

int dm_catch_signals(const int *numbers, int count) {
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_handler = pass_on;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigset_t wanted;
  sigemptyset(&wanted);
  for (int i = 0; i < count; i++) {
    struct sigaction before;
    // A terminal that closes ends the program, but not under nohup, which had this signal ignored.
    if (numbers[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(numbers[i], &action, NULL);
    sigaddset(&wanted, numbers[i]);
  }
  // The parent process may have had them blocked.
  pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
  return 0;
}

int dm_next_signal(void) {
  unsigned char byte;
  ssize_t count;
  do count = read(ends[0], &byte, 1);
  while (count < 0 && errno == EINTR);
  return count == 1 ? byte : -1;
}
