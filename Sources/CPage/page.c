#include "CPage.h"

// C23's #embed, which clang has in C11 too and warns of.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char frame[] = {
#embed "page/head.html" suffix(, )
#embed "page/frame.html" suffix(, )
#embed "page/foot.html" suffix(, 0)
};

static const char style[] = {
#embed "page/style.css" suffix(, 0)
};

static const char script[] = {
#embed "page/unpack.js" suffix(, )
#embed "page/format.js" suffix(, )
#embed "page/model.js" suffix(, )
#embed "page/view.js" suffix(, )
#embed "page/paint.js" suffix(, )
#embed "page/lanes.js" suffix(, )
#embed "page/charts.js" suffix(, )
#embed "page/events.js" suffix(, )
#embed "page/decisions.js" suffix(, )
#embed "page/panel.js" suffix(, )
#embed "page/findings.js" suffix(, )
#embed "page/differences.js" suffix(, )
#embed "page/tables.js" suffix(, )
#embed "page/hover.js" suffix(, )
#embed "page/address.js" suffix(, )
#embed "page/main.js" suffix(, 0)
};

static const char comparison_frame[] = {
#embed "page/head.html" suffix(, )
#embed "page/comparison/frame.html" suffix(, )
#embed "page/foot.html" suffix(, 0)
};

static const char comparison_style[] = {
#embed "page/comparison/style.css" suffix(, 0)
};

static const char comparison_script[] = {
#embed "page/unpack.js" suffix(, )
#embed "page/format.js" suffix(, )
#embed "page/comparison/model.js" suffix(, )
#embed "page/comparison/draw.js" suffix(, )
#embed "page/comparison/rows.js" suffix(, )
#embed "page/comparison/figure.js" suffix(, )
#embed "page/comparison/matrix.js" suffix(, )
#embed "page/comparison/metrics.js" suffix(, )
#embed "page/comparison/plane.js" suffix(, )
#embed "page/comparison/energy.js" suffix(, )
#embed "page/comparison/apps.js" suffix(, )
#embed "page/comparison/main.js" suffix(, 0)
};

const char *dm_page_frame(void) { return frame; }
const char *dm_page_style(void) { return style; }
const char *dm_page_script(void) { return script; }

const char *dm_comparison_frame(void) { return comparison_frame; }
const char *dm_comparison_style(void) { return comparison_style; }
const char *dm_comparison_script(void) { return comparison_script; }
