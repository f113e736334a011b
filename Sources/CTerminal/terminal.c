#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// The alternate screen, no cursor, and no line that goes on in the next one.
static const char enter_sequence[] = "\033[?1049h\033[?25l\033[?7l\033[0m\033[2J";
// Ends an update that was cut off as well. A terminal without an alternate screen is left clean.
static const char leave_sequence[] =
    "\033[?2026l\033[0m\033[H\033[J\033[?7h\033[?25h\033[?1049l";

enum state { away, shown, hidden };

// Written before the handlers are installed, and only read by them.
static int screen = -1;
static struct termios before;
static struct termios raw;
static void *handler_stack;

static _Atomic int state = away;
static _Atomic int redraw = 0;

// The signals that end the program unless other code has taken them.
static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT,
                             SIGBUS, SIGFPE,  SIGSEGV, SIGSYS, SIGXCPU};
enum { ending_count = sizeof ending / sizeof ending[0] };
static struct sigaction ending_before[ending_count];
static struct sigaction stop_before;
static struct sigaction continue_before;

static void on_end(int number, siginfo_t *info, void *context);
static void on_stop(int number);
static void on_continue(int number);

// A terminal that does not take what it is sent gets 0.3 seconds, no more.
static void send(const char *text, size_t count) {
  for (int tries = 0; count > 0 && tries < 15;) {
    ssize_t written = write(screen, text, count);
    if (written > 0) {
      text += written;
      count -= (size_t)written;
      continue;
    }
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno != EAGAIN) return;
    struct pollfd request = {.fd = screen, .events = POLLOUT};
    poll(&request, 1, 20);
    tries++;
  }
}

static int in_foreground(void) {
  pid_t group = tcgetpgrp(screen);
  // A terminal that is not the controlling one knows no background.
  return group < 0 || group == getpgrp();
}

static void show(void) {
  tcsetattr(screen, TCSANOW, &raw);
  send(enter_sequence, sizeof enter_sequence - 1);
  atomic_store(&redraw, 1);
}

int terminal_open(int output) {
  if (!isatty(output)) return -1;
  int flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  char name[256];
  int descriptor = -1;
  if (ttyname_r(output, name, sizeof name) == 0) descriptor = open(name, flags);
  // The name may lie outside of a container's own file system.
  return descriptor >= 0 ? descriptor : open("/dev/tty", flags);
}

struct terminal_size terminal_get_size(int descriptor) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) memset(&size, 0, sizeof size);
  return (struct terminal_size){.columns = size.ws_col, .rows = size.ws_row};
}

static void install(int number, struct sigaction *action, struct sigaction *previous) {
  sigaction(number, NULL, previous);
  // What other code has taken, or what the parent has said to ignore, stays so.
  if ((previous->sa_flags & SA_SIGINFO) == 0 && previous->sa_handler == SIG_IGN) return;
  sigaction(number, action, NULL);
}

static void install_handlers(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigfillset(&action.sa_mask);
  // A stack that has overflowed is no place for a handler.
  if (handler_stack == NULL) handler_stack = malloc(64 << 10);
  stack_t stack = {.ss_sp = handler_stack, .ss_size = 64 << 10};
  stack_t present;
  if (handler_stack != NULL && sigaltstack(NULL, &present) == 0 &&
      (present.ss_flags & SS_DISABLE)) {
    sigaltstack(&stack, NULL);
  }
  action.sa_sigaction = on_end;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int i = 0; i < ending_count; i++) {
    struct sigaction present_action;
    sigaction(ending[i], NULL, &present_action);
    // Who ends the program in good order leaves the screen on the way.
    int is_taken = present_action.sa_flags & SA_SIGINFO || present_action.sa_handler != SIG_DFL;
    int is_fault = i > 3;
    ending_before[i] = present_action;
    if (is_fault || !is_taken) install(ending[i], &action, &ending_before[i]);
  }
  action.sa_flags = SA_RESTART;
  // The stop takes place in the handler, and a program that is stopped can be continued or ended.
  sigemptyset(&action.sa_mask);
  action.sa_handler = on_stop;
  install(SIGTSTP, &action, &stop_before);
  action.sa_handler = on_continue;
  install(SIGCONT, &action, &continue_before);
}

// Gives a signal back, unless it was taken over meanwhile.
static void uninstall(int number, struct sigaction *previous) {
  struct sigaction present;
  sigaction(number, NULL, &present);
  int is_ours = (present.sa_flags & SA_SIGINFO)
                    ? present.sa_sigaction == on_end
                    : present.sa_handler == on_stop || present.sa_handler == on_continue;
  if (is_ours) sigaction(number, previous, NULL);
}

int terminal_enter(int descriptor) {
  if (atomic_load(&state) != away) return EBUSY;
  if (tcgetattr(descriptor, &before) != 0) return errno;
  screen = descriptor;
  raw = before;
  // Signals still come from the keyboard. Control-S would make the program wait, so it does nothing.
  raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON | IXOFF | ISTRIP);
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
  // Then no key is EAGAIN, and nothing read is the end of the terminal.
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  atomic_store(&redraw, 1);
  if (!in_foreground()) {
    // To set it from the background would stop the program.
    atomic_store(&state, hidden);
    install_handlers();
    return 0;
  }
  // From the first byte on there is something to give back.
  atomic_store(&state, shown);
  install_handlers();
  show();
  return 0;
}

static void leave(void) {
  // The first one does it: the program's end, or a signal in the middle of that. From the
  // background there is nothing to give back, and to set the terminal would stop the program.
  if (atomic_exchange(&state, away) != shown) return;
  send(leave_sequence, sizeof leave_sequence - 1);
  tcsetattr(screen, TCSANOW, &before);
  // Keys that were pressed too late are not meant for the shell.
  tcflush(screen, TCIFLUSH);
}

void terminal_leave(void) {
  if (screen < 0) return;
  leave();
  for (int i = 0; i < ending_count; i++) uninstall(ending[i], &ending_before[i]);
  uninstall(SIGTSTP, &stop_before);
  uninstall(SIGCONT, &continue_before);
  screen = -1;
}

void terminal_restore(void) {
  int saved = errno;
  leave();
  errno = saved;
}

int terminal_is_ours(void) {
  int expected = hidden;
  if (atomic_load(&state) == hidden && in_foreground() &&
      atomic_compare_exchange_strong(&state, &expected, shown)) {
    show();
  }
  return atomic_load(&state) == shown;
}

int terminal_take_redraw(void) { return atomic_exchange(&redraw, 0); }

static void on_end(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  leave();
  for (int i = 0; i < ending_count; i++) {
    if (ending[i] == number) sigaction(number, &ending_before[i], NULL);
  }
  // A fault happens again when the handler returns, and then takes its usual course. A signal that
  // was sent has to be sent again; so has a trap, which is over.
  if (info->si_code <= 0 || number == SIGTRAP) raise(number);
  errno = saved;
}

static void on_stop(int number) {
  int saved = errno;
  int expected = shown;
  if (atomic_compare_exchange_strong(&state, &expected, hidden)) {
    send(leave_sequence, sizeof leave_sequence - 1);
    // A shell that was quicker has set the terminal for itself already.
    if (in_foreground()) tcsetattr(screen, TCSANOW, &before);
  }
  // It may be continued before it has come to stop.
  if (atomic_load(&state) == shown) {
    errno = saved;
    return;
  }
  struct sigaction standard, ours;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(number, &standard, &ours);
  sigset_t set, previous;
  sigemptyset(&set);
  sigaddset(&set, number);
  raise(number);
  // Here the program is stopped, until another process continues it.
  sigprocmask(SIG_UNBLOCK, &set, &previous);
  sigprocmask(SIG_SETMASK, &previous, NULL);
  sigaction(number, &ours, NULL);
  errno = saved;
}

static void on_continue(int number) {
  (void)number;
  int saved = errno;
  int expected = hidden;
  if (in_foreground()) {
    // After a stop that could not be caught the shell has set the terminal its own way.
    if (atomic_compare_exchange_strong(&state, &expected, shown) || expected == shown) show();
  } else {
    expected = shown;
    atomic_compare_exchange_strong(&state, &expected, hidden);
  }
  errno = saved;
}
