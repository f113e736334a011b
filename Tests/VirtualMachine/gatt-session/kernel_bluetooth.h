// What Linux says of its Bluetooth sockets: include/net/bluetooth/{bluetooth,hci_sock,l2cap,mgmt}.h.
// libbluetooth is not needed for so little.

#include <stdint.h>

enum { AF_BLUETOOTH_ = 31, BTPROTO_L2CAP = 0, BTPROTO_HCI = 1 };
enum { HCI_DEV_NONE = 0xFFFF, HCI_CHANNEL_CONTROL = 3 };
enum { BDADDR_LE_PUBLIC = 1 };
enum { L2CAP_CID_ATT = 4 };

// Of a controller or a device: the least significant octet first.
typedef struct {
  uint8_t octets[6];
} address;

struct sockaddr_hci {
  uint16_t family, device, channel;
};

struct sockaddr_l2 {
  uint16_t family, psm;
  address device;
  uint16_t channel;
  uint8_t type;
};

// Commands and events of the kernel's management interface (BlueZ, doc/mgmt-api.txt).
enum management_command {
  READ_CONTROLLER_INFORMATION = 0x0004,
  SET_POWERED = 0x0005,
  SET_CONNECTABLE = 0x0007,
  SET_LOW_ENERGY = 0x000D,
  SET_LOCAL_NAME = 0x000F,
  DISCONNECT = 0x0014,
  START_DISCOVERY = 0x0023,
  STOP_DISCOVERY = 0x0024,
  ADD_ADVERTISING = 0x003E,
};

enum management_event {
  COMMAND_COMPLETE = 0x0001,
  COMMAND_STATUS = 0x0002,
  DEVICE_FOUND = 0x0012,
};
