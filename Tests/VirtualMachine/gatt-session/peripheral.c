// The peripheral: advertises, serves a small GATT database, and notifies a card in chunks.

#define _GNU_SOURCE
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct attribute {
  uint16_t handle, type;
  uint8_t length;
  uint8_t value[40];
};

enum { PRIMARY_SERVICE = 0x2800, CHARACTERISTIC = 0x2803, CLIENT_CONFIGURATION = 0x2902 };
enum { CARD_TYPE = 0xCA4D, NOTE_TYPE = 0xCA4E };

// The card's service and characteristics have 128-bit UUIDs; their end distinguishes them.
#define UUID(last) \
  0x5A, 0x1B, 0x7C, 0x2D, 0x9E, 0x3F, 0x80, 0x41, 0xA2, 0x53, 0xC4, 0x65, 0xE6, 0x77, 0x08, last

static struct attribute database[] = {
    {0x0001, PRIMARY_SERVICE, 2, {0x00, 0x18}},  // Generic Access
    {0x0002, CHARACTERISTIC, 5, {0x02, NAME_HANDLE, 0, 0x00, 0x2A}},
    {NAME_HANDLE, 0x2A00, 12, "A small card"},
    {0x000A, PRIMARY_SERVICE, 16, {UUID(0x01)}},
    {0x000B, CHARACTERISTIC, 19, {0x10, CARD_HANDLE, 0, UUID(0x02)}},  // notify
    {CARD_HANDLE, CARD_TYPE, 0, {0}},
    {CARD_CONFIGURATION_HANDLE, CLIENT_CONFIGURATION, 2, {0, 0}},
    {0x000E, CHARACTERISTIC, 19, {0x0E, NOTE_HANDLE, 0, UUID(0x03)}},  // read, write
    {NOTE_HANDLE, NOTE_TYPE, 32, "a note of thirty-two characters."},
};
enum { ATTRIBUTES = sizeof database / sizeof *database };

enum error {
  READ_NOT_PERMITTED = 0x02,
  REQUEST_NOT_SUPPORTED = 0x06,
  INVALID_OFFSET = 0x07,
  ATTRIBUTE_NOT_FOUND = 0x0A,
};

static int link_;
static uint16_t mtu = 23;

static void answer(const uint8_t *pdu, size_t size) {
  if (write(link_, pdu, size) != (ssize_t)size) fail("cannot send: %s", strerror(errno));
}

static void refuse(uint8_t request, uint16_t handle, uint8_t code) {
  uint8_t pdu[5] = {0x01, request, 0, 0, code};
  put(pdu + 2, handle);
  answer(pdu, sizeof pdu);
}

static struct attribute *find(uint16_t handle) {
  for (int place = 0; place < ATTRIBUTES; place++)
    if (database[place].handle == handle) return &database[place];
  return NULL;
}

// The last handle of the service that begins at this place.
static uint16_t end_of_service(int place) {
  for (place++; place < ATTRIBUTES; place++)
    if (database[place].type == PRIMARY_SERVICE) return database[place - 1].handle;
  return 0xFFFF;
}

// Read By Type and Read By Group Type: values of one length, with their handles.
static void read_by_type(const uint8_t *request, ssize_t size) {
  bool is_group = request[0] == 0x10;
  uint16_t first = number(request + 1), last = number(request + 3);
  uint8_t pdu[PDU_ROOM] = {(uint8_t)(request[0] + 1)};
  size_t used = 2, each = 0;
  for (int place = 0; size == 7 && place < ATTRIBUTES; place++) {
    const struct attribute *one = &database[place];
    if (one->handle < first || one->handle > last || one->type != number(request + 5)) continue;
    size_t length = one->length + (is_group ? 4u : 2u);
    if ((each && length != each) || used + length > mtu) break;
    each = length;
    put(pdu + used, one->handle);
    if (is_group) put(pdu + used + 2, end_of_service(place));
    memcpy(pdu + used + length - one->length, one->value, one->length);
    used += length;
  }
  if (!each) return refuse(request[0], first, ATTRIBUTE_NOT_FOUND);
  pdu[1] = (uint8_t)each;
  answer(pdu, used);
}

static void find_information(const uint8_t *request) {
  uint16_t first = number(request + 1), last = number(request + 3);
  uint8_t pdu[PDU_ROOM] = {0x05, 0x01};
  size_t used = 2;
  for (int place = 0; place < ATTRIBUTES && used + 4u <= mtu; place++) {
    const struct attribute *one = &database[place];
    if (one->handle < first || one->handle > last) continue;
    put(pdu + used, one->handle);
    put(pdu + used + 2, one->type);
    used += 4;
  }
  if (used == 2) return refuse(request[0], first, ATTRIBUTE_NOT_FOUND);
  answer(pdu, used);
}

// Read and Read Blob.
static void read_value(const uint8_t *request) {
  uint16_t handle = number(request + 1);
  const struct attribute *one = find(handle);
  size_t offset = request[0] == 0x0C ? number(request + 3) : 0;
  if (!one || handle == CARD_HANDLE) return refuse(request[0], handle, READ_NOT_PERMITTED);
  if (offset > one->length) return refuse(request[0], handle, INVALID_OFFSET);
  uint8_t pdu[PDU_ROOM] = {(uint8_t)(request[0] + 1)};
  size_t length = one->length - offset;
  if (length > mtu - 1u) length = mtu - 1u;
  memcpy(pdu + 1, one->value + offset, length);
  answer(pdu, 1 + length);
}

static void write_value(const uint8_t *request, size_t size) {
  struct attribute *one = find(number(request + 1));
  size_t length = size - 3;
  if (one && length <= sizeof one->value) {
    memcpy(one->value, request + 3, length);
    one->length = (uint8_t)length;
  }
  if (request[0] == 0x12) answer((uint8_t[]){0x13}, 1);
}

static void serve(const uint8_t *request, ssize_t size) {
  uint8_t opcode = request[0];
  if (size < 3 && opcode != 0x18) return;
  switch (opcode) {
  case 0x02: {
    uint8_t pdu[3] = {0x03};
    put(pdu + 1, MTU);
    answer(pdu, sizeof pdu);
    uint16_t theirs = number(request + 1);
    mtu = theirs < MTU ? theirs : MTU;
    return;
  }
  case 0x04: return find_information(request);
  case 0x08:
  case 0x10: return read_by_type(request, size);
  case 0x0A:
  case 0x0C: return read_value(request);
  case 0x12:
  case 0x52: return write_value(request, (size_t)size);
  default: return refuse(opcode, 0, REQUEST_NOT_SUPPORTED);
  }
}

static void notify(const void *value, size_t length) {
  uint8_t pdu[3 + CHUNK] = {0x1B};
  put(pdu + 1, CARD_HANDLE);
  memcpy(pdu + 3, value, length);
  if (write(link_, pdu, 3 + length) < 0) say("cannot notify: %s", strerror(errno));
}

// The next chunk of the card, each another one, and the marker behind the last.
static bool notify_next(const struct settings *settings, int *sent) {
  if (*sent < settings->chunks || settings->endless) {
    char chunk[CHUNK + 1];
    snprintf(chunk, sizeof chunk, "chunk %06u of text", (unsigned)*sent % 1000000u);
    notify(chunk, CHUNK);
  } else if (*sent == settings->chunks) {
    notify("EOM", 3);
  } else {
    return false;
  }
  ++*sent;
  return true;
}

static void advertise(int management, int index) {
  static const char name[] = "card";
  // Instance 1, connectable and discoverable; no duration, no end; data with the name.
  uint8_t parameters[11 + 2 + sizeof name - 1] = {1, 0x03};
  parameters[9] = 2 + sizeof name - 1;
  parameters[11] = 1 + sizeof name - 1;
  parameters[12] = 0x09;
  memcpy(parameters + 13, name, sizeof name - 1);
  if (management_call(
          management, ADD_ADVERTISING, index, parameters, sizeof parameters, NULL, 0))
    fail("hci%d does not advertise", index);
}

void run_peripheral(const struct settings *settings, int ready) {
  role = "peripheral";
  int management = management_open();
  power_up(management, settings->peripheral);
  address own = address_of(management, settings->peripheral);
  int listener = att_socket(own);
  if (listen(listener, 1) < 0) fail("cannot listen: %s", strerror(errno));
  advertise(management, settings->peripheral);
  // No one reads on; a full buffer would only cost memory.
  close(management);
  if (write(ready, own.octets, sizeof own.octets) != sizeof own.octets) fail("no reader");
  link_ = accept(listener, NULL, NULL);
  if (link_ < 0) fail("no connection: %s", strerror(errno));
  close(listener);
  say("connected");

  const struct attribute *configuration = find(CARD_CONFIGURATION_HANDLE);
  int sent = 0;
  int64_t next = 0;
  for (;;) {
    bool subscribed = configuration->value[0] == 1;
    int64_t now = milliseconds();
    if (subscribed && now >= next && notify_next(settings, &sent)) next = now + settings->pause;
    if (!readable(link_, subscribed && next > now ? (int)(next - now) : subscribed ? 0 : 100))
      continue;
    uint8_t request[PDU_ROOM];
    ssize_t size = read(link_, request, sizeof request);
    if (size <= 0) break;
    serve(request, size);
  }
  say("link ended after %d notifications", sent);
}
