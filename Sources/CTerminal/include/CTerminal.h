// What the command has to do with signals and standard streams beneath Foundation.
#pragma once

/// Names a file to be removed if the program is ended before `dm_file_finished`. Any thread may call this and the
/// next; the path is copied. O(files named before).
void dm_file_began(const char *path);

/// The file of that path is whole, or gone.
void dm_file_finished(const char *path);

/// Removes the files that are named and not finished. Safe in a handler of signals.
void dm_remove_unfinished(void);

/// From now on a signal that tells of a fault of the program itself ends it with a status: the unfinished files are
/// removed, and the standard error is told which signal it was. Nothing that is done then is unsafe in a handler.
void dm_end_on_faults(int status);

/// Gives the calling thread a stack on which faults are handled, so that the overflow of its own stack is told too.
/// Once a thread; further calls do nothing.
void dm_cover_thread(void);

/// Opens what is closed of the three standard streams, in such a way that using it fails still: else the next file
/// that is opened would take its number, and be read or written by mistake.
void dm_hold_standard_streams(void);

/// Takes the terminal of the standard input and output for a screen of the program's own: keys come at once and unseen,
/// and what was there comes back with `dm_screen_end`. Ctrl-C still sends its signal. 0, or -1: it is no terminal.
int dm_screen_begin(void);

/// Gives the terminal back as it was; does nothing without one taken. Safe in a handler of signals, and called by
/// `dm_remove_unfinished`, so that whatever ends the program leaves a terminal that can be used.
void dm_screen_end(void);

/// Rows of the terminal times 65,536, and columns; 0: it does not tell.
int dm_screen_size(void);

/// The next byte of the standard input; -1: none came within so many milliseconds; -2: none will come any more.
int dm_screen_byte(int milliseconds);
