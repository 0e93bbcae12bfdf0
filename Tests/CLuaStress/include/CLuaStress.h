// What tests do to the C border that no program does.
#pragma once

/// Whether this run of the tests was asked, by DORMOUSE_COLLECT_ALWAYS=1, to collect at every allocation of every state.
int stress_is_everywhere(void);
/// States that this thread opens from now on collect at every allocation, or as this run was asked.
void stress_here(int on);
/// Takes all address space that states could have; how many states that would be.
int stress_take_all_slots(void);
/// The same but for what states have left behind that are no more.
int stress_take_all_clear_slots(void);
/// Plays random acts on an arena, in waves of growth and decay. What was wrong, NULL if nothing was.
const char *arena_plays(unsigned long long seed, int waves);
/// Fills an arena with blocks of one size after another, most of which it gives back.
/// What was wrong, NULL if nothing was.
const char *arena_recycles(int is_object);
