import Bytes

/// The containers whose records have a header: their octets, as `MonitorFile` and
/// `CaptureFileWriter` both write them.
package enum RecordContainer: String, Sendable {
  case btsnoop, pcap, pcapng

  /// What a file starts with; of pcapng without its interfaces.
  ///
  /// - Precondition: the container has a number for the link type.
  /// - Parameter comments: on the file; pcapng alone has comments.
  func header(_ link: LinkType, comments: [String] = []) -> [UInt8] {
    switch self {
    case .btsnoop:
      guard let datalink = link.datalink else { preconditionFailure("btsnoop has no \(link)") }
      return BtsnoopWriter.header(datalink: UInt32(datalink))
    case .pcap:
      // The snap length is more than any record has.
      return PcapWriter().header(linkType: UInt32(link.written), snapLength: 0x4_0000)
    case .pcapng:
      var writer = PcapngWriter()
      writer.section([writer.application("bletrace")] + writer.comments(comments))
      return writer.bytes
    }
  }

  /// A packet with what is written in front of it.
  struct Record {
    /// What the link type puts before the packet.
    var framing: [UInt8]
    /// Those of btsnoop.
    var flags: UInt32
    var packet: ByteRange
    var time: TraceTime
    /// Records lost since the file began; btsnoop alone has a counter of them.
    var drops: Int
    // Of pcapng alone.
    var interface: UInt32 = 0
    var ticks: UInt64
    var options: [PcapngWriter.Option]
  }

  func append(_ record: Record, in bytes: Span<UInt8>, to out: inout [UInt8]) {
    let packet = record.packet
    let included = packet.count + record.framing.count
    let original = max(packet.originalCount, packet.count) + record.framing.count
    let time = record.time.microseconds
    switch self {
    case .btsnoop:
      // All ones would mean that the number is not known.
      let drops = UInt32(clamping: min(record.drops, Int(UInt32.max) - 1))
      BtsnoopWriter.appendHeader(
        included: included, original: original, flags: record.flags, drops: drops, time: time,
        to: &out)
    case .pcap:
      PcapWriter().appendHeader(included: included, original: original, time: time, to: &out)
    case .pcapng:
      var writer = PcapngWriter()
      swap(&writer.bytes, &out)
      writer.framedPacket(
        record.framing, packet, of: bytes, interface: record.interface, ticks: record.ticks,
        record.options)
      swap(&writer.bytes, &out)
      return
    }
    out += record.framing
    out.append(packet, of: bytes)
  }

  /// What the monitor's channel and its link type put before a packet: in btsnoop, in the flags.
  func monitorHead(
    opcode: UInt16, controller: UInt16
  ) -> (framing: [UInt8], flags: UInt32) {
    let head = UInt32(controller) << 16 | UInt32(opcode)
    var framing: [UInt8] = []
    if self != .btsnoop { framing.put(head, .big) }
    return (framing, head)
  }
}
