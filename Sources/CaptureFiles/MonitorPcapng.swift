import Bytes

/// The blocks of a pcapng file with records of the Linux monitor channel, in little-endian order,
/// with one interface and times in microseconds.
enum MonitorPcapng {
  /// A section header block and an interface description block.
  static var header: [UInt8] {
    // The magic number, version 1.0, a section of unknown length.
    var section: [UInt8] = []
    section.putLE(0x1A2B_3C4D as UInt32)
    section += [1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
    // shb_userappl
    section.putOption(4, Array("bletrace".utf8))
    section.putLE(0 as UInt32)
    // LINKTYPE_BLUETOOTH_LINUX_MONITOR, two reserved octets, no limit of the captured length.
    var interface: [UInt8] = [254, 0, 0, 0, 0, 0, 0, 0]
    // if_name, if_tsresol
    interface.putOption(2, Array("bluetooth-monitor".utf8))
    interface.putOption(9, [6])
    interface.putLE(0 as UInt32)
    var out: [UInt8] = []
    out.putBlock(0x0A0D_0D0A, section)
    out.putBlock(1, interface)
    return out
  }

  /// An enhanced packet block. What was lost before the record is its option epb_dropcount.
  static func append(
    opcode: UInt16, controller: UInt16, time: TraceTime, lost: Int, _ packet: ByteRange,
    of bytes: Span<UInt8>, to out: inout [UInt8]
  ) {
    let captured = packet.count + 4
    let padding = -captured & 3
    let options = lost > 0 ? 16 : 0
    let length = UInt32(clamping: 32 + captured + padding + options)
    out.putLE(6 as UInt32)
    out.putLE(length)
    out.putLE(0 as UInt32)
    out.putTime(time)
    out.putLE(UInt32(clamping: captured))
    out.putLE(UInt32(clamping: max(packet.originalCount, packet.count) + 4))
    out.putBE(UInt32(controller) << 16 | UInt32(opcode))
    out.append(packet, of: bytes)
    out += [UInt8](repeating: 0, count: padding)
    if lost > 0 {
      var drops: [UInt8] = []
      drops.putLE(UInt64(clamping: lost))
      out.putOption(4, drops)
      out.putLE(0 as UInt32)
    }
    out.putLE(length)
  }

  /// An interface statistics block, with isb_ifrecv and isb_ifdrop.
  static func statistics(time: TraceTime, records: Int, lost: Int) -> [UInt8] {
    var body: [UInt8] = []
    body.putLE(0 as UInt32)
    body.putTime(time)
    for (code, count) in [(4, records), (5, lost)] as [(UInt16, Int)] {
      var value: [UInt8] = []
      value.putLE(UInt64(clamping: count))
      body.putOption(code, value)
    }
    body.putLE(0 as UInt32)
    var out: [UInt8] = []
    out.putBlock(5, body)
    return out
  }
}

extension [UInt8] {
  /// pcapng, as it is written here, knows no time before 1970.
  fileprivate mutating func putTime(_ time: TraceTime) {
    let time = UInt64(clamping: time.microseconds)
    putLE(UInt32(truncatingIfNeeded: time >> 32))
    putLE(UInt32(truncatingIfNeeded: time))
  }

  fileprivate mutating func putOption(_ code: UInt16, _ value: [UInt8]) {
    putLE(code)
    putLE(UInt16(value.count))
    self += value + [UInt8](repeating: 0, count: -value.count & 3)
  }

  fileprivate mutating func putBlock(_ type: UInt32, _ body: [UInt8]) {
    let length = UInt32(body.count + 12)
    putLE(type)
    putLE(length)
    self += body
    putLE(length)
  }
}
