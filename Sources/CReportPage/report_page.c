// Files that the HTML report holds, embedded when the program is built. `#embed` is of C23 (6.10.4);
// clang has it in each mode, and notes the files as inputs of this one: a change of them rebuilds it.
#include "report_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define CHARTS "/usr/share/javascript/dygraphs/dygraph.min.js"
#if !__has_include(CHARTS)
#error "the charting library is missing: install the Debian package libjs-dygraphs"
#endif

static const unsigned char chart_script[] = {
#embed "/usr/share/javascript/dygraphs/dygraph.min.js"
};

static const unsigned char chart_style[] = {
#embed "/usr/share/javascript/dygraphs/dygraph.min.css"
};

static const unsigned char chart_licence[] = {
#embed "/usr/share/doc/libjs-dygraphs/copyright"
};

// One script of several files, in the order in which they need each other.
static const unsigned char page_script[] = {
#embed "elements.js"
    ,
#embed "lanes.js"
    ,
#embed "curves.js"
    ,
#embed "ladder.js"
    ,
#embed "page.js"
};

static const unsigned char plots_script[] = {
#embed "plots.js"
};

static const unsigned char page_style[] = {
#embed "page.css"
};

#define FILE_OF(array) ((struct embedded_file){array, sizeof array})

struct embedded_file embedded_chart_script(void) { return FILE_OF(chart_script); }
struct embedded_file embedded_chart_style(void) { return FILE_OF(chart_style); }
struct embedded_file embedded_chart_licence(void) { return FILE_OF(chart_licence); }
struct embedded_file embedded_plots_script(void) { return FILE_OF(plots_script); }
struct embedded_file embedded_page_script(void) { return FILE_OF(page_script); }
struct embedded_file embedded_page_style(void) { return FILE_OF(page_style); }
