#include "CLuaStress.h"

#include <CLuaShims.h>
#include <stdlib.h>
#include <string.h>

int stress_is_everywhere(void) {
  const char *asked = getenv("DORMOUSE_COLLECT_ALWAYS");
  return asked != NULL && strcmp(asked, "1") == 0;
}

__attribute__((constructor)) static void begin(void) {
  if (stress_is_everywhere()) dm_collect_always(1, 1);
}

void stress_here(int on) { dm_collect_always(on, 0); }

void *dm_slot_take(int *slot, int is_clear);  // of arena.h, which is not for others

int stress_take_all_slots(void) {
  int count = 0, slot;
  while (dm_slot_take(&slot, 0) != NULL) count++;
  return count;
}

int stress_take_all_clear_slots(void) {
  int count = 0, slot;
  while (dm_slot_take(&slot, 1) != NULL) count++;
  return count;
}
