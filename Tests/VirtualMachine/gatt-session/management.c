// The kernel's management interface: it powers controllers up, lets them advertise and scan.
// No bluetoothd may be running.

#define _GNU_SOURCE
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEADER = 6, ANSWER_LIMIT = 5000 };

int management_open(void) {
  struct sockaddr_hci place = {AF_BLUETOOTH_, HCI_DEV_NONE, HCI_CHANNEL_CONTROL};
  int descriptor = socket(AF_BLUETOOTH_, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
  if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&place, sizeof place) < 0)
    fail("no management socket: %s", strerror(errno));
  return descriptor;
}

// Sends a command and waits for its status, which is returned. What happens beside it is dropped.
int management_call(
    int descriptor, uint16_t command, int index, const void *parameters, size_t size,
    uint8_t *answer, size_t room) {
  uint8_t packet[512];
  put(packet, command);
  put(packet + 2, (uint16_t)index);
  put(packet + 4, (uint16_t)size);
  if (size > 0) memcpy(packet + HEADER, parameters, size);
  if (write(descriptor, packet, HEADER + size) != (ssize_t)(HEADER + size))
    fail("command 0x%04x cannot be sent: %s", command, strerror(errno));
  int64_t end = milliseconds() + ANSWER_LIMIT;
  while (milliseconds() < end) {
    if (!readable(descriptor, 100)) continue;
    ssize_t length = read(descriptor, packet, sizeof packet);
    if (length < HEADER + 3 || number(packet + 2) != index || number(packet + 6) != command)
      continue;
    uint16_t event = number(packet);
    if (event != COMMAND_COMPLETE && event != COMMAND_STATUS) continue;
    size_t rest = (size_t)length - HEADER - 3;
    if (answer) memcpy(answer, packet + HEADER + 3, rest < room ? rest : room);
    int status = packet[HEADER + 2];
    if (status) say("command 0x%04x on hci%d: status 0x%02x", command, index, status);
    return status;
  }
  fail("command 0x%04x on hci%d is not answered", command, index);
}

void power_up(int descriptor, int index) {
  uint8_t on = 1, name[260] = {0};
  snprintf((char *)name, 249, "vm-hci%d", index);
  management_call(descriptor, SET_LOW_ENERGY, index, &on, 1, NULL, 0);
  management_call(descriptor, SET_LOCAL_NAME, index, name, sizeof name, NULL, 0);
  if (management_call(descriptor, SET_POWERED, index, &on, 1, NULL, 0))
    fail("hci%d has no power", index);
}

address address_of(int descriptor, int index) {
  uint8_t information[280] = {0};
  if (management_call(
          descriptor, READ_CONTROLLER_INFORMATION, index, NULL, 0, information,
          sizeof information))
    fail("there is no hci%d", index);
  address found;
  memcpy(found.octets, information, sizeof found.octets);
  return found;
}
