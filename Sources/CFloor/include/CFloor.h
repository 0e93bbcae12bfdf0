// What the machine can do without any of our code: the measure for our own figures.
#pragma once

/// Seconds for `events` events of `apps` coroutines, each on a binary heap: pop the earliest, resume its coroutine, which
/// calls a trivial function and yields, push it again one second later. Bare Lua, one state.
double dm_floor_events(int apps, long events);

/// Seconds for `calls` calls of a C function from a Lua loop, and back.
double dm_floor_raw_call(long calls);
