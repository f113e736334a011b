// gatt-session: a whole GATT session between two controllers of one machine.
//
//   -c N  the central's controller (0)        -n N  chunks that are notified, then EOM (20)
//   -p N  the peripheral's controller (1)     -i N  milliseconds between two of them (10)
//   -e    chunks without end, until the link ends
//   -t N  gives up after so many seconds (60)
//
// Ends with 0 when the card came whole. With -e it cannot; it then ends with 1 when the link does.

#define _GNU_SOURCE
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  struct settings settings = {.central = 0, .peripheral = 1, .chunks = 20, .pause = 10};
  unsigned limit = 60;
  for (int option; (option = getopt(count, words, "c:p:n:i:t:e")) > 0;) {
    switch (option) {
    case 'c': settings.central = atoi(optarg); break;
    case 'p': settings.peripheral = atoi(optarg); break;
    case 'n': settings.chunks = atoi(optarg); break;
    case 'i': settings.pause = atoi(optarg); break;
    case 't': limit = (unsigned)atoi(optarg); break;
    case 'e': settings.endless = true; break;
    default: return 2;
    }
  }
  int ready[2];
  if (pipe(ready)) fail("no pipe");
  pid_t child = fork();
  if (child < 0) fail("no second process");
  alarm(limit);
  if (child == 0) {
    run_peripheral(&settings, ready[1]);
    return 0;
  }
  close(ready[1]);
  address peer;
  if (read(ready[0], peer.octets, sizeof peer.octets) != sizeof peer.octets)
    fail("there is no peripheral");
  run_central(&settings, peer);
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0 ? 0 : 1;
}
