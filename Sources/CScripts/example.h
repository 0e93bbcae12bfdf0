// The three files of the finding or exit that NAME names.
#define FILE examples/NAME/wrong.lua
#include "file.h"
#define FILE examples/NAME/right.lua
#include "file.h"
#define FILE examples/NAME/test.lua
#include "file.h"
#undef NAME
