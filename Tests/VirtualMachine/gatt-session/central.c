// The central: scans for the peripheral, connects, discovers, reads, writes, subscribes, takes the
// card up to its marker, and disconnects.

#define _GNU_SOURCE
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SCAN_LIMIT = 10000, ANSWER_LIMIT = 10000, CARD_LIMIT = 60000 };

static int link_;
static int notified;
static bool is_complete;

int att_socket(address local) {
  struct sockaddr_l2 place = {AF_BLUETOOTH_, 0, local, L2CAP_CID_ATT, BDADDR_LE_PUBLIC};
  int descriptor = socket(AF_BLUETOOTH_, SOCK_SEQPACKET | SOCK_CLOEXEC, BTPROTO_L2CAP);
  if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&place, sizeof place) < 0)
    fail("no ATT socket: %s", strerror(errno));
  return descriptor;
}

// Whether the peripheral is heard before a time.
static bool is_heard(int listener, int index, address wanted, int64_t end) {
  while (milliseconds() < end) {
    uint8_t event[512];
    if (!readable(listener, 20) || read(listener, event, sizeof event) < 12) continue;
    if (number(event) == DEVICE_FOUND && number(event + 2) == index &&
        !memcmp(event + 6, wanted.octets, sizeof wanted.octets))
      return true;
  }
  return false;
}

static void scan(int management, int index, address wanted) {
  uint8_t kinds = 0x06;  // LE public, LE random
  // A socket of its own: the peripheral may be heard before the command is answered.
  int listener = management_open();
  for (int64_t end = milliseconds() + SCAN_LIMIT; milliseconds() < end;) {
    if (management_call(management, START_DISCOVERY, index, &kinds, 1, NULL, 0))
      fail("hci%d does not scan", index);
    // btvirt lets each advertiser be heard when a scan starts, and then no more; when that is too
    // soon, the kernel does not report.
    bool heard = is_heard(listener, index, wanted, milliseconds() + 300);
    management_call(management, STOP_DISCOVERY, index, &kinds, 1, NULL, 0);
    if (heard) {
      close(listener);
      return;
    }
  }
  fail("the peripheral is not heard");
}

// Takes what the peer sends: the size of a response, 0 for a notification, -1 where nothing came.
static ssize_t take(uint8_t *pdu, int limit) {
  if (!readable(link_, limit)) return -1;
  ssize_t size = read(link_, pdu, PDU_ROOM);
  if (size <= 0) fail("the link ended after %d notifications", notified);
  if (pdu[0] != 0x1B) return size;
  notified++;
  if (size == 6 && !memcmp(pdu + 3, "EOM", 3)) is_complete = true;
  return 0;
}

static ssize_t ask(const char *what, const uint8_t *request, size_t size, uint8_t *pdu) {
  if (write(link_, request, size) != (ssize_t)size) fail("%s: %s", what, strerror(errno));
  for (int64_t end = milliseconds() + ANSWER_LIMIT; milliseconds() < end;) {
    ssize_t taken = take(pdu, 100);
    if (taken <= 0) continue;
    if (pdu[0] == 0x01) say("%s: error 0x%02x", what, pdu[4]);
    return taken;
  }
  fail("%s: no answer", what);
}

#define ASK(what, ...) ask(what, (uint8_t[]){__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__}), pdu)

// Goes on behind the last handle until there is nothing more.
static void discover(const char *what, uint8_t opcode, uint16_t type) {
  uint8_t pdu[PDU_ROOM];
  for (uint32_t first = 1; first <= 0xFFFF;) {
    uint8_t request[7] = {opcode};
    put(request + 1, (uint16_t)first);
    put(request + 3, 0xFFFF);
    put(request + 5, type);
    ssize_t size = ask(what, request, sizeof request, pdu);
    if (pdu[0] == 0x01) return;
    const uint8_t *last = pdu + size - pdu[1];
    first = number(opcode == 0x10 ? last + 2 : last) + 1u;
  }
}

void run_central(const struct settings *settings, address peer) {
  role = "central";
  int management = management_open();
  power_up(management, settings->central);
  scan(management, settings->central, peer);
  link_ = att_socket(address_of(management, settings->central));
  struct sockaddr_l2 place = {AF_BLUETOOTH_, 0, peer, L2CAP_CID_ATT, BDADDR_LE_PUBLIC};
  if (connect(link_, (struct sockaddr *)&place, sizeof place) < 0)
    fail("no connection: %s", strerror(errno));
  say("connected");

  uint8_t pdu[PDU_ROOM];
  ASK("exchange MTU", 0x02, 247, 0);
  discover("services", 0x10, 0x2800);
  discover("characteristics", 0x08, 0x2803);
  ASK("descriptor", 0x04, CARD_CONFIGURATION_HANDLE, 0, CARD_CONFIGURATION_HANDLE, 0);
  ASK("read name", 0x0A, NAME_HANDLE, 0);
  ASK("read card", 0x0A, CARD_HANDLE, 0);
  ASK("write note", 0x12, NOTE_HANDLE, 0, 'h', 'e', 'l', 'l', 'o');
  ASK("read note", 0x0A, NOTE_HANDLE, 0);
  ASK("subscribe", 0x12, CARD_CONFIGURATION_HANDLE, 0, 1, 0);
  for (int64_t end = milliseconds() + CARD_LIMIT; !is_complete && milliseconds() < end;)
    take(pdu, 100);
  if (!is_complete) fail("no marker after %d notifications", notified);
  ASK("unsubscribe", 0x12, CARD_CONFIGURATION_HANDLE, 0, 0, 0);
  close(link_);
  // Else the kernel would keep the link for two more seconds.
  uint8_t whom[7] = {0};
  memcpy(whom, peer.octets, sizeof peer.octets);
  whom[6] = BDADDR_LE_PUBLIC;
  management_call(management, DISCONNECT, settings->central, whom, sizeof whom, NULL, 0);
  say("%d notifications", notified);
}
