import CaptureFiles

/// Writes pcapng block by block, well formed or not.
package struct PcapngWriter: Hashable, Sendable {
  package struct Option: Hashable, Sendable {
    var code: UInt16
    var value: [UInt8]
  }

  package private(set) var bytes: [UInt8] = []
  package var order: ByteOrder

  package init(_ order: ByteOrder = .little) {
    self.order = order
  }

  package mutating func block(_ type: UInt32, _ body: [UInt8]) {
    var writer = ByteWriter(order)
    writer.put(body)
    writer.padTo(multipleOf: 4)
    let padded = writer.bytes
    writer.bytes = []
    writer.put(type)
    writer.put(UInt32(padded.count + 12))
    writer.put(padded)
    writer.put(UInt32(padded.count + 12))
    bytes += writer.bytes
  }

  package mutating func section(major: UInt16 = 1, _ options: [Option] = []) {
    var body = ByteWriter(order)
    body.put(0x1A2B_3C4D as UInt32)
    body.put(major)
    body.put(0 as UInt16)
    body.put(UInt64.max)
    put(options, in: &body)
    block(0x0A0D_0D0A, body.bytes)
  }

  package mutating func interface(
    _ linkType: UInt16, snapLength: UInt32 = 0, _ options: [Option] = []
  ) {
    var body = ByteWriter(order)
    body.put(linkType)
    body.put(0 as UInt16)
    body.put(snapLength)
    put(options, in: &body)
    block(1, body.bytes)
  }

  package mutating func packet(
    _ packet: [UInt8], interface: UInt32 = 0, ticks: UInt64, originalLength: Int? = nil,
    _ options: [Option] = []
  ) {
    var body = ByteWriter(order)
    body.put(interface)
    putPacket(packet, ticks, originalLength, options, in: &body)
    block(6, body.bytes)
  }

  /// The obsolete packet block, which has its own count of lost packets.
  package mutating func obsoletePacket(
    _ packet: [UInt8], interface: UInt16 = 0, drops: UInt16 = 0, ticks: UInt64,
    _ options: [Option] = []
  ) {
    var body = ByteWriter(order)
    body.put(interface)
    body.put(drops)
    putPacket(packet, ticks, nil, options, in: &body)
    block(2, body.bytes)
  }

  package mutating func simplePacket(_ packet: [UInt8], originalLength: Int? = nil) {
    var body = ByteWriter(order)
    body.put(UInt32(originalLength ?? packet.count))
    body.put(packet)
    block(3, body.bytes)
  }

  package mutating func statistics(interface: UInt32 = 0, _ options: [Option]) {
    var body = ByteWriter(order)
    body.put(interface)
    body.put(0 as UInt64)
    put(options, in: &body)
    block(5, body.bytes)
  }

  package func option(_ code: UInt16, _ value: [UInt8]) -> Option {
    Option(code: code, value: value)
  }

  package func option<Number: FixedWidthInteger>(_ code: UInt16, _ number: Number) -> Option {
    var writer = ByteWriter(order)
    writer.put(number)
    return Option(code: code, value: writer.bytes)
  }

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

  private func putPacket(
    _ packet: [UInt8], _ ticks: UInt64, _ originalLength: Int?, _ options: [Option],
    in body: inout ByteWriter
  ) {
    body.put(UInt32(ticks >> 32))
    body.put(UInt32(truncatingIfNeeded: ticks))
    body.put(UInt32(packet.count))
    body.put(UInt32(originalLength ?? packet.count))
    body.put(packet)
    put(options, in: &body)
  }

  private func put(_ options: [Option], in body: inout ByteWriter) {
    guard !options.isEmpty else { return }
    body.padTo(multipleOf: 4)
    for option in options {
      body.put(option.code)
      body.put(UInt16(option.value.count))
      body.put(option.value)
      body.padTo(multipleOf: 4)
    }
    body.put(0 as UInt32)
  }
}
