// numbered-records: sends numbered records through the kernel to each reader of its monitor.
//
//   -n N  records (30000)        -r N  records a second (10000)
//
// They are User Logging records, which the kernel takes on its logging channel from a process with
// CAP_NET_ADMIN. The message of each is its number, from 1, in eight digits. Prints the rate.

#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// include/net/bluetooth/{bluetooth,hci_sock}.h of Linux.
enum { AF_BLUETOOTH_ = 31, BTPROTO_HCI = 1, HCI_DEV_NONE = 0xFFFF, HCI_CHANNEL_LOGGING = 4 };

struct sockaddr_hci {
  uint16_t family, device, channel;
};

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int fail(const char *what) {
  fprintf(stderr, "numbered-records: %s: %s\n", what, strerror(errno));
  return 1;
}

int main(int count, char **words) {
  long records = 30000, rate = 10000;
  for (int option; (option = getopt(count, words, "n:r:")) > 0;) {
    switch (option) {
    case 'n': records = atol(optarg); break;
    case 'r': rate = atol(optarg); break;
    default: return 2;
    }
  }
  int descriptor = socket(AF_BLUETOOTH_, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
  struct sockaddr_hci place = {AF_BLUETOOTH_, HCI_DEV_NONE, HCI_CHANNEL_LOGGING};
  if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&place, sizeof place) < 0)
    return fail("no logging channel");

  double begin = seconds();
  for (long number = 1; number <= records; number++) {
    // Opcode 0, controller 0xFFFF, length; priority, length of "test\0", "test\0", the number.
    uint8_t packet[32] = {0, 0, 0xFF, 0xFF, 0, 0, 6, 5, 't', 'e', 's', 't', 0};
    int length = 13 + snprintf((char *)packet + 13, 16, "%08ld", number) + 1;
    packet[4] = (uint8_t)(length - 6);
    if (write(descriptor, packet, (size_t)length) != length) return fail("a record is refused");
    // Some at a time: a sleep takes longer than it is asked to.
    double wait = begin + (double)number / (double)rate - seconds();
    if (wait > 0.002) usleep((useconds_t)(wait * 1e6));
  }
  printf("%ld records, %.0f a second\n", records, (double)records / (seconds() - begin));
  return 0;
}
