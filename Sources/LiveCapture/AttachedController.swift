import BluetoothProtocol

/// A Bluetooth controller of this computer, as the kernel describes it.
package struct AttachedController: Hashable, Sendable {
  /// 0 for hci0.
  package var index: UInt16
  package var name: String
  /// `nil` before the controller has reported it.
  package var address: String?
  /// "USB", "UART", "virtual".
  package var bus: String
  package var isUp: Bool

  package init(index: UInt16, name: String, address: String?, bus: String, isUp: Bool) {
    self.index = index
    self.name = name
    self.address = address
    self.bus = bus
    self.isUp = isUp
  }
}

// The kernel's structures are in the order and alignment of the computer; all that run Linux with
// Bluetooth and Swift are little-endian.

/// The kernel's `hci_dev_list_req`, which goes to it with the room that there is and comes back
/// with what it has:
///
///     octet   0..1     4...                        8 octets each
///             count    controllers: number u16, two octets of nothing, flags u32
enum ControllerListRequest {
  private static let room = 64
  private static let start = 4
  private static let stride = 8

  static var empty: [UInt8] {
    [UInt8(room), 0] + [UInt8](repeating: 0, count: start - 2 + stride * room)
  }

  static func indexes(_ bytes: [UInt8]) -> [UInt16] {
    guard bytes.count >= start else { return [] }
    let count = min(Int(bytes.span.u16le(0)), (bytes.count - start) / stride)
    return (0..<count).map { bytes.span.u16le(start + $0 * stride) }
  }
}

/// The kernel's `hci_conn_list_req`, which goes to it and comes back in the same way:
///
///     octet   0..1         2..3    4...                     16 octets each
///             controller   count   connections: handle u16, address, type u8, outgoing u8,
///                                  state u16, link mode u32
///
/// The address has no type. Which side is the central is in the link mode, for the roles may have
/// been switched; "outgoing" is who began.
enum ConnectionListRequest {
  /// As many as the kernel allows on a computer with pages of 4 KB.
  private static let room = 512
  private static let start = 4
  private static let stride = 16
  /// BT_CONNECTED, and BT_CONFIG, in which the host asks for the peer's features.
  private static let connected: [UInt16] = [1, 7]
  private static let isCentral: UInt32 = 1
  private static let (acl, le): (UInt8, UInt8) = (0x01, 0x80)

  static func empty(_ controller: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: controller), UInt8(controller >> 8)]
      + [UInt8(room & 0xFF), UInt8(room >> 8)] + [UInt8](repeating: 0, count: stride * room)
  }

  /// Those that carry data: not links for voice or audio, nor what is still being set up.
  static func connections(_ bytes: [UInt8]) -> [KernelConnectionNote] {
    guard bytes.count >= start else { return [] }
    let span = bytes.span
    let count = min(Int(span.u16le(2)), (bytes.count - start) / stride)
    return (0..<count).compactMap { number in
      let index = start + number * stride
      let (handle, type) = (span.u16le(index), bytes[index + 8])
      guard handle <= 0x0EFF, type == acl || type == le,
        connected.contains(span.u16le(index + 10))
      else { return nil }
      return KernelConnectionNote(
        handle: ConnectionHandle(handle), transport: type == le ? .le : .brEDR,
        role: span.u32le(index + 12) & isCentral != 0 ? .central : .peripheral,
        peer: DeviceAddress(littleEndian48: span.u48le(index + 2)))
    }
  }
}

extension AttachedController {
  /// The kernel's `hci_dev_info`:
  ///
  ///     octet   0..1     2..9            10..15         16..19   20
  ///             number   name, padded    address (LE)   flags    low half: bus, bits 4 and 5: type
  private static let infoLength = 92
  private static let isUpFlag: UInt32 = 1
  private static let buses = [
    "virtual", "USB", "PC Card", "UART", "RS-232", "PCI", "SDIO", "SPI", "I2C", "SMD", "virtio",
    "IPC",
  ]

  static func request(_ index: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: index >> 8)]
      + [UInt8](repeating: 0, count: infoLength - 2)
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 21 else { return nil }
    let span = bytes.span
    index = span.u16le(0)
    let letters = bytes[2..<10].prefix { $0 != 0 }
    name = letters.isEmpty ? "hci\(index)" : String(decoding: letters, as: UTF8.self)
    let octets = DeviceAddress(littleEndian48: span.u48le(10))
    address = octets.rawValue == 0 ? nil : octets.description
    isUp = span.u32le(16) & Self.isUpFlag != 0
    let bus = Int(bytes[20] & 0x0F)
    self.bus = bus < Self.buses.count ? Self.buses[bus] : "bus \(bus)"
  }
}
