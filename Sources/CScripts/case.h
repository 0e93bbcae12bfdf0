// The three files of the museum's case that NAME names.
#define FILE museum/NAME/app.lua
#include "file.h"
#define FILE museum/NAME/fixed.lua
#include "file.h"
#define FILE museum/NAME/test.lua
#include "file.h"
#undef NAME
