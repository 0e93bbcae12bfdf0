// What the machine can do without any of our code: the measure for our own figures.
#pragma once

/// Seconds of processor time, as all here, for `events` events of `apps` coroutines, each on a binary heap: pop the earliest, resume its coroutine, which
/// calls a trivial function and yields, push it again one second later. Bare Lua, a state of its own for each app.
double dm_floor_events(int apps, long events);

/// Seconds of processor time that the calling thread has had.
double dm_floor_clock(void);

/// Seconds for `calls` calls of a C function from a Lua loop, and back.
double dm_floor_raw_call(long calls);

/// Seconds that a chunk takes in a plain state of liblua with all its libraries, called once with `calls`.
double dm_floor_chunk(const char *source, long calls);
