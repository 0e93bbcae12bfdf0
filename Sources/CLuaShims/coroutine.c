// Coroutines. When one of them awaits the host, or uses up its slice, its resumers yield outward to the host in turn;
// the host's answer comes back inward the same way.
#include "process.h"

enum { CREATE_COST = 150, RESUME_COST = 30 };

typedef enum { RUNNING, SUSPENDED, NORMAL, DEAD } status;

static status status_of(lua_State *L, lua_State *co) {
  if (L == co) return RUNNING;
  if (dm_has(co, DM_BUSY | DM_FIBER)) return NORMAL;
  lua_Debug at;
  switch (lua_status(co)) {
    case LUA_YIELD: return SUSPENDED;
    case LUA_OK:
      if (lua_getstack(co, 0, &at)) return NORMAL;
      return lua_gettop(co) == 0 ? DEAD : SUSPENDED;
    default: return DEAD;
  }
}

static lua_State *thread_argument(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

static int refuse(lua_State *L, const char *message) {
  lua_pushstring(L, message);
  return -1;
}

static int continue_resume(lua_State *L, int yielded, lua_KContext base);
static int continue_wrap(lua_State *L, int yielded, lua_KContext base);

// Runs `co` with arguments on top of L. Returns the count of results moved to L, or -1 with the error on top.
static int run(lua_State *L, lua_State *co, int arguments, lua_KFunction after) {
  dm_process *P = dm_of(L);
  dm_mark(co, DM_BUSY, 0);
  if (!lua_checkstack(co, arguments)) return refuse(L, "too many arguments to resume");
  lua_xmove(L, co, arguments);
  dm_spend(L, RESUME_COST);
  int cannot_pass = !lua_isyieldable(L);
  P->blocked += cannot_pass;
  int results;
  dm_hand_on_count(L, co);
  int outcome = lua_resume(co, L, arguments, &results);
  dm_hand_on_count(co, L);
  P->blocked -= cannot_pass;
  if (outcome == LUA_YIELD && P->pending != DM_NOTHING) {
    dm_mark(co, DM_BUSY, 1);
    return lua_yieldk(L, 0, lua_gettop(L), after);
  }
  if (outcome == LUA_ERRMEM) dm_end(P, co, DM_MEMORY, NULL);
  if (P->killed || P->refused != 0) dm_checkpoint(L);
  if (outcome != LUA_OK && outcome != LUA_YIELD) {
    lua_xmove(co, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    return refuse(L, "too many results to resume");
  }
  lua_xmove(co, L, results);
  return results;
}

static int first_run(lua_State *L, lua_State *co, int arguments, lua_KFunction after) {
  switch (status_of(L, co)) {
    case SUSPENDED: return run(L, co, arguments, after);
    case DEAD: return refuse(L, "cannot resume dead coroutine");
    default: return refuse(L, "cannot resume non-suspended coroutine");
  }
}

// MARK: - resume

static int end_resume(lua_State *L, int results) {
  lua_pushboolean(L, results >= 0);
  int count = results >= 0 ? results : 1;
  lua_insert(L, -(count + 1));
  return count + 1;
}

static int continue_resume(lua_State *L, int yielded, lua_KContext base) {
  (void)yielded;
  return end_resume(L, run(L, lua_tothread(L, 1), lua_gettop(L) - (int)base, continue_resume));
}

static int co_resume(lua_State *L) {
  lua_State *co = thread_argument(L);
  return end_resume(L, first_run(L, co, lua_gettop(L) - 1, continue_resume));
}

// MARK: - wrap

static int end_wrap(lua_State *L, lua_State *co, int results) {
  if (results >= 0) return results;
  int outcome = lua_status(co);
  if (outcome != LUA_OK && outcome != LUA_YIELD) {
    lua_pop(L, 1);
    lua_resetthread(co);  // the error may change as variables are closed
    dm_checkpoint(L);
    lua_xmove(co, L, 1);
  }
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int continue_wrap(lua_State *L, int yielded, lua_KContext base) {
  (void)yielded;
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  return end_wrap(L, co, run(L, co, lua_gettop(L) - (int)base, continue_wrap));
}

static int wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  return end_wrap(L, co, first_run(L, co, lua_gettop(L), continue_wrap));
}

static int co_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  dm_spend(L, CREATE_COST);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  return 1;
}

static int co_wrap(lua_State *L) {
  co_create(L);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

// MARK: - The others

static int co_yield(lua_State *L) {
  if (dm_has(L, DM_FIBER)) return luaL_error(L, "attempt to yield from outside a coroutine");
  return lua_yield(L, lua_gettop(L));
}

static int co_status(lua_State *L) {
  static const char *const names[] = {"running", "suspended", "normal", "dead"};
  lua_pushstring(L, names[status_of(L, thread_argument(L))]);
  return 1;
}

static int co_isyieldable(lua_State *L) {
  lua_State *co = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  lua_pushboolean(L, lua_isyieldable(co) && !dm_has(co, DM_FIBER));
  return 1;
}

static int co_running(lua_State *L) {
  int is_main = lua_pushthread(L) || dm_has(L, DM_FIBER);
  if (dm_has(L, DM_FIBER)) dm_mark(L, DM_EXPOSED, 1);
  lua_pushboolean(L, is_main);
  return 2;
}

static int co_close(lua_State *L) {
  lua_State *co = thread_argument(L);
  status now = status_of(L, co);
  if (now != DEAD && now != SUSPENDED) {
    return luaL_error(L, "cannot close a %s coroutine", now == RUNNING ? "running" : "normal");
  }
  dm_spend(L, RESUME_COST);  // a thread that was ended in a hook has its hooks off: none is closed after that
  int outcome = lua_resetthread(co);
  dm_checkpoint(L);
  if (outcome == LUA_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

static const luaL_Reg functions[] = {
  {"close", co_close},   {"create", co_create}, {"isyieldable", co_isyieldable}, {"resume", co_resume},
  {"running", co_running}, {"status", co_status}, {"wrap", co_wrap},             {"yield", co_yield},
  {NULL, NULL},
};

void dm_open_coroutine(lua_State *L) {
  lua_createtable(L, 0, 8);
  dm_set_functions(L, functions);
}
