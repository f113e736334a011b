import Bytes

/// Treadmill Data, 0x2ACD.
///
///     octet   0...1    then, as the flags say
///             flags    the fields in the order in which they are read
///
/// Fitness Machine Service 1.0, 4.4; GATT Specification Supplement, Treadmill Data. 0x7FFF in a
/// signed field means that it is not available.
package enum TreadmillData: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u16, bytes)
    try it.speeds(flags, bytes)
    try it.field(.u24, if: flags.hasBit(2), bytes) { "\($0) m" }
    try it.available("inclination ", if: flags.hasBit(3), exponent: -1, " %", bytes)
    try it.available("ramp ", if: flags.hasBit(3), exponent: -1, "°", bytes)
    try it.field(.u16, if: flags.hasBit(4), bytes) { "up \(scaled($0, -1)) m" }
    try it.field(.u16, if: flags.hasBit(4), bytes) { "down \(scaled($0, -1)) m" }
    try it.field(.u8, if: flags.hasBit(5), bytes) { "pace \(scaled($0, -1)) km/min" }
    try it.field(.u8, if: flags.hasBit(6), bytes) { "average pace \(scaled($0, -1)) km/min" }
    try it.workout(flags >> 7, bytes)
    try it.available("belt ", if: flags.hasBit(12), " N", bytes)
    try it.available("power ", if: flags.hasBit(12), " W", bytes)
  }
}

/// Indoor Bike Data, 0x2AD2.
///
///     octet   0...1    then, as the flags say
///             flags    the fields in the order in which they are read
///
/// Fitness Machine Service 1.0, 4.9; GATT Specification Supplement, Indoor Bike Data.
package enum IndoorBikeData: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u16, bytes)
    try it.speeds(flags, bytes)
    try it.field(.u16, if: flags.hasBit(2), bytes) { "\(scaled($0, by: 5, -1)) /min" }
    try it.field(.u16, if: flags.hasBit(3), bytes) { "average \(scaled($0, by: 5, -1)) /min" }
    try it.field(.u24, if: flags.hasBit(4), bytes) { "\($0) m" }
    try it.field(.i16, if: flags.hasBit(5), bytes) { "resistance level \($0)" }
    try it.available("power ", if: flags.hasBit(6), " W", bytes)
    try it.available("average power ", if: flags.hasBit(7), " W", bytes)
    try it.workout(flags >> 8, bytes)
  }
}

extension GATTValueReader {
  /// What the data of all fitness machines begin with: bit 0 says that the record comes in several
  /// values, of which this one has no speed.
  fileprivate mutating func speeds(_ flags: Int, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    func speed(_ value: Int) -> String { ValueText.scaled(value, exponent: -2) + " km/h" }
    say(flags.hasBit(0) ? "part of a record" : nil)
    try field(.u16, if: !flags.hasBit(0), bytes, speed)
    try field(.u16, if: flags.hasBit(1), bytes) { "average " + speed($0) }
  }

  /// What they end with: energy, heart rate, metabolic equivalent and the times. A machine that
  /// does not know one of a group sends all bits set.
  ///
  /// - Parameter flags: from the bit of the energy on.
  fileprivate mutating func workout(_ flags: Int, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    try field(.u16, if: flags.hasBit(0), bytes) { $0 == 0xFFFF ? nil : "\($0) kcal" }
    try field(.u16, if: flags.hasBit(0), bytes) { $0 == 0xFFFF ? nil : "\($0) kcal/h" }
    try field(.u8, if: flags.hasBit(0), bytes) { $0 == 0xFF ? nil : "\($0) kcal/min" }
    try field(.u8, if: flags.hasBit(1), bytes) { "\($0) bpm" }
    try field(.u8, if: flags.hasBit(2), bytes) { ValueText.scaled($0, exponent: -1) + " MET" }
    try field(.u16, if: flags.hasBit(3), bytes) { "elapsed \($0) s" }
    try field(.u16, if: flags.hasBit(4), bytes) { "remaining \($0) s" }
  }

  /// A field with its unit; nothing is said of one that is not available.
  fileprivate mutating func available(
    _ name: String, if isPresent: Bool, exponent: Int = 0, _ unit: String, _ bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    try field(.i16, if: isPresent, bytes) {
      $0 == 0x7FFF ? nil : name + ValueText.scaled($0, exponent: exponent) + unit
    }
  }
}
