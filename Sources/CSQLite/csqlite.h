#include <sqlite3.h>

/// The macro SQLITE_TRANSIENT is a cast, which Swift does not import. Binds a copy of the text.
static inline int dm_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// The same of a blob.
static inline int dm_sqlite3_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// The function takes other arguments for each option, which Swift does not import. To be called
/// before anything else of SQLite.
static inline int dm_sqlite3_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
