#include "CFloor.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
  int64_t time;
  uint64_t sequence;
  int app;
} event;

static int earlier(const event *a, const event *b) {
  return a->time != b->time ? a->time < b->time : a->sequence < b->sequence;
}

// What other work takes from the machine does not count.
double dm_floor_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void sink(event *heap, int count, int i) {
  event moving = heap[i];
  for (;;) {
    int child = 2 * i + 1;
    if (child >= count) break;
    if (child + 1 < count && earlier(&heap[child + 1], &heap[child])) child++;
    if (!earlier(&heap[child], &moving)) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = moving;
}

static const char app_source[] =
  "local count = 0\n"
  "local function fired() count = count + 1 end\n"
  "while true do fired() coroutine.yield() end\n";

// A state of its own for each app, as every host that keeps apps apart must have it.
static lua_State *new_app(lua_State **state) {
  *state = luaL_newstate();
  if (*state == NULL) abort();
  luaL_openlibs(*state);
  lua_State *thread = lua_newthread(*state);
  if (luaL_loadstring(thread, app_source) != LUA_OK) abort();
  return thread;
}

double dm_floor_events(int apps, long events) {
  event *heap = malloc((size_t)apps * sizeof *heap);
  lua_State **states = malloc((size_t)apps * sizeof *states);
  lua_State **threads = malloc((size_t)apps * sizeof *threads);
  if (heap == NULL || states == NULL || threads == NULL) abort();
  for (int i = 0; i < apps; i++) {
    threads[i] = new_app(&states[i]);
    heap[i] = (event){(int64_t)i * 1000, (uint64_t)i, i};
  }
  uint64_t sequence = (uint64_t)apps;
  double start = dm_floor_clock();
  for (long n = 0; n < events; n++) {
    int results;
    int app = heap[0].app;
    if (lua_resume(threads[app], states[app], 0, &results) != LUA_YIELD) abort();
    lua_settop(threads[app], 0);
    heap[0].time += 1000000000;
    heap[0].sequence = sequence++;
    sink(heap, apps, 0);
  }
  double seconds = dm_floor_clock() - start;
  for (int i = 0; i < apps; i++) lua_close(states[i]);
  free(threads);
  free(states);
  free(heap);
  return seconds;
}

static int raw(lua_State *L) {
  lua_pushinteger(L, lua_tointeger(L, 1) + 1);
  return 1;
}

double dm_floor_raw_call(long calls) {
  lua_State *L = luaL_newstate();
  lua_pushcfunction(L, raw);
  lua_setglobal(L, "raw");
  luaL_loadstring(L, "local raw, x = raw, 0 for i = 1, ... do x = raw(x) end return x");
  lua_pushinteger(L, calls);
  double start = dm_floor_clock();
  lua_call(L, 1, 1);
  double seconds = dm_floor_clock() - start;
  lua_close(L);
  return seconds;
}

double dm_floor_chunk(const char *source, long calls) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  if (luaL_loadstring(L, source) != LUA_OK) abort();
  lua_pushinteger(L, calls);
  double start = dm_floor_clock();
  lua_call(L, 1, 0);
  double seconds = dm_floor_clock() - start;
  lua_close(L);
  return seconds;
}
