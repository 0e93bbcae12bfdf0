#pragma once
#include <stddef.h>
#include <stdint.h>

// files.c
/// The files of the studio's page, which the compiler puts into the program: `path` is "" for the page itself. NULL: there
/// is none of that name. They are UTF-8, and `length` bytes long.
const char *_Nullable dm_studio_file(const char *_Nonnull path, size_t *_Nonnull length);

// child.c
/// Starts a program in a folder, in a process group of its own, with nothing to read. What it writes to its standard output,
/// its standard error and its descriptor 3 comes out of `ends`, which do not block. `arguments` begins with the program's name
/// and ends with NULL. Returns the process, or minus the error's number.
int dm_child_start(const char *_Nonnull program, const char *_Nullable const *_Nonnull arguments, const char *_Nonnull folder,
             int ends[_Nonnull 3]);
/// Ends a process that was started and all that it has started.
void dm_child_end(int process);
/// Waits for the end of a process. Returns its status, or 128 and the number of the signal that ended it.
int dm_child_status(int process);

// server.c, whose types are libevent's.
struct event_base;
struct event;
struct evhttp;
struct evhttp_connection;
struct evhttp_request;
typedef void (*dm_happened)(int descriptor, short kinds, void *_Nullable context);
typedef void (*dm_gone)(struct evhttp_connection *_Nullable connection, void *_Nullable context);
typedef void (*dm_asked)(struct evhttp_request *_Nullable request, void *_Nullable context);

/// A loop of events; NULL: there is no memory.
struct event_base *_Nullable dm_loop_open(void);
void dm_loop_close(struct event_base *_Nonnull loop);
/// Runs until `dm_loop_stop`.
void dm_loop_run(struct event_base *_Nonnull loop);
void dm_loop_stop(struct event_base *_Nonnull loop);

/// Calls `happened` whenever a descriptor can be read, or, where it is -1, each time that so many seconds have passed.
struct event *_Nullable dm_event_add(struct event_base *_Nonnull loop, int descriptor, double seconds,
                                     dm_happened _Nonnull happened, void *_Nonnull context);
void dm_event_remove(struct event *_Nonnull event);

/// Listens at a port of 127.0.0.1; 0: one that is free. Sets `port` to it. NULL: it cannot, and errno says why.
struct evhttp *_Nullable dm_server_open(struct event_base *_Nonnull loop, uint16_t *_Nonnull port, ptrdiff_t most_bytes,
                                        dm_asked _Nonnull asked, void *_Nonnull context);
void dm_server_close(struct evhttp *_Nonnull server);

/// GET, PUT or POST.
const char *_Nonnull dm_request_method(struct evhttp_request *_Nonnull request);
const char *_Nonnull dm_request_address(struct evhttp_request *_Nonnull request);
/// NULL: it has no such header.
const char *_Nullable dm_request_header(struct evhttp_request *_Nonnull request, const char *_Nonnull name);
size_t dm_request_length(struct evhttp_request *_Nonnull request);
/// Copies the body, of that length.
void dm_request_copy(struct evhttp_request *_Nonnull request, void *_Nullable body, size_t length);
/// Calls `gone` if the connection closes before the answer. The request must not be used from then on.
void dm_request_when_gone(struct evhttp_request *_Nonnull request, dm_gone _Nonnull gone, void *_Nonnull context);
/// Adds a header of the answer.
void dm_answer_header(struct evhttp_request *_Nonnull request, const char *_Nonnull name, const char *_Nonnull value);
/// Answers; the request must not be used from then on.
void dm_answer(struct evhttp_request *_Nonnull request, int status, const void *_Nullable bytes, size_t length);
