#ifndef CMANYHASHES_H
#define CMANYHASHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// SHA-256 of many messages side by side, in the lanes of one vector register, by Intel's
// multi-buffer library (libipsec-mb, for x86-64 of any make). A single message cannot be had faster
// than its rounds follow one another; sixteen take hardly longer than one. It is C, because the
// library's calls are macros over a table of functions.
//
// The library is loaded when it is first wanted, so that a start does not pay for it. Where it is
// not there, when built or when run, there is none of this, and the caller hashes one by one.

/// What the library works in, for one thread at a time. NULL where the library is not there.
void *many_hashes_open(void);

void many_hashes_close(void *room);

/// One message: `count` octets, 1 to 65 534, and where its 32 octets of digest go. The library takes
/// no other.
struct many_hashes_message {
  const uint8_t *start;
  size_t count;
  uint8_t *digest;
};

/// False where the library did not do all of it: then no digest is to be relied on.
bool many_hashes_sha256(void *room, const struct many_hashes_message *messages, size_t count);

#endif
