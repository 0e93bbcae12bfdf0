#pragma once

/// The parts of the pages that show a run and a comparison, which the compiler puts into the program: a program that is
/// copied elsewhere has its page with it. Each is UTF-8 text, ended by a zero.

const char *_Nonnull dm_page_frame(void);
const char *_Nonnull dm_page_style(void);
/// One script, made of the files of page/ in an order in which each uses only what stands before it.
const char *_Nonnull dm_page_script(void);

const char *_Nonnull dm_comparison_frame(void);
/// The style of a comparison, which follows that of a run.
const char *_Nonnull dm_comparison_style(void);
const char *_Nonnull dm_comparison_script(void);
