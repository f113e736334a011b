import Bytes

/// Writes records as those of the Linux monitor channel, in one of the containers that hold it:
/// btsnoop with datalink 2001, as btmon writes it, and pcap and pcapng with link type 254.
///
/// Each file is whole after every record: nothing is filled in at the end.
package struct MonitorFile: Sendable {
  package enum Container: Sendable {
    case btsnoop, pcap, pcapng
  }

  package let container: Container

  package init(_ container: Container) {
    self.container = container
  }

  /// What a file starts with.
  package var header: [UInt8] {
    switch container {
    case .btsnoop:
      return BtsnoopFormat.magic + [0, 0, 0, 1, 0x00, 0x00, 0x07, 0xD1]
    case .pcap:
      // Little-endian, microseconds, version 2.4; the snap length is more than any record has.
      return [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8)
        + [0, 0, 4, 0, 254, 0, 0, 0]
    case .pcapng:
      return MonitorPcapng.header
    }
  }

  /// Appends a record to `out`. False, and nothing appended, where the monitor has no word for it:
  /// a packet of unknown direction, a note of PacketLogger.
  ///
  /// - Parameters:
  ///   - link: of the capture that the record is from; only the monitor's own opcodes are kept where
  ///     they are not known.
  ///   - drops: records lost since the file began; for btsnoop.
  ///   - lost: records lost directly before this one; for pcapng.
  package func append(
    _ record: CapturedRecord, from link: LinkType?, in bytes: Span<UInt8>, drops: Int,
    lost: Int = 0,
    to out: inout [UInt8]
  ) -> Bool {
    guard let opcode = monitorOpcode(record, link) else { return false }
    append(
      opcode: opcode, controller: record.controller, time: record.time, drops: drops, lost: lost,
      record.bytes, of: bytes, to: &out)
    return true
  }

  /// Appends what the monitor channel gave.
  package func append(
    opcode: UInt16, controller: UInt16, time: TraceTime, drops: Int, lost: Int = 0,
    _ packet: ByteRange,
    of bytes: Span<UInt8>, to out: inout [UInt8]
  ) {
    let original = max(packet.originalCount, packet.count)
    switch container {
    case .pcapng:
      MonitorPcapng.append(
        opcode: opcode, controller: controller, time: time, lost: lost, packet, of: bytes,
        to: &out)
      return
    case .btsnoop:
      out.putBE(UInt32(clamping: original))
      out.putBE(UInt32(clamping: packet.count))
      out.putBE(UInt32(controller) << 16 | UInt32(opcode))
      // All ones would mean that the number is not known.
      out.putBE(UInt32(clamping: min(drops, Int(UInt32.max) - 1)))
      out.putBE(UInt64(bitPattern: time.microseconds &+ BtsnoopFormat.unixEpoch))
    case .pcap:
      // pcap knows no time before 1970.
      let time = UInt64(clamping: time.microseconds)
      out.putLE(UInt32(clamping: time / 1_000_000))
      out.putLE(UInt32(clamping: time % 1_000_000))
      out.putLE(UInt32(clamping: packet.count + 4))
      out.putLE(UInt32(clamping: original + 4))
      out.putBE(UInt32(controller) << 16 | UInt32(opcode))
    }
    out.append(packet, of: bytes)
  }
}

extension MonitorFile {
  /// What a file may end with. It is a capture without it, too.
  ///
  /// - Parameters:
  ///   - time: of the last record.
  ///   - records: how many the file has.
  package func trailer(time: TraceTime, records: Int, lost: Int) -> [UInt8] {
    container == .pcapng
      ? MonitorPcapng.statistics(time: time, records: records, lost: lost) : []
  }
}

/// The monitor's opcode for a record, whatever container it came from.
private func monitorOpcode(_ record: CapturedRecord, _ link: LinkType?) -> UInt16? {
  let pair: (tx: UInt16, rx: UInt16)
  switch record.kind {
  case .newIndex: return 0
  case .deleteIndex: return 1
  case .command: return 2
  case .event: return 3
  case .openIndex: return 8
  case .closeIndex: return 9
  case .indexInfo: return 10
  case .vendorDiagnostic: return 11
  case .systemNote: return 12
  case .userLogging: return 13
  case .controlOpen: return 14
  case .controlClose: return 15
  case .controlCommand: return 16
  case .controlEvent: return 17
  case .acl: pair = (4, 5)
  case .sco: pair = (6, 7)
  case .iso: pair = (18, 19)
  case .loggerNote: return nil
  // The last one stands for all above it as well.
  case .unrecognized:
    return link == .linuxMonitor && record.detail < .max ? UInt16(record.detail) : nil
  }
  switch record.direction {
  case .tx: return pair.tx
  case .rx: return pair.rx
  case .unknown: return nil
  }
}

extension [UInt8] {
  mutating func putBE<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func putLE<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
