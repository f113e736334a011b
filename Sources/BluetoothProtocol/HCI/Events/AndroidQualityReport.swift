import Bytes

/// Android's Bluetooth Quality Report: what the controller itself counted on the air.
///
///     octet   0           1          2              3..4     5      6          7      8     9..10
///             0x58        report id  packet types   handle   role   TX power   RSSI   SNR   channels
///     octet   11..12                 13..16          17..20            21..24   25..28
///             supervision timeout    piconet clock   retransmissions   no RX    NAK
///     octet   29..32        33..36     37..40         41..44            45..48
///             last TX ACK   flow off   last flow on   overflow octets   underflow octets
///     octet   49..54 (LE)    55                           since version 1.03
///             peer address   calibration failures
///
/// The timeout is in units of 0.3125 ms. It travels in HCI_Vendor_Specific (0xFF) with subevent 0x58.
/// Source: Android Open Source Project, HCI requirements, "Bluetooth quality report".
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
  /// `nil` in older versions; told by the length, as the event does not state its version.
  package var peer: DeviceAddress?

  /// `nil` for another vendor event, and for reports of other kinds (traces, energy).
  package init?(_ parameters: ByteRange, in bytes: Span<UInt8>) {
    guard parameters.count >= 49 else { return nil }
    let at = parameters.start
    guard bytes[at] == Self.subevent, (0x01...0x08).contains(bytes[at + 1]) else { return nil }
    id = bytes[at + 1]
    handle = ConnectionHandle(bytes.u16le(at + 3))
    role = bytes[at + 5]
    txPower = Int8(bitPattern: bytes[at + 6])
    rssi = Int8(bitPattern: bytes[at + 7])
    snr = bytes[at + 8]
    supervisionTimeoutMicroseconds = Int(bytes.u16le(at + 11)) * 625 / 2
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

  /// What made the controller report.
  package var name: String? {
    switch id {
    case 0x01: "monitor"
    case 0x02: "approach-lsto"
    case 0x03: "a2dp-choppy"
    case 0x04: "sco-choppy"
    case 0x05: "root-inflammation"
    case 0x07: "le-audio-choppy"
    case 0x08: "connect-fail"
    default: nil
    }
  }
}

extension AndroidQualityReport {
  /// The fields of all reports of this kind; what newer versions add behind them is left as octets.
  package func describe(
    _ parameters: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
  ) {
    ParameterDecoder.decode(Self.layout, parameters, in: bytes, into: &list)
  }

  /// Names as in Android's HCI requirements.
  private static let layout = ParameterLayout(
    "Android Bluetooth Quality Report",
    [
      .hex("Sub_event", octets: 1), .code("Quality_Report_Id", reportIDs).brief,
      .code("Packet_Types", packetTypes), .handle(), .code("Connection_Role", .role),
      .i8("TX_Power_Level", .dBm), .i8("RSSI", .dBm).brief, .u8("SNR", .dB),
      .u8("Unused_AFH_Channel_Count"), .u8("AFH_Select_Unideal_Channel_Count"),
      .time("LSTO", .halfSlots), .time("Connection_Piconet_Clock", octets: 4, .halfSlots),
      .u32("Retransmission_Count").brief, .u32("No_RX_Count").brief, .u32("NAK_Count").brief,
      .time("Last_TX_ACK_Timestamp", octets: 4, .halfSlots), .u32("Flow_Off_Count").brief,
      .time("Last_Flow_On_Timestamp", octets: 4, .halfSlots),
      .u32("Buffer_Overflow_Bytes", .octets), .u32("Buffer_Underflow_Bytes", .octets),
      .rest("Parameters of the version and the vendor"),
    ])

  private static let reportIDs: CodeNames = [
    0x01: "Quality monitoring mode", 0x02: "Approaching LSTO", 0x03: "A2DP audio choppy",
    0x04: "(e)SCO voice choppy", 0x05: "Root inflammation", 0x06: "Energy monitoring mode",
    0x07: "LE audio choppy", 0x08: "Connect failure",
  ]
  private static let packetTypes: CodeNames = [
    0x01: "ID", 0x02: "NULL", 0x03: "POLL", 0x04: "FHS", 0x05: "HV1", 0x06: "HV2", 0x07: "HV3",
    0x08: "DV", 0x09: "EV3", 0x0A: "EV4", 0x0B: "EV5", 0x0C: "2-EV3", 0x0D: "2-EV5",
    0x0E: "3-EV3", 0x0F: "3-EV5", 0x10: "DM1", 0x11: "DH1", 0x12: "DM3", 0x13: "DH3",
    0x14: "DM5", 0x15: "DH5", 0x16: "AUX1", 0x17: "2-DH1", 0x18: "2-DH3", 0x19: "2-DH5",
    0x1A: "3-DH1", 0x1B: "3-DH3", 0x1C: "3-DH5",
  ]
}
