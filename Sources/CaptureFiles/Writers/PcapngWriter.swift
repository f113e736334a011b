import Bytes

/// Writes pcapng block by block, well formed or not.
package struct PcapngWriter: Hashable, Sendable {
  package struct Option: Hashable, Sendable {
    var code: UInt16
    var value: [UInt8]
  }

  package var bytes: [UInt8] = []
  package var order: ByteOrder

  package init(_ order: ByteOrder = .little) {
    self.order = order
  }

  // MARK: - Blocks

  package mutating func block(_ type: UInt32, _ body: [UInt8]) {
    let start = begin(type)
    bytes += body
    end(start)
  }

  package mutating func section(major: UInt16 = 1, _ options: [Option] = []) {
    let start = begin(0x0A0D_0D0A)
    put(0x1A2B_3C4D as UInt32)
    put(major)
    put(0 as UInt16)
    // Of unknown length.
    put(UInt64.max)
    end(start, options)
  }

  package mutating func interface(
    _ linkType: UInt16, snapLength: UInt32 = 0, _ options: [Option] = []
  ) {
    let start = begin(1)
    put(linkType)
    put(0 as UInt16)
    put(snapLength)
    end(start, options)
  }

  mutating func interface(_ link: LinkType, _ options: [Option]) {
    interface(UInt16(link.written), options)
  }

  package mutating func packet(
    _ packet: [UInt8], interface: UInt32 = 0, ticks: UInt64, originalLength: Int? = nil,
    _ options: [Option] = []
  ) {
    let start = begin(6)
    put(interface)
    put(packet, ticks, originalLength)
    end(start, options)
  }

  /// A packet behind what its link type puts in front of it.
  mutating func framedPacket(
    _ framing: [UInt8], _ packet: ByteRange, of octets: Span<UInt8>, interface: UInt32,
    ticks: UInt64, _ options: [Option]
  ) {
    let start = begin(6)
    put(interface)
    putPacketHeader(
      ticks, captured: packet.count + framing.count,
      original: max(packet.originalCount, packet.count) + framing.count)
    bytes += framing
    bytes.append(packet, of: octets)
    end(start, options)
  }

  /// The obsolete packet block, which has its own count of lost packets.
  package mutating func obsoletePacket(
    _ packet: [UInt8], interface: UInt16 = 0, drops: UInt16 = 0, ticks: UInt64,
    _ options: [Option] = []
  ) {
    let start = begin(2)
    put(interface)
    put(drops)
    put(packet, ticks, nil)
    end(start, options)
  }

  package mutating func simplePacket(_ packet: [UInt8], originalLength: Int? = nil) {
    let start = begin(3)
    put(UInt32(originalLength ?? packet.count))
    bytes += packet
    end(start)
  }

  package mutating func statistics(
    interface: UInt32 = 0, ticks: UInt64 = 0, _ options: [Option]
  ) {
    let start = begin(5)
    put(interface)
    put(ticks: ticks)
    end(start, options)
  }

  /// What an interface has received and lost.
  mutating func statistics(ticks: UInt64, records: Int, lost: Int) {
    // isb_ifrecv, isb_ifdrop
    statistics(
      ticks: ticks, [option(4, UInt64(clamping: records)), option(5, UInt64(clamping: lost))])
  }

  // MARK: - Options

  package func option(_ code: UInt16, _ value: [UInt8]) -> Option {
    Option(code: code, value: value)
  }

  package func option<Number: FixedWidthInteger>(_ code: UInt16, _ number: Number) -> Option {
    var value: [UInt8] = []
    value.put(number, order)
    return Option(code: code, value: value)
  }

  /// opt_comment, one for each text.
  func comments(_ texts: [String]) -> [Option] {
    texts.map { option(1, Array($0.utf8.prefix(Int(UInt16.max)))) }
  }

  /// shb_userappl
  func application(_ name: String) -> Option { option(4, Array(name.utf8)) }

  /// if_name
  func interfaceName(_ name: String) -> Option { option(2, Array(name.utf8)) }

  /// if_tsresol: times are in microseconds.
  var microseconds: Option { option(9, 6 as UInt8) }

  /// if_tsoffset
  func timeOffset(_ seconds: Int64) -> Option { option(14, seconds) }

  package func direction(_ direction: RecordDirection) -> Option {
    let bits: UInt32 =
      switch direction {
      case .unknown: 0
      case .rx: 1
      case .tx: 2
      }
    return option(2, bits)
  }

  package func dropCount(_ count: UInt64) -> Option { option(4, count) }

  // MARK: - Parts

  private mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    bytes.put(number, order)
  }

  private mutating func put(ticks: UInt64) {
    put(UInt32(ticks >> 32))
    put(UInt32(truncatingIfNeeded: ticks))
  }

  private mutating func put(_ packet: [UInt8], _ ticks: UInt64, _ originalLength: Int?) {
    putPacketHeader(ticks, captured: packet.count, original: originalLength ?? packet.count)
    bytes += packet
  }

  private mutating func putPacketHeader(_ ticks: UInt64, captured: Int, original: Int) {
    put(ticks: ticks)
    put(UInt32(clamping: captured))
    put(UInt32(clamping: original))
  }

  /// Returns where the block begins. Its length is not known yet.
  private mutating func begin(_ type: UInt32) -> Int {
    defer {
      put(type)
      put(0 as UInt32)
    }
    return bytes.count
  }

  private mutating func end(_ start: Int, _ options: [Option] = []) {
    pad(from: start)
    for option in options {
      put(option.code)
      put(UInt16(option.value.count))
      bytes += option.value
      pad(from: start)
    }
    if !options.isEmpty { put(0 as UInt32) }
    put(UInt32(bytes.count - start + 4))
    for index in 0..<4 { bytes[start + 4 + index] = bytes[bytes.count - 4 + index] }
  }

  private mutating func pad(from start: Int) {
    while !(bytes.count - start).isMultiple(of: 4) { bytes.append(0) }
  }
}
