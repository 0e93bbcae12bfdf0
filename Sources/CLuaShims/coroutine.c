// Coroutines. When one of them awaits the host, or uses up its slice, its resumers yield outward to the host in turn;
// the host's answer comes back inward the same way. All else is Lua's own.
#include "library.h"

enum { CREATE_COST = 150, RESUME_COST = 30, VALUES_AN_INSTRUCTION = 8 };

// Nobody but the host may resume or close it now: it is one of the host's own, or awaits the host beneath another.
static int is_the_hosts(lua_State *co) { return dm_has(co, DM_BUSY | DM_FIBER); }

// MARK: - resume and wrap

// What a resume came to: so many results on the resumer's stack, or the error there.
typedef struct {
  int results;
  int failed;
} outcome;

static outcome fail(lua_State *L, const char *message) {
  lua_pushstring(L, message);
  return (outcome){.failed = 1};
}

static int is_resumable(lua_State *co) {
  lua_Debug frame;
  if (lua_status(co) == LUA_YIELD) return 1;
  return lua_status(co) == LUA_OK && !lua_getstack(co, 0, &frame) && lua_gettop(co) > 0;
}

static int is_dead(lua_State *co) {
  lua_Debug frame;
  return lua_status(co) > LUA_YIELD || (lua_status(co) == LUA_OK && !lua_getstack(co, 0, &frame) && lua_gettop(co) == 0);
}

// Runs `co` with the values on top of L. When it stops for the host, L does too, and `after` goes on when both are
// resumed.
static outcome enter(lua_State *L, lua_State *co, int values, lua_KFunction after) {
  dm_process *P = dm_of(L);
  dm_mark(co, DM_BUSY, 0);
  if (!lua_checkstack(co, values)) return fail(L, "too many arguments to resume");
  dm_spend(L, RESUME_COST + values / VALUES_AN_INSTRUCTION);
  lua_xmove(L, co, values);
  int is_barrier = !lua_isyieldable(L), results;
  P->blocked += is_barrier;
  dm_hand_on_count(L, co);
  int status = lua_resume(co, L, values, &results);
  dm_hand_on_count(co, L);
  P->blocked -= is_barrier;
  if (is_barrier) dm_end_slice_soon(L);
  if (status == LUA_YIELD && P->pending != DM_NOTHING) {
    dm_mark(co, DM_BUSY, 1);
    lua_yieldk(L, 0, lua_gettop(L), after);
  }
  if (status == LUA_ERRMEM) dm_end(P, co, DM_MEMORY, NULL);
  if (P->killed || P->refused != 0) dm_checkpoint(L);
  if (status > LUA_YIELD) {
    dm_spend(L, DM_CAUGHT_COST);
    lua_xmove(co, L, 1);
    return (outcome){.failed = 1};
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    return fail(L, "too many results to resume");
  }
  lua_xmove(co, L, results);
  return (outcome){.results = results};
}

static outcome begin(lua_State *L, lua_State *co, int values, lua_KFunction after) {
  if (co != L && !is_the_hosts(co)) {
    if (is_resumable(co)) return enter(L, co, values, after);
    if (is_dead(co)) return fail(L, "cannot resume dead coroutine");
  }
  return fail(L, "cannot resume non-suspended coroutine");
}

static int tell(lua_State *L, outcome came) {
  int values = came.failed ? 1 : came.results;
  lua_pushboolean(L, !came.failed);
  lua_insert(L, -1 - values);
  return 1 + values;
}

static int resume_on(lua_State *L, int status, lua_KContext kept) {
  (void)status;
  return tell(L, enter(L, lua_tothread(L, 1), lua_gettop(L) - (int)kept, resume_on));
}

static int coroutine_resume(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  if (co == NULL) return dm_own(L);  // says so
  return tell(L, begin(L, co, lua_gettop(L) - 1, resume_on));
}

// The error on top goes on to who called: with that place in front if it is a string, and after what the coroutine still
// had to close, which may change it.
static int raise_on(lua_State *L, lua_State *co) {
  if (lua_status(co) > LUA_YIELD) {
    lua_pop(L, 1);
    dm_hand_on_count(L, co);
    lua_resetthread(co);
    dm_hand_on_count(co, L);
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

// Upvalue of both: the coroutine.
static int wrapped_on(lua_State *L, int status, lua_KContext kept) {
  (void)status;
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  outcome came = enter(L, co, lua_gettop(L) - (int)kept, wrapped_on);
  return came.failed ? raise_on(L, co) : came.results;
}

static int wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  outcome came = begin(L, co, lua_gettop(L), wrapped_on);
  return came.failed ? raise_on(L, co) : came.results;
}

// Upvalue: Lua's own `create`.
static int coroutine_wrap(lua_State *L) {
  dm_spend(L, CREATE_COST);
  dm_own(L);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

// MARK: - Lua's own, which know nothing of the host

static int coroutine_create(lua_State *L) {
  dm_spend(L, CREATE_COST);
  return dm_own(L);
}

static int coroutine_yield(lua_State *L) {
  if (dm_has(L, DM_FIBER)) return luaL_error(L, "attempt to yield from outside a coroutine");
  return dm_own(L);
}

static int coroutine_status(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  if (co == NULL || co == L || !is_the_hosts(co)) return dm_own(L);
  lua_pushliteral(L, "normal");
  return 1;
}

static int coroutine_isyieldable(lua_State *L) {
  lua_State *co = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  if (!dm_has(co, DM_FIBER)) return dm_own(L);
  lua_pushboolean(L, 0);
  return 1;
}

static int coroutine_running(lua_State *L) {
  int results = dm_own(L);
  if (dm_has(L, DM_FIBER)) {
    dm_mark(L, DM_EXPOSED, 1);
    lua_pushboolean(L, 1);
    lua_replace(L, -2);
  }
  return results;
}

// What a coroutine has to close runs on it, and may close others: with the count of C calls that led here. A thread that
// was ended in a hook has its hooks off: none is closed after that.
static int coroutine_close(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  if (co != NULL && co != L && is_the_hosts(co)) return luaL_error(L, "cannot close a normal coroutine");
  dm_spend(L, RESUME_COST);
  int closes = co != NULL && co != L && (is_resumable(co) || is_dead(co));
  if (closes) {
    dm_set_levels(co, dm_levels(L));
    dm_hand_on_count(L, co);
  }
  int results = dm_own(L);
  if (closes) dm_hand_on_count(co, L);
  dm_checkpoint(L);
  return results;
}

static dm_function functions[] = {
  {"close", coroutine_close},
  {"create", coroutine_create},
  {"isyieldable", coroutine_isyieldable},
  {"resume", coroutine_resume},
  {"running", coroutine_running},
  {"status", coroutine_status},
  {"yield", coroutine_yield},
  {NULL},
};
static lua_CFunction own_create;

void dm_learn_coroutine(lua_State *L) {
  dm_find_own(L, functions);
  own_create = dm_own_named(L, "create");
}

void dm_open_coroutine(lua_State *L) {
  lua_createtable(L, 0, 8);
  dm_set_functions(L, functions);
  lua_pushcfunction(L, own_create);
  lua_pushcclosure(L, coroutine_wrap, 1);
  lua_setfield(L, -2, "wrap");
}
