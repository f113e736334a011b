import BluetoothProtocol
import Bytes

/// How a sniffer wrote down what it received: which header stands before the access address.
package enum AirFraming: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Nothing.
  case bare
  /// 10 octets of the RF channel, signal and flags.
  case radioHeader
  /// The header of Nordic's sniffer.
  case nordic
  /// PPI, with a bare packet in it.
  case ppi
}

/// A packet as a sniffer received it: what its header says, and where the packet is in the record.
///
///     octet   0..3             4..<end-3   end-3..<end
///             access address   PDU         CRC
///
/// Core Vol 6, Part B, 2.1. The preamble is in no capture; the coding indicator of the coded PHY is
/// left out of `pdu`.
package struct AirPacket: Sendable {
  package enum CRC: UInt8, Sendable { case unknown, good, bad }

  /// Who sent a data packet, as far as the header says.
  package enum Sender: UInt8, Sendable {
    case unknown, central, peripheral

    package var other: Sender {
      switch self {
      case .unknown: .unknown
      case .central: .peripheral
      case .peripheral: .central
      }
    }
  }

  /// The access address of all advertising but periodic trains, on every channel: AUX_ADV_IND and
  /// its chain have it on secondary channels. Core Vol 6, Part B, 2.1.2.
  package static let advertisingAddress: UInt32 = 0x8E89_BED6

  /// What a sniffer says of a packet of extended or periodic advertising, by its number.
  package enum AuxiliaryType: UInt8, Sendable { case advertising, chain, sync, scanResponse }

  package var accessAddress: UInt32 = 0
  /// Where the access address begins; before it is the header of the sniffer.
  package private(set) var start = 0
  /// Where the record ends; a capture may have cut the CRC.
  package private(set) var end = 0
  /// Header and payload, without the CRC.
  package var pdu: ByteRange = .empty
  /// 0 to 39, as the link layer numbers channels: 37, 38 and 39 carry advertising.
  package var channel: UInt8?
  /// Whether the header says that by the number of the frequency.
  package private(set) var hasRadioChannel = false
  /// In dBm.
  package var rssi: Int8?
  package var crc = CRC.unknown
  package var sender = Sender.unknown
  package var phy = PHY.none
  /// On the coded PHY: symbols for each bit, 8 or 2, as the coding indicator says. Core Vol 6,
  /// Part B, 2.2.3.
  package private(set) var symbolsPerBit: Int?
  /// Whether the sniffer's header has a packet type that does not exist: a tool that sends packets
  /// itself wrote it down, and filled in neither channel, signal, counts nor times.
  package private(set) var isOfTool = false
  /// Which of several sniffers that write into one interface received it.
  package private(set) var board: UInt8 = 0
  /// The sniffer's count of connection events.
  package var eventCounter: UInt16?
  /// Counts the packets that one board received.
  package private(set) var packetCounter: UInt16?
  /// The sniffer's own clock at the beginning of the packet, in microseconds.
  package private(set) var snifferTime: UInt32?
  /// What passed by that clock since the end of the packet before, where the header says only that.
  package private(set) var sincePacketBefore: UInt32?
  /// Whether the sniffer has decrypted the PDU, and its MIC, if it checked that.
  package var isDecrypted = false
  package var micIsGood: Bool?
  /// Whether it is not a data packet of a connection, as the sniffer or the access address says.
  package var isAdvertising = false
  package var auxiliaryType: AuxiliaryType?
  /// Whether it is of an isochronous stream; of one that is broadcast there is no sender.
  package var isIsochronous = false

  /// - Parameter record: all octets of the record.
  package init(
    _ record: ByteRange, _ framing: AirFraming, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, record)
    switch framing {
    case .bare: break
    case .radioHeader: try readRadioHeader(&cursor, in: bytes)
    case .nordic: try readNordicHeader(&cursor, in: bytes)
    case .ppi: try readPPI(&cursor, in: bytes)
    }
    start = cursor.position
    end = record.end
    accessAddress = try cursor.u32le(in: bytes)
    if accessAddress == Self.advertisingAddress {
      leaveConnections()
    } else if framing != .nordic, sender == .unknown, !isIsochronous {
      isAdvertising = auxiliaryType != nil
    }
    if phy == .leCoded {
      switch try cursor.u8(in: bytes) & 3 {
      case 0: symbolsPerBit = 8
      case 1: symbolsPerBit = 2
      default: break
      }
    }
    let rest = cursor.rest
    guard rest.originalCount >= 5 else {
      throw DecodeIssue(
        layer: .linkLayer, offset: rest.start, needed: 5, available: rest.count,
        limit: rest.isCut ? .capture : .packet)
    }
    let whole = rest.originalCount - 3
    pdu = ByteRange(
      start: rest.start, end: min(rest.end, rest.start + whole), originalCount: whole)
  }

  /// No connection and no stream has the access address of advertising, whatever the sniffer says:
  /// some take each packet on channels 0 to 36 for a connection's, or write a wrong channel.
  private mutating func leaveConnections() {
    isAdvertising = true
    isIsochronous = false
    sender = .unknown
    eventCounter = nil
    isDecrypted = false
    micIsGood = nil
  }

  /// All numbers are little-endian.
  ///
  ///     octet   0            1        2       3                  4..7                8..9
  ///             RF channel   signal   noise   access address     reference access    flags
  ///                                           offences           address
  ///
  /// tcpdump.org, LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR.
  private mutating func readRadioHeader(
    _ cursor: inout ByteCursor, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let rf = try cursor.u8(in: bytes)
    let signal = try cursor.i8(in: bytes)
    _ = try cursor.skip(6)
    let flags = try cursor.u16le(in: bytes)
    channel = Self.channel(rf: rf)
    hasRadioChannel = true
    if flags & 0x0002 != 0 { rssi = signal }
    if flags & 0x0400 != 0 { crc = flags & 0x0800 != 0 ? .good : .bad }
    isDecrypted = flags & 0x0008 != 0
    switch flags >> 7 & 7 {
    case 1: auxiliaryType = AuxiliaryType(rawValue: UInt8(flags >> 12 & 3))
    case 2: sender = .central
    case 3: sender = .peripheral
    case 4: (isIsochronous, sender) = (true, .central)
    case 5: (isIsochronous, sender) = (true, .peripheral)
    case 6: isIsochronous = true
    default: break
    }
    if sender != .unknown, flags & 0x1000 != 0 { micIsGood = flags & 0x2000 != 0 }
    switch flags >> 14 {
    case 0: phy = .le1M
    case 1: phy = .le2M
    case 2: phy = .leCoded
    default: break
    }
  }

  /// The channel on an RF channel, 2402 MHz and on in steps of 2 MHz. Core Vol 6, Part B, 1.4.1.
  static func channel(rf: UInt8) -> UInt8? {
    switch rf {
    case 0: 37
    case 12: 38
    case 39: 39
    case 1...11: rf - 1
    case 13...38: rf - 2
    default: nil
    }
  }

  /// The number of the frequency of a channel: what is written for it.
  package static func radioChannel(of channel: UInt8) -> UInt8 {
    switch channel {
    case 37: 0
    case 38: 12
    case 39: 39
    case 0...10: channel + 1
    case 11...36: channel + 2
    default: channel
    }
  }

  /// Whether its CRC is the one of the encrypted PDU, although the PDU itself was decrypted and
  /// lost its MIC, as Nordic's sniffer writes it: then the same CRC shows the same PDU.
  package var crcIsOfCiphertext: Bool {
    isDecrypted && micIsGood == true && eventCounter != nil && pdu.count > 2 && !pdu.isCut
      && end - pdu.end == LLCRC.octets
  }

  /// Whether it is of advertising, and its CRC is right, whatever the sniffer says of it.
  package func hasCRCOfAdvertising(in bytes: Span<UInt8>) -> Bool {
    guard accessAddress == Self.advertisingAddress, !pdu.isCut, end - pdu.end == LLCRC.octets else {
      return false
    }
    var crc = LLCRC.advertising
    for index in pdu.start..<pdu.end { crc = LLCRC.of(CollectionOfOne(bytes[index]), from: crc) }
    return (0..<LLCRC.octets).allSatisfy {
      bytes[pdu.end + $0] == UInt8(truncatingIfNeeded: crc >> (8 * LLCRC.State($0)))
    }
  }

  /// Versions 0 to 3. Before version 2, lengths are one octet each; before version
  /// 3, one packet type stands for all packets, and the time is that since the end of the packet
  /// before.
  ///
  ///     octet   0       1..2                           3         4..5      6
  ///             board   length; up to version 1 the    version   counter   packet type
  ///                     header's, 6, and the payload's
  ///
  ///     octet   7               8       9         10     11..12    13..16
  ///             header length   flags   channel   RSSI   event     time
  ///                                                      counter
  ///
  /// nRF Sniffer for Bluetooth LE, `SnifferAPI/Packet.py`; Wireshark, packet-nordic_ble.c.
  private mutating func readNordicHeader(
    _ cursor: inout ByteCursor, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    board = try cursor.u8(in: bytes)
    _ = try cursor.skip(2)
    let version = try cursor.u8(in: bytes)
    let counter = try cursor.u16le(in: bytes)
    let type = try cursor.u8(in: bytes)
    let length = try cursor.u8(in: bytes)
    // It counts itself.
    let header = try cursor.range(max(0, Int(length) - 1))
    var fields = ByteCursor(.linkLayer, header)
    let flags = try fields.u8(in: bytes)
    channel = try fields.u8(in: bytes)
    rssi = Int8(clamping: -Int(try fields.u8(in: bytes)))
    let event = try fields.u16le(in: bytes)
    isOfTool = type == 0
    if isOfTool {
      (channel, rssi) = (nil, nil)
    } else {
      packetCounter = counter
      let time = try? fields.u32le(in: bytes)
      if version >= 3 { snifferTime = time } else { sincePacketBefore = time }
    }
    crc = flags & 0x01 != 0 ? .good : .bad
    let isData = version >= 3 ? type == 0x06 : channel.map { $0 < 37 } ?? true
    isAdvertising = !isData
    if isData {
      sender = flags & 0x02 != 0 ? .central : .peripheral
      eventCounter = isOfTool ? nil : event
      isDecrypted = flags & 0x04 != 0
      if isDecrypted { micIsGood = flags & 0x08 != 0 }
    } else if channel.map({ $0 < 37 }) ?? false {
      auxiliaryType = AuxiliaryType(rawValue: flags >> 1 & 3)
    }
    switch version >= 2 ? flags >> 4 & 7 : 0 {
    case 0: phy = .le1M
    case 1: phy = .le2M
    case 2: phy = .leCoded
    default: break
    }
  }

  /// PPI: a header with its own length, and fields, of which only that of Ubertooth's captures is
  /// read, and of that the frequency in MHz: its signal is in units of the receiver's.
  ///
  ///     octet   0         1       2..3            4..7
  ///             version   flags   header length   link type inside
  ///     field   0..1          2..3     4         5..6        7..15
  ///             type: 30006   length   version   frequency   clock, signal
  ///
  /// libbtbb, lib/src/pcap.c.
  private mutating func readPPI(
    _ cursor: inout ByteCursor, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    _ = try cursor.skip(2)
    let length = try cursor.u16le(in: bytes)
    guard length >= 8 else {
      throw DecodeIssue(
        layer: .linkLayer, offset: cursor.position - 2, needed: 8, available: Int(length),
        limit: .packet)
    }
    _ = try cursor.skip(4)
    var field = try cursor.skip(Int(length) - 8)
    while field + 4 <= cursor.position {
      let end = field + 4 + Int(bytes.u16le(field + 2))
      if bytes.u16le(field) == 30006, end >= field + 16, end <= cursor.position {
        readFrequency(bytes.u16le(field + 5))
      }
      field = end
    }
  }

  private mutating func readFrequency(_ mhz: UInt16) {
    guard (2402...2480).contains(mhz), mhz % 2 == 0 else { return }
    channel = Self.channel(rf: UInt8((mhz - 2402) / 2))
    hasRadioChannel = true
  }
}
