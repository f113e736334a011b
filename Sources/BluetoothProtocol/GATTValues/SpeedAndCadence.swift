import Bytes

/// How often something turned, and when it last did: what wheels and cranks report.
package struct Revolutions: Hashable, Sendable {
  package let count: UInt32
  /// In 1/`denominator` s; it runs over.
  package let lastEventTime: UInt16
  package let denominator: Int

  func text(_ name: String) -> String {
    let time = ValueText.fraction(lastEventTime, denominator: denominator, decimals: 3)
    return "\(name) \(count) revolutions, the last at \(time) s"
  }
}

extension ByteCursor {
  mutating func wheelRevolutions(
    if isPresent: Bool, timesIn denominator: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> Revolutions? {
    guard isPresent else { return nil }
    return Revolutions(
      count: try u32le(in: bytes), lastEventTime: try u16le(in: bytes), denominator: denominator)
  }

  mutating func crankRevolutions(
    if isPresent: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> Revolutions? {
    guard isPresent else { return nil }
    return Revolutions(
      count: UInt32(try u16le(in: bytes)), lastEventTime: try u16le(in: bytes), denominator: 1024)
  }
}

/// CSC Measurement (cycling speed and cadence), 0x2A5B.
///
///     octet   0        then, as the flags say
///             flags    wheel revolutions, 4 octets, and the last one's time, 2 octets;
///                      crank revolutions, 2 octets, and the last one's time, 2 octets
///
///     bit 0 wheel    bit 1 crank; times are in 1/1024 s
///
/// GATT Specification Supplement, CSC Measurement.
package struct CSCMeasurement: GATTValueFormat {
  package let flags: UInt8
  package let wheel: Revolutions?
  package let crank: Revolutions?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u8(in: bytes)
    wheel = try cursor.wheelRevolutions(if: flags.hasBit(0), timesIn: 1024, in: bytes)
    crank = try cursor.crankRevolutions(if: flags.hasBit(1), in: bytes)
  }

  package var text: String {
    if wheel == nil && crank == nil { return "no data" }
    return ValueText.joined([wheel?.text("wheel"), crank?.text("crank")])
  }
}

/// RSC Measurement (running speed and cadence), 0x2A53.
///
///     octet   0        1...2    3          then, as the flags say
///             flags    speed    cadence    stride length, 2 octets; total distance, 4 octets
///
///     bit 0 stride length, cm    bit 1 total distance, 0.1 m    bit 2 running, not walking
///
/// GATT Specification Supplement, RSC Measurement. The speed is in 1/256 m/s.
package struct RSCMeasurement: GATTValueFormat {
  package let flags: UInt8
  /// In 1/256 m/s.
  package let speed: UInt16
  /// Steps a minute.
  package let cadence: UInt8
  /// In cm.
  package let strideLength: UInt16?
  /// In 0.1 m.
  package let totalDistance: UInt32?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u8(in: bytes)
    speed = try cursor.u16le(in: bytes)
    cadence = try cursor.u8(in: bytes)
    strideLength = try cursor.u16le(if: flags.hasBit(0), in: bytes)
    totalDistance = try cursor.u32le(if: flags.hasBit(1), in: bytes)
  }

  package var text: String {
    ValueText.joined([
      flags.hasBit(2) ? "running" : "walking",
      ValueText.fraction(speed, denominator: 256, decimals: 2) + " m/s", "\(cadence) /min",
      strideLength.map { "stride \(ValueText.scaled($0, exponent: -2)) m" },
      totalDistance.map { "distance \(ValueText.scaled($0, exponent: -1)) m" },
    ])
  }
}
