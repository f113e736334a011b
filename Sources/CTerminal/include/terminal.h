#ifndef CTERMINAL_H
#define CTERMINAL_H

// A terminal whose whole screen the program has taken, and what gives it back. It is C, because that
// has to happen in signal handlers too, where next to nothing may be called, and nothing of Swift.

struct terminal_size {
  int columns;
  int rows;
};

/// Opens the terminal that `output` is, to read and to write without ever waiting for it. The
/// descriptor is the caller's own: what is set on it does not hold for the shell's. -1 where that
/// is no terminal, or it cannot be opened; `errno` says why.
int terminal_open(int output);

/// Zero where the terminal does not say.
struct terminal_size terminal_get_size(int descriptor);

/// Takes the screen: the alternate one, without a cursor; keys come one by one and are not echoed.
/// From here on the terminal is given back on any signal that ends the program and can be caught,
/// and for as long as the program is stopped. 0, or an errno. One screen can be taken at a time.
int terminal_enter(int descriptor);

/// Gives the terminal back as it was. Without a screen that was taken it does nothing.
void terminal_leave(void);

/// The same for a signal handler, in a hurry.
void terminal_restore(void);

/// Whether the screen is there to be drawn on. It is not while the program is in the background;
/// back in the foreground, this takes it again.
int terminal_is_ours(void);

/// Whether all has to be drawn again, since the program was stopped; asking clears it.
int terminal_take_redraw(void);

#endif
