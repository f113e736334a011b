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
      return BtsnoopWriter.header(datalink: 2001)
    case .pcap:
      // The snap length is more than any record has.
      return PcapWriter().header(linkType: 254, snapLength: 0x4_0000)
    case .pcapng:
      var writer = PcapngWriter()
      // shb_userappl
      writer.section([writer.option(4, Array("bletrace".utf8))])
      // if_name, if_tsresol: microseconds
      writer.interface(
        254, [writer.option(2, Array("bluetooth-monitor".utf8)), writer.option(9, 6 as UInt8)])
      return writer.bytes
    }
  }

  /// Appends a record to `out`. False, and nothing appended, where the monitor has no word for it:
  /// a packet of unknown direction, a note of PacketLogger.
  ///
  /// - Parameters:
  ///   - link: of the capture that the record is from; only the monitor's own opcodes are kept
  ///     where they are not known.
  ///   - drops: records lost since the file began; for btsnoop.
  ///   - lost: records lost directly before this one; for pcapng.
  package func append(
    _ record: CapturedRecord, from link: LinkType?, in bytes: Span<UInt8>, drops: Int,
    lost: Int = 0, to out: inout [UInt8]
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
    _ packet: ByteRange, of bytes: Span<UInt8>, to out: inout [UInt8]
  ) {
    let original = max(packet.originalCount, packet.count)
    let head = UInt32(controller) << 16 | UInt32(opcode)
    switch container {
    case .pcapng:
      var writer = PcapngWriter()
      swap(&writer.bytes, &out)
      writer.monitorPacket(
        head, packet, of: bytes, ticks: UInt64(clamping: time.microseconds),
        lost > 0 ? [writer.dropCount(UInt64(clamping: lost))] : [])
      swap(&writer.bytes, &out)
      return
    case .btsnoop:
      // All ones would mean that the number is not known.
      BtsnoopWriter.appendHeader(
        included: packet.count, original: original, flags: head,
        drops: UInt32(clamping: min(drops, Int(UInt32.max) - 1)), time: time.microseconds,
        to: &out)
    case .pcap:
      PcapWriter().appendHeader(
        included: packet.count + 4, original: original + 4, time: time.microseconds, to: &out)
      out.put(head, .big)
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
    guard container == .pcapng else { return [] }
    var writer = PcapngWriter()
    // isb_ifrecv, isb_ifdrop
    writer.statistics(
      ticks: UInt64(clamping: time.microseconds),
      [writer.option(4, UInt64(clamping: records)), writer.option(5, UInt64(clamping: lost))])
    return writer.bytes
  }
}

/// The monitor's opcode for a record, whatever container it came from; nil where it has none.
func monitorOpcode(_ record: CapturedRecord, _ link: LinkType?) -> UInt16? {
  guard record.kind == .unrecognized else {
    return record.kind.monitorOpcode(record.direction).map(UInt16.init)
  }
  // The last one is used for all above it, too.
  return link == .linuxMonitor && record.detail < .max ? UInt16(record.detail) : nil
}
