// A loop of events and a server of HTTP/1.1, by libevent, whose headers Swift cannot import beside Dispatch's.
#include "CStudio.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

enum { MOST_HEADER_BYTES = 64 << 10 };

// MARK: - The loop

struct event_base *dm_loop_open(void) { return event_base_new(); }
void dm_loop_close(struct event_base *loop) { event_base_free(loop); }
void dm_loop_run(struct event_base *loop) { event_base_dispatch(loop); }
void dm_loop_stop(struct event_base *loop) { event_base_loopbreak(loop); }

struct event *dm_event_add(struct event_base *loop, int descriptor, double seconds, dm_happened happened, void *context) {
  short kinds = descriptor < 0 ? EV_PERSIST : EV_READ | EV_PERSIST;
  struct event *event = event_new(loop, descriptor, kinds, happened, context);
  struct timeval interval = {(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)};
  if (event == NULL || event_add(event, descriptor < 0 ? &interval : NULL) == 0) return event;
  event_free(event);
  return NULL;
}

void dm_event_remove(struct event *event) { event_free(event); }

// MARK: - The server

static uint16_t port_of(struct evhttp_bound_socket *socket) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  if (getsockname(evhttp_bound_socket_get_fd(socket), (struct sockaddr *)&address, &length) != 0) return 0;
  return ntohs(address.sin_port);
}

struct evhttp *dm_server_open(struct event_base *loop, uint16_t *port, ptrdiff_t most_bytes, dm_asked asked, void *context) {
  struct evhttp *server = evhttp_new(loop);
  if (server == NULL) return NULL;
  struct evhttp_bound_socket *socket = evhttp_bind_socket_with_handle(server, "127.0.0.1", *port);
  int error = errno;
  if (socket == NULL || (*port = port_of(socket)) == 0) {
    evhttp_free(server);
    errno = error;
    return NULL;
  }
  // Its connections send at once, too: else the last part of a page waits 40 ms for a word from the browser.
  int now = 1;
  setsockopt(evhttp_bound_socket_get_fd(socket), IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
  evhttp_set_allowed_methods(server, EVHTTP_REQ_GET | EVHTTP_REQ_PUT | EVHTTP_REQ_POST);
  evhttp_set_max_body_size(server, most_bytes);
  evhttp_set_max_headers_size(server, MOST_HEADER_BYTES);
  evhttp_set_gencb(server, asked, context);
  return server;
}

void dm_server_close(struct evhttp *server) { evhttp_free(server); }

// MARK: - Requests

const char *dm_request_method(struct evhttp_request *request) {
  switch (evhttp_request_get_command(request)) {
    case EVHTTP_REQ_PUT: return "PUT";
    case EVHTTP_REQ_POST: return "POST";
    default: return "GET";
  }
}

const char *dm_request_address(struct evhttp_request *request) { return evhttp_request_get_uri(request); }

const char *dm_request_header(struct evhttp_request *request, const char *name) {
  return evhttp_find_header(evhttp_request_get_input_headers(request), name);
}

size_t dm_request_length(struct evhttp_request *request) {
  return evbuffer_get_length(evhttp_request_get_input_buffer(request));
}

void dm_request_copy(struct evhttp_request *request, void *body, size_t length) {
  evbuffer_copyout(evhttp_request_get_input_buffer(request), body, length);
}

void dm_request_when_gone(struct evhttp_request *request, dm_gone gone, void *context) {
  evhttp_connection_set_closecb(evhttp_request_get_connection(request), gone, context);
}

void dm_answer_header(struct evhttp_request *request, const char *name, const char *value) {
  evhttp_add_header(evhttp_request_get_output_headers(request), name, value);
}

void dm_answer(struct evhttp_request *request, int status, const void *bytes, size_t length) {
  evhttp_connection_set_closecb(evhttp_request_get_connection(request), NULL, NULL);
  struct evbuffer *buffer = evbuffer_new();
  if (buffer != NULL) evbuffer_add(buffer, bytes, length);
  evhttp_send_reply(request, status, NULL, buffer);
  if (buffer != NULL) evbuffer_free(buffer);
}
