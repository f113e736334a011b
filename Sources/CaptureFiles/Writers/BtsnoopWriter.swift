/// Writes the btsnoop format.
package enum BtsnoopWriter {
  /// What a file starts with.
  package static func header(datalink: UInt32, version: UInt32 = 1) -> [UInt8] {
    var bytes = BtsnoopFormat.magic
    bytes.put(version, .big)
    bytes.put(datalink, .big)
    return bytes
  }

  /// Appends what precedes the octets of a record.
  ///
  /// - Parameters:
  ///   - drops: records lost since the file began.
  ///   - time: microseconds since 1970.
  package static func appendHeader(
    included: Int, original: Int, flags: UInt32, drops: UInt32 = 0, time: Int64,
    to bytes: inout [UInt8]
  ) {
    bytes.put(UInt32(clamping: original), .big)
    bytes.put(UInt32(clamping: included), .big)
    bytes.put(flags, .big)
    bytes.put(drops, .big)
    bytes.put(time &+ BtsnoopFormat.unixEpoch, .big)
  }
}
