import Bytes

/// Writes records as those of the Linux monitor channel, in one of the containers that hold it:
/// btsnoop with datalink 2001, as btmon writes it, and pcap and pcapng with link type 254.
///
/// Each file is whole after every record: nothing is filled in at the end.
package struct MonitorFile: Sendable {
  package let container: RecordContainer

  package init(_ container: RecordContainer) {
    self.container = container
  }

  /// What a file starts with.
  package var header: [UInt8] {
    let header = container.header(.linuxMonitor)
    guard container == .pcapng else { return header }
    var writer = PcapngWriter()
    writer.interface(
      .linuxMonitor, [writer.interfaceName("bluetooth-monitor"), writer.microseconds])
    return header + writer.bytes
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
    let (framing, flags) = container.monitorHead(opcode: opcode, controller: controller)
    container.append(
      RecordContainer.Record(
        framing: framing, flags: flags, packet: packet, time: time, drops: drops,
        ticks: UInt64(clamping: time.microseconds),
        options: lost > 0 ? [PcapngWriter().dropCount(UInt64(clamping: lost))] : []),
      in: bytes, to: &out)
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
    writer.statistics(ticks: UInt64(clamping: time.microseconds), records: records, lost: lost)
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
