#include <stdint.h>

struct bare_loop_counts {
  uint64_t records;
  /* Of all connection handles, so that they have to be read. */
  uint64_t handles;
  /* ATT PDUs by their opcode. */
  uint64_t opcodes[256];
};

/*
 * Walks a btsnoop file of datalink 1002 (H4) the fastest plain way: mapped into memory, record
 * header by record header, down to the ATT opcode. Checks nothing but the file's end and remembers
 * nothing but counts: no tool that reads the file can do less.
 *
 * Returns 0, or -1 with errno set.
 */
int bare_loop(const char *path, struct bare_loop_counts *counts);
