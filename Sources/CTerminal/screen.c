// The terminal as a screen: its mode, its size, and the bytes that its keys send.
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "CTerminal.h"

static struct termios before;
static atomic_bool is_taken;

static void send(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDOUT_FILENO, text, length);
    if (written <= 0) return;
    text += written;
    length -= (size_t)written;
  }
}

int dm_screen_begin(void) {
  // The alternate screen of the terminal, without a cursor and without folding long lines (ECMA-48, and xterm's modes).
  static const char begin[] = "\033[?1049h\033[?25l\033[?7l";
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0) return -1;
  struct termios mode = before;
  mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  // A suspended program would leave its screen behind.
  mode.c_cc[VSUSP] = _POSIX_VDISABLE;
  mode.c_cc[VMIN] = 0;
  mode.c_cc[VTIME] = 0;
  if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode) != 0) return -1;
  atomic_store(&is_taken, true);
  send(begin, sizeof(begin) - 1);
  return 0;
}

void dm_screen_end(void) {
  static const char end[] = "\033[?7h\033[?25h\033[?1049l";
  if (!atomic_exchange(&is_taken, false)) return;
  send(end, sizeof(end) - 1);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

int dm_screen_size(void) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_row << 16 | size.ws_col;
}

int dm_screen_byte(int milliseconds) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  int ready = poll(&input, 1, milliseconds);
  // A signal also ends the wait, so that it is handled at once.
  if (ready == 0 || (ready < 0 && errno == EINTR)) return -1;
  if (ready < 0) return -2;
  unsigned char byte;
  ssize_t count = read(STDIN_FILENO, &byte, 1);
  if (count == 1) return byte;
  return count < 0 && (errno == EINTR || errno == EAGAIN) ? -1 : -2;
}
