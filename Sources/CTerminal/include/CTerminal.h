// The command's signals and standard streams beneath Foundation.
#pragma once

/// Registers a file to be removed if the program is ended before `dm_file_finished`. Any thread may call this and the
/// next; the path is copied. O(files registered before).
void dm_file_began(const char *path);

/// Reports that the file of that path is complete, or gone.
void dm_file_finished(const char *path);

/// Removes the files that are registered and not finished, and calls `dm_screen_end`. Safe in a handler of signals.
void dm_remove_unfinished(void);

/// Catches signals from now on, so that `dm_next_signal` returns them; a SIGHUP that is ignored stays so. To be called
/// once. Returns 0, or -1: the system has no pipe for it, and signals keep their defaults.
int dm_catch_signals(const int *numbers, int count);

/// Waits for the next of the signals that are caught, and returns its number; -1: none can come.
int dm_next_signal(void);

/// Ends the program by a signal, as if it had never been handled, so that a shell knows not to go on; where the system
/// shields the program from it, as the first process of a container, by the shell's status for it.
_Noreturn void dm_end_by_signal(int number);

/// From now on a signal that means a fault of the program itself ends it with a status: the unfinished files are
/// removed, and the standard error says which signal it was. All of this is safe in a handler.
void dm_end_on_faults(int status);

/// Opens those of the three standard streams that are closed, in such a way that using them still fails: else the next
/// file that is opened would take their number, and be read or written by mistake.
void dm_hold_standard_streams(void);

/// Takes the terminal of the standard input and output for a screen of the program's own: keys come at once and without
/// echo, and `dm_screen_end` restores what was there. Ctrl-C still sends its signal. Returns 0, or -1: it is no
/// terminal.
int dm_screen_begin(void);

/// Restores the terminal; does nothing if it was not taken. Safe in a handler of signals, and called by
/// `dm_remove_unfinished`, so that whatever ends the program leaves a terminal that can be used.
void dm_screen_end(void);

/// Returns the rows of the terminal times 65,536, plus its columns; 0: it does not report them.
int dm_screen_size(void);

/// Returns the next byte of the standard input; -1: none came within so many milliseconds; -2: none will come any more.
int dm_screen_byte(int milliseconds);
