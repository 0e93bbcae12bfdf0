#include <errno.h>
#include <fcntl.h>

#include "CTerminal.h"

void dm_hold_standard_streams(void) {
  // What is opened takes the lowest number that is free, so they go from 0 on. The standard input cannot be read then,
  // nor the others written: using them fails as before.
  static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int number = 0; number < 3; number++) {
    if (fcntl(number, F_GETFD) == -1 && errno == EBADF) open("/dev/null", modes[number]);
  }
}
