/// Writes the format of Apple's PacketLogger.
package enum PacketLoggerWriter {
  /// Appends a record.
  ///
  /// - Parameter time: microseconds since 1970.
  package static func append(
    type: UInt8, _ payload: [UInt8], time: Int64, order: ByteOrder, to bytes: inout [UInt8]
  ) {
    let time = UInt64(clamping: time)
    bytes.put(UInt32(payload.count + 9), order)
    bytes.put(UInt32(clamping: time / 1_000_000), order)
    bytes.put(UInt32(time % 1_000_000), order)
    bytes.append(type)
    bytes += payload
  }
}
