#define _GNU_SOURCE
#include "session.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const char *role = "session";

static void report(const char *format, va_list values) {
  char line[256];
  vsnprintf(line, sizeof line, format, values);
  // In one call: both sides write to the same place.
  printf("%s: %s\n", role, line);
  fflush(stdout);
}

void say(const char *format, ...) {
  va_list values;
  va_start(values, format);
  report(format, values);
  va_end(values);
}

void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  report(format, values);
  va_end(values);
  exit(1);
}

uint16_t number(const uint8_t *octets) { return (uint16_t)(octets[0] | octets[1] << 8); }

void put(uint8_t *octets, uint16_t value) {
  octets[0] = (uint8_t)value;
  octets[1] = (uint8_t)(value >> 8);
}

int64_t milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

bool readable(int descriptor, int limit) {
  struct pollfd waiting = {descriptor, POLLIN, 0};
  return poll(&waiting, 1, limit) > 0;
}
