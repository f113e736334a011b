/// Writes the pcap format.
package struct PcapWriter {
  private let order: ByteOrder
  private let nanoseconds: Bool

  package init(_ order: ByteOrder = .little, nanoseconds: Bool = false) {
    self.order = order
    self.nanoseconds = nanoseconds
  }

  /// What a file starts with.
  package func header(linkType: UInt32, snapLength: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.put(nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4 as UInt32, order)
    // Version 2.4, no time zone, no accuracy.
    bytes.put(2 as UInt16, order)
    bytes.put(4 as UInt16, order)
    bytes.put(0 as UInt64, order)
    bytes.put(snapLength, order)
    bytes.put(linkType, order)
    return bytes
  }

  /// Appends what precedes the octets of a record.
  ///
  /// - Parameter time: microseconds since 1970; pcap knows no time before that.
  package func appendHeader(
    included: Int, original: Int, time: Int64, to bytes: inout [UInt8]
  ) {
    let time = UInt64(clamping: time)
    let fraction = UInt32(time % 1_000_000)
    bytes.put(UInt32(clamping: time / 1_000_000), order)
    bytes.put(nanoseconds ? fraction * 1000 + 999 : fraction, order)
    bytes.put(UInt32(clamping: included), order)
    bytes.put(UInt32(clamping: original), order)
  }
}
