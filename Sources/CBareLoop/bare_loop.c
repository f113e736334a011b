#include "bare_loop.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { file_header = 16, record_header = 24, att_opcode = 9 };

static uint32_t big_endian_32(const uint8_t *from) {
  uint32_t number;
  memcpy(&number, from, sizeof number);
  return __builtin_bswap32(number);
}

static uint16_t little_endian_16(const uint8_t *from) {
  uint16_t number;
  memcpy(&number, from, sizeof number);
  return number;
}

static void walk(const uint8_t *at, const uint8_t *end, struct bare_loop_counts *counts) {
  while (end - at >= record_header) {
    uint32_t length = big_endian_32(at + 4);
    const uint8_t *packet = at + record_header;
    if (length > (uint64_t)(end - packet)) break;
    counts->records += 1;
    if (length > att_opcode && packet[0] == 0x02) {
      counts->handles += little_endian_16(packet + 1) & 0x0FFF;
      if (little_endian_16(packet + 7) == 0x0004) counts->opcodes[packet[att_opcode]] += 1;
    }
    at = packet + length;
  }
}

int bare_loop(const char *path, struct bare_loop_counts *counts) {
  memset(counts, 0, sizeof *counts);
  int descriptor = open(path, O_RDONLY);
  if (descriptor < 0) return -1;
  struct stat status;
  if (fstat(descriptor, &status) != 0) {
    close(descriptor);
    return -1;
  }
  size_t size = (size_t)status.st_size;
  if (size <= file_header) {
    close(descriptor);
    return 0;
  }
  const uint8_t *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  if (bytes == MAP_FAILED) return -1;
  walk(bytes + file_header, bytes + size, counts);
  munmap((void *)bytes, size);
  return 0;
}
