// A GATT session between two controllers of one machine: what its parts share.

#include "kernel_bluetooth.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// What the peripheral serves. Both sides know it; the central discovers it all the same.
enum handles {
  NAME_HANDLE = 0x0003,
  CARD_HANDLE = 0x000C,
  CARD_CONFIGURATION_HANDLE = 0x000D,
  NOTE_HANDLE = 0x000F,
};

enum { CHUNK = 20, MTU = 185, PDU_ROOM = 517 };

struct settings {
  int central, peripheral;  // the controllers' indexes
  int chunks;               // that are notified, before the marker
  int pause;                // between them, in ms
  bool endless;             // instead: chunks until the link ends
};

// common.c
extern const char *role;
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
uint16_t number(const uint8_t *octets);
void put(uint8_t *octets, uint16_t value);
int64_t milliseconds(void);
bool readable(int descriptor, int limit);

// management.c
int management_open(void);
int management_call(
    int descriptor, uint16_t command, int index, const void *parameters, size_t size,
    uint8_t *answer, size_t room);
void power_up(int descriptor, int index);
address address_of(int descriptor, int index);

// peripheral.c, central.c
int att_socket(address local);
void run_peripheral(const struct settings *settings, int ready);
void run_central(const struct settings *settings, address peer);
