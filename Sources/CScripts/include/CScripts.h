#pragma once

/// The scripts that come with the program, which the compiler puts into it: what is copied elsewhere has them with it.
/// They are the files of scripts/examples, scripts/lessons, scripts/museum and scripts/templates, in no order.

int dm_script_count(void);

/// The path of a script below scripts/, from 0 up to the count.
const char *_Nonnull dm_script_path(int index);
/// Its text in UTF-8, ended by a zero.
const char *_Nonnull dm_script_text(int index);
