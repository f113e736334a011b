#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <stddef.h>

/// A file that is built into the program.
struct embedded_file {
  const unsigned char *bytes;
  size_t count;
};

/// The library that draws the plots, its style, and its licence.
struct embedded_file embedded_chart_script(void);
struct embedded_file embedded_chart_style(void);
struct embedded_file embedded_chart_licence(void);

/// The scripts and the style of the page: the plots, and what is around them.
struct embedded_file embedded_plots_script(void);
struct embedded_file embedded_page_script(void);
struct embedded_file embedded_page_style(void);

#endif
