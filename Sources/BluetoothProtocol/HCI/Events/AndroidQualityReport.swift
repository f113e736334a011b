import Bytes

/// Android's Bluetooth Quality Report: what the controller itself counted on the air.
///
///     octet   0      1          2              3..4     5      6          7      8     9..10
///             0x58   report id  packet types   handle   role   TX power   RSSI   SNR   channels
///     octet   11..12                 13..16          17..20            21..24   25..28
///             supervision timeout    piconet clock   retransmissions   no RX    NAK
///     octet   29..32        33..36     37..40         41..44            45..48
///             last TX ACK   flow off   last flow on   overflow octets   underflow octets
///     octet   49..54 (LE)    55                           since version 1.03
///             peer address   calibration failures
///
/// The timeout is in units of 0.3125 ms. It travels in HCI_Vendor_Specific (0xFF) with subevent
/// 0x58. Source: Android Open Source Project, HCI requirements, "Bluetooth quality report".
package struct AndroidQualityReport: Hashable, Sendable {
  package static let subevent: UInt8 = 0x58

  package var id: UInt8
  package var handle: ConnectionHandle
  package var role: UInt8
  package var txPower: Int8
  package var rssi: Int8
  package var snr: UInt8
  package var supervisionTimeoutMicroseconds: Int
  package var retransmissions: UInt32
  package var noRX: UInt32
  package var nak: UInt32
  package var flowOff: UInt32
  package var overflowOctets: UInt32
  package var underflowOctets: UInt32
  /// `nil` in older versions; known by the length, as the event does not state its version.
  package var peer: DeviceAddress?

  /// The reports that have this layout. Others are about no link: 0x05 of the controller's own
  /// fault, 0x06 of the energy it used; those from 0x09 on are traces and statistics.
  package static let linkQualityIDs: Set<UInt8> = [0x01, 0x02, 0x03, 0x04, 0x07, 0x08]

  /// `nil` for another vendor event, and for reports of other kinds.
  package init?(_ parameters: ByteRange, in bytes: Span<UInt8>) {
    guard parameters.count >= 49 else { return nil }
    let at = parameters.start
    guard bytes[at] == Self.subevent, Self.linkQualityIDs.contains(bytes[at + 1]) else {
      return nil
    }
    id = bytes[at + 1]
    handle = ConnectionHandle(bytes.u16le(at + 3))
    role = bytes[at + 5]
    txPower = Int8(bitPattern: bytes[at + 6])
    rssi = Int8(bitPattern: bytes[at + 7])
    snr = bytes[at + 8]
    supervisionTimeoutMicroseconds = Int(bytes.u16le(at + 11)) * SlotInterval.unitUs / 2
    retransmissions = bytes.u32le(at + 17)
    noRX = bytes.u32le(at + 21)
    nak = bytes.u32le(at + 25)
    flowOff = bytes.u32le(at + 33)
    overflowOctets = bytes.u32le(at + 41)
    underflowOctets = bytes.u32le(at + 45)
    // Later versions add six counters. What is as long otherwise, a vendor made.
    guard parameters.count == 56 || parameters.count == 80 else { return }
    let address = DeviceAddress(littleEndian48: bytes.u48le(at + 49))
    if address.rawValue != 0 { peer = address }
  }

  /// Whether the handle is that of a connection: some reports are about voice and audio links, or
  /// about a connection that failed.
  package var isAboutACL: Bool { (0x01...0x03).contains(id) }

  /// What made the controller report.
  package var name: String? {
    switch id {
    case 0x01: "monitor"
    case 0x02: "approach-lsto"
    case 0x03: "a2dp-choppy"
    case 0x04: "sco-choppy"
    case 0x07: "le-audio-choppy"
    case 0x08: "connect-fail"
    default: nil
    }
  }
}
