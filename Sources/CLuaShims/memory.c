// What a state may allocate, and when its garbage is collected.
//
// The collector proper is stopped. It runs when the host asks, when a script asks, and when the bytes in use pass a
// mark while Lua runs: then the allocator refuses once, on which Lua collects everything and asks again. All of that
// depends on the bytes asked for alone. They are the same in every process because the seed of Lua's string hashes,
// which Debian's Lua takes from time and addresses, is put to a constant before Lua uses it.
#include "state.h"

#include <string.h>

enum {
  SOFT_BYTES = 256 << 10,     // garbage allowed to gather within one callback, beside as much as lives
  GROWN_BYTES = 16 << 10,    // the same between callbacks, beside half of what lives
  BYTES_AN_INSTRUCTION = 16, // of collecting
  CHARGED_BLOCK = 256,       // and more: to fill it takes time
  TEXT_BYTES_AN_INSTRUCTION = 64,
  TABLE_BYTES_AN_INSTRUCTION = 32,
  TEXT_HEADER = 25,  // and a zero at the end
  STRESSED_BYTES = 64 << 10, // in tests, a state up to this size collects at every allocation
  // The smallest buffer that lauxlib asks the allocator for itself; it does not ask again.
  LEAST_BOX = LUAL_BUFFERSIZE / 2 * 3,
  // The distance of global_State.seed from global_State.frealloc; dm_check_layout proves it.
  SEED_DISTANCE = 96,
};
// Found out when the first state is made, the same for all.
int dm_count_distance;

static const unsigned hash_seed = 0x646f726d;

static void fix_seed(dm_process *P);

void dm_settle(dm_process *P) {
  dm_restore_weak_keys(P);
  P->live = P->arena.used;
  size_t mark = P->live * 2 + SOFT_BYTES;
  P->mark = mark < P->cap ? mark : P->cap;
  P->soft = P->stressed ? 0 : P->mark;
  P->metered += (int64_t)(P->live / BYTES_AN_INSTRUCTION);
  dm_arena_tidy(&P->arena);
}

// MARK: - A test of whatever holds on to what Lua may collect

static int stresses_all;
static _Thread_local int stresses_here;

void dm_collect_always(int on, int everywhere) {
  if (everywhere) {
    __atomic_store_n(&stresses_all, on, __ATOMIC_RELAXED);
  } else {
    stresses_here = on;
  }
}

int dm_collects_always(void) { return stresses_here || __atomic_load_n(&stresses_all, __ATOMIC_RELAXED); }

// Whether this growth is to find the garbage collected. The larger a state, the more seldom: collecting takes longer.
// Nothing is charged, so that scripts fare as ever but for what they hold weakly.
static int is_stressed(dm_process *P, int asks_again) {
  if (!P->stressed || !asks_again) return 0;
  if (++P->uncollected * STRESSED_BYTES < P->arena.used) return 0;
  P->uncollected = 0;
  return 1;
}

// MARK: - Allocations

static int refuse(dm_process *P, size_t growth) {
  if (P->retrying) dm_note_refusal(P);
  P->refused = growth;
  P->retrying = DM_RETRY;
  P->soft = 0;  // the next growth comes here again, and sets it anew
  return 0;
}

static int admit_slowly(dm_process *P, size_t growth, int is_object, int is_text, int asks_again)
    __attribute__((noinline));

// Whether a growth is allowed. `is_object`: Lua itself asks, and will ask again after a collection; `asks_again`: so it
// will, but the request is not worth a collection.
static inline int admit(dm_process *P, size_t growth, int is_object, int is_text, int asks_again) {
  if (growth < CHARGED_BLOCK && P->arena.used + growth <= P->soft) return 1;  // nearly always
  return admit_slowly(P, growth, is_object, is_text, asks_again);
}

static int admit_slowly(dm_process *P, size_t growth, int is_object, int is_text, int asks_again) {
  size_t after = P->arena.used + growth;
  if (growth >= CHARGED_BLOCK && P->retrying != DM_RETRY_OF_TEST) {
    P->metered += (int64_t)(growth / (is_text ? TEXT_BYTES_AN_INSTRUCTION : TABLE_BYTES_AN_INSTRUCTION));
    if (is_text && growth >= DM_LONG_TEXT && !P->has_long_text) {
      P->has_long_text = 1;
      if (P->counting != NULL) dm_count_on(P, P->counting);
    }
    if (is_text && growth > DM_LONGEST_TEXT + TEXT_HEADER && P->in_lua && !P->killed) {
      P->long_text = growth - TEXT_HEADER;
      return refuse(P, SIZE_MAX / 4);
    }
  }
  if (after <= P->soft) return 1;
  if (P->main == NULL && P->arena.serials == 1 && P->arena.data.live == 0) fix_seed(P);
  if (!P->in_lua || P->killed) return 1;
  dm_retry retry = P->retrying;
  P->retrying = DM_NO_RETRY;
  if (retry == DM_NO_RETRY && is_stressed(P, asks_again)) {
    P->retrying = DM_RETRY_OF_TEST;
    return 0;
  }
  if (P->stressed && retry != DM_RETRY && after <= P->mark) return 1;
  if (retry) {
    dm_settle(P);
    after = P->arena.used + growth;
  }
  if (after <= P->cap) {
    if (growth == P->refused) P->refused = 0;
    if (retry || !is_object) return 1;
    P->retrying = DM_RETRY;
    P->soft = 0;  // the next growth comes here again, and sets it anew
    return 0;
  }
  P->retrying = (unsigned char)retry;
  return refuse(P, growth);
}

// The text made last lies in its bucket by now. Whoever is refused for it collects and asks again: live texts count only.
static int admit_text(dm_process *P, size_t size) {
  if (!P->in_lua || P->killed || !dm_is_bucket_full(P->newest_text)) return 1;
  P->has_full_bucket = P->retrying != DM_NO_RETRY;
  return refuse(P, P->has_full_bucket ? SIZE_MAX / 4 : size);
}

// Where keys collide so much that the entry cannot pay for moving them, they are not moved.
static int are_nodes_paid(dm_process *P, size_t size) {
  if (P->retrying != DM_NO_RETRY) return 1;
  int64_t cost = dm_cost_of_nodes(P, size);
  P->metered += cost;
  P->unpaid = cost > 0 && P->in_lua && !P->killed && P->metered >= P->limit_end;
  return !P->unpaid;
}

// Lua collects now, where it asks again.
static void *refused(dm_process *P) __attribute__((noinline));
static void *refused(dm_process *P) {
  if (P->in_lua) dm_settle_weak_keys(P);
  return NULL;
}

// What the script would make of it depends on the machine: the process ends, whatever Lua gets when it asks again.
static void *exhausted(dm_process *P) __attribute__((noinline));
static void *exhausted(dm_process *P) {
  P->exhausted = 1;
  P->refused = SIZE_MAX / 4;
  return NULL;
}

void *dm_allocate(void *process, void *block, size_t old_size, size_t new_size) {
  dm_process *P = process;
  if (new_size == 0) {
    if (dm_log_of_nodes(old_size)) dm_forget_nodes(P, block);
    if (block == P->newest_text) P->newest_text = NULL;
    dm_arena_put(&P->arena, block, old_size);
    return NULL;
  }
  if (block == NULL) {
    static const unsigned objects =
        1 << LUA_TTABLE | 1 << LUA_TFUNCTION | 1 << LUA_TUSERDATA | 1 << LUA_TTHREAD;
    int is_object = old_size <= LUA_TTHREAD && (objects >> old_size & 1);
    int can_be_nodes = old_size == 0 && dm_log_of_nodes(new_size), is_text = old_size == LUA_TSTRING;
    if (can_be_nodes && !are_nodes_paid(P, new_size)) return refused(P);
    if (is_text && !admit_text(P, new_size)) return refused(P);
    if (!admit(P, new_size, old_size != 0, is_text, old_size != 0 || new_size < LEAST_BOX)) return refused(P);
    block = dm_arena_get(&P->arena, new_size, is_object);
    if (block == NULL) return exhausted(P);
    if (is_text) P->newest_text = block;
    if (can_be_nodes && block != NULL) dm_keep_nodes(P, block, new_size);
    return block;
  }
  if (new_size > old_size && !admit(P, new_size - old_size, 0, 0, old_size < LEAST_BOX)) return refused(P);
  if (dm_log_of_nodes(old_size)) dm_forget_nodes(P, block);
  block = dm_arena_resize(&P->arena, block, old_size, new_size);
  return block != NULL ? block : exhausted(P);
}

// MARK: - What is nobody's

// There are enough numbers for any library that people write; beyond them the host's objects are numbered as scripts' are.
enum { LAST_HOST_SERIAL = DM_FIRST_SERIAL / 2 };
// The stack is the script's, and gives back what it has grown by: it grows before.
enum { VALUES_OF_HOST = 64 };

dm_account dm_host_begins(lua_State *L) {
  dm_process *P = dm_of(L);
  int are_scripts = P->arena.serials >= DM_FIRST_SERIAL;
  if (are_scripts) (void)dm_room(L, VALUES_OF_HOST);
  dm_account scripts = {P->arena.used, P->metered, P->arena.serials};
  if (are_scripts && P->host_serials < LAST_HOST_SERIAL) P->arena.serials = P->host_serials;
  return scripts;
}

void dm_host_ends(lua_State *L, dm_account scripts) {
  dm_process *P = dm_of(L);
  if (scripts.serials < DM_FIRST_SERIAL) return;  // the state is being opened, or the host goes on
  if (P->host_serials < LAST_HOST_SERIAL) {
    P->host_serials = P->arena.serials;
    P->arena.serials = scripts.serials;
  }
  P->arena.used = scripts.used;
  P->metered = scripts.metered;
}

// MARK: - Collections

void dm_collect(dm_process *P) {
  if (dm_is_abandoned(P)) return;
  dm_settle_weak_keys(P);
  P->collects = 1;
  lua_gc(P->main, LUA_GCCOLLECT);
  P->collects = 0;
  P->retrying = DM_NO_RETRY;
  dm_settle(P);
}

int dm_has_grown(const dm_process *P) {
  size_t margin = P->live / 2 > GROWN_BYTES ? P->live / 2 : GROWN_BYTES;
  return P->arena.used > P->live + margin;
}

size_t dm_used(const dm_process *P) { return P->arena.used; }
size_t dm_cap(const dm_process *P) { return P->cap; }

size_t dm_footprint(const dm_process *P) {
  return sizeof *P + P->arena.objects.taken + P->arena.data.taken;
}

// MARK: - What is assumed of Lua's inside

enum { USERDATA_HEADER = 32, STRING_HASH_BEFORE = 12 };

enum { LEVELS = 0xFFFF, LEVEL_WITHOUT_YIELD = 0x10001 };

int dm_levels(lua_State *L) { return (int)(dm_both_levels(L) & LEVELS); }

void dm_set_levels(lua_State *L, int levels) {
  uint32_t both = (dm_both_levels(L) & ~(uint32_t)LEVELS) | (uint32_t)levels;
  memcpy((char *)L + DM_LEVELS_AT, &both, sizeof both);
}

static int tell_levels(lua_State *L) {
  int is_inner = lua_toboolean(L, 1);
  lua_pushinteger(L, dm_both_levels(L));
  if (is_inner) return 1;
  lua_pushcfunction(L, tell_levels);
  lua_pushboolean(L, 1);
  lua_call(L, 1, 1);
  return 2;
}

// Of two calls one inside the other each must count one more.
static int are_levels_known(lua_State *L) {
  lua_Integer before = dm_both_levels(L);
  lua_pushcfunction(L, tell_levels);
  lua_call(L, 0, 2);
  int known = lua_tointeger(L, -2) == before + LEVEL_WITHOUT_YIELD
              && lua_tointeger(L, -1) == before + 2 * LEVEL_WITHOUT_YIELD;
  lua_pop(L, 2);
  return known;
}

// Runs at Lua's second allocation: global_State is set up, and no string has been hashed yet.
static void fix_seed(dm_process *P) {
  char *block = (char *)P + (sizeof *P + 15) / 16 * 16 + sizeof(uint64_t);
  size_t size = P->arena.used;
  if (size > DM_FIRST_BLOCK) return;  // dm_check_layout refuses such a Lua
  for (size_t i = 0; i + SEED_DISTANCE + sizeof hash_seed <= size; i += sizeof(void *)) {
    lua_Alloc function;
    memcpy(&function, block + i, sizeof function);
    if (function == dm_allocate) memcpy(block + i + SEED_DISTANCE, &hash_seed, sizeof hash_seed);
  }
}

static unsigned expected_hash(const char *text, size_t length) {
  unsigned hash = hash_seed ^ (unsigned)length;
  for (; length > 0; length--) {
    hash ^= (hash << 5) + (hash >> 2) + (unsigned char)text[length - 1];
  }
  return hash;
}

uint64_t dm_serial(lua_State *L, int index) {
  const char *block = lua_topointer(L, index);
  switch (lua_type(L, index)) {
    case LUA_TTHREAD: block -= LUA_EXTRASPACE; break;
    case LUA_TUSERDATA: block -= USERDATA_HEADER; break;
    case LUA_TFUNCTION:
      if (block == (const char *)(uintptr_t)lua_tocfunction(L, index)) return 0;
      break;
    default: break;
  }
  return dm_serial_of_block(block);
}

static int nothing(lua_State *L) {
  (void)L;
  return 0;
}

const char *dm_check_layout(lua_State *L) {
  dm_process *P = dm_of(L);
  static const char name[] = "dormouse";
  unsigned hash;
  memcpy(&hash, lua_pushlstring(L, name, sizeof name - 1) - STRING_HASH_BEFORE, sizeof hash);
  lua_pop(L, 1);
  if (hash != expected_hash(name, sizeof name - 1)) return "Lua: string hashes cannot be seeded";
  if (!are_levels_known(L)) return "Lua: calls in progress are not counted where they are thought to be";
  if (luaL_loadstring(L, "return ...") != LUA_OK) return "Lua: cannot compile";
  if (dm_serial(L, -1) == 0 || dm_serial(L, -1) > P->arena.serials) return "Lua: unknown closures";
  lua_newtable(L);
  if (dm_serial(L, -1) != P->arena.serials) return "Lua: unknown layout of tables";
  lua_newuserdatauv(L, 16, 0);
  if (dm_serial(L, -1) != P->arena.serials) return "Lua: unknown layout of userdata";
  lua_newthread(L);
  if (dm_serial(L, -1) != P->arena.serials) return "Lua: unknown layout of threads";
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, nothing, 1);
  if (dm_serial(L, -1) != P->arena.serials) return "Lua: unknown layout of C closures";
  lua_settop(L, 0);
  return NULL;
}
