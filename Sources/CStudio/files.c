#include "CStudio.h"

#include <string.h>

// C23's #embed, which clang has in C11 too and warns of.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char page[] = {
#embed "page/studio.html"
};

static const char style[] = {
#embed "page/studio.css"
};

static const char script[] = {
#embed "page/server.js" suffix(, )
#embed "page/editor.js" suffix(, )
#embed "page/files.js" suffix(, )
#embed "page/results.js" suffix(, )
#embed "page/future.js" suffix(, )
#embed "page/main.js"
};

#include "editor.h"

static const struct {
  const char *path, *text;
  size_t length;
} files[] = {
  {"", page, sizeof page},
  {"studio.css", style, sizeof style},
  {"studio.js", script, sizeof script},
  {"editor.js", editor, sizeof editor},
  {"editor.css", editor_style, sizeof editor_style},
};

const char *dm_studio_file(const char *path, size_t *length) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].path, path) != 0) continue;
    *length = files[i].length;
    return files[i].text;
  }
  return NULL;
}
