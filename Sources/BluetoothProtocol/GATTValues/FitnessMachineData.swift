import Bytes

/// What the data of all fitness machines end with: energy, heart rate, metabolic equivalent and the
/// times. A machine that cannot tell one of a group sends all bits set.
package struct Workout: Hashable, Sendable {
  package struct Energy: Hashable, Sendable {
    /// In kcal; 0xFFFF is not available.
    package let total: UInt16
    /// In kcal; 0xFFFF is not available.
    package let perHour: UInt16
    /// In kcal; 0xFF is not available.
    package let perMinute: UInt8
  }

  package let energy: Energy?
  /// In beats a minute.
  package let heartRate: UInt8?
  /// In 0.1.
  package let metabolicEquivalent: UInt8?
  /// In seconds.
  package let elapsed: UInt16?
  /// In seconds.
  package let remaining: UInt16?

  /// - Parameter first: the bit of the energy; the others follow it.
  init(
    from cursor: inout ByteCursor, _ flags: UInt16, first: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    if flags.hasBit(first) {
      energy = Energy(
        total: try cursor.u16le(in: bytes), perHour: try cursor.u16le(in: bytes),
        perMinute: try cursor.u8(in: bytes))
    } else {
      energy = nil
    }
    heartRate = try cursor.u8(if: flags.hasBit(first + 1), in: bytes)
    metabolicEquivalent = try cursor.u8(if: flags.hasBit(first + 2), in: bytes)
    elapsed = try cursor.u16le(if: flags.hasBit(first + 3), in: bytes)
    remaining = try cursor.u16le(if: flags.hasBit(first + 4), in: bytes)
  }

  var parts: [String?] {
    [
      energy.flatMap { $0.total == .max ? nil : "\($0.total) kcal" },
      energy.flatMap { $0.perHour == .max ? nil : "\($0.perHour) kcal/h" },
      energy.flatMap { $0.perMinute == .max ? nil : "\($0.perMinute) kcal/min" },
      heartRate.map { "\($0) bpm" },
      metabolicEquivalent.map { "\(ValueText.scaled($0, exponent: -1)) MET" },
      elapsed.map { "elapsed \($0) s" }, remaining.map { "remaining \($0) s" },
    ]
  }
}

/// Treadmill Data, 0x2ACD.
///
///     octet   0...1    then, as the flags say, in this order
///             flags    bit 0 NOT set: speed, 0.01 km/h, 2 octets. Set: a record in several values
///
///     bit 1 average speed, 0.01 km/h      2        bit 7  kcal, kcal/h, kcal/min       2 + 2 + 1
///     bit 2 total distance, m             3        bit 8  heart rate                       1
///     bit 3 inclination, 0.1 %, and                bit 9  metabolic equivalent, 0.1        1
///           ramp angle, 0.1°, signed      2 + 2    bit 10 elapsed time, s                  2
///     bit 4 elevation gain and loss,               bit 11 remaining time, s                2
///           0.1 m                         2 + 2    bit 12 force on belt, N, and power, W,
///     bit 5 pace, 0.1 km/min              1               signed                           2 + 2
///     bit 6 average pace, 0.1 km/min      1
///
/// Fitness Machine Service 1.0, 4.4; GATT Specification Supplement, Treadmill Data. 0x7FFF in a
/// signed field means that it is not available.
package struct TreadmillData: GATTValueFormat {
  package let flags: UInt16
  /// In 0.01 km/h.
  package let speed: UInt16?
  package let averageSpeed: UInt16?
  /// In m.
  package let distance: UInt32?
  /// In 0.1 %.
  package let inclination: Int16?
  /// In 0.1 degrees.
  package let rampAngle: Int16?
  /// In 0.1 m.
  package let elevationGain: UInt16?
  package let elevationLoss: UInt16?
  /// In 0.1 km/min.
  package let pace: UInt8?
  package let averagePace: UInt8?
  package let workout: Workout
  /// In N.
  package let forceOnBelt: Int16?
  /// In W.
  package let power: Int16?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u16le(in: bytes)
    speed = try cursor.u16le(if: !flags.hasBit(0), in: bytes)
    averageSpeed = try cursor.u16le(if: flags.hasBit(1), in: bytes)
    distance = try cursor.u24le(if: flags.hasBit(2), in: bytes)
    inclination = try cursor.i16le(if: flags.hasBit(3), in: bytes)
    rampAngle = try cursor.i16le(if: flags.hasBit(3), in: bytes)
    elevationGain = try cursor.u16le(if: flags.hasBit(4), in: bytes)
    elevationLoss = try cursor.u16le(if: flags.hasBit(4), in: bytes)
    pace = try cursor.u8(if: flags.hasBit(5), in: bytes)
    averagePace = try cursor.u8(if: flags.hasBit(6), in: bytes)
    workout = try Workout(from: &cursor, flags, first: 7, in: bytes)
    forceOnBelt = try cursor.i16le(if: flags.hasBit(12), in: bytes)
    power = try cursor.i16le(if: flags.hasBit(12), in: bytes)
  }

  package var text: String {
    ValueText.joined(
      [
        flags.hasBit(0) ? "part of a record" : nil,
        speed.map { "\(ValueText.scaled($0, exponent: -2)) km/h" },
        averageSpeed.map { "average \(ValueText.scaled($0, exponent: -2)) km/h" },
        distance.map { "\($0) m" },
        available(inclination, "inclination", exponent: -1, " %"),
        available(rampAngle, "ramp", exponent: -1, "°"),
        elevationGain.map { "up \(ValueText.scaled($0, exponent: -1)) m" },
        elevationLoss.map { "down \(ValueText.scaled($0, exponent: -1)) m" },
        pace.map { "pace \(ValueText.scaled($0, exponent: -1)) km/min" },
        averagePace.map { "average pace \(ValueText.scaled($0, exponent: -1)) km/min" },
      ] + workout.parts + [
        available(forceOnBelt, "belt", exponent: 0, " N"),
        available(power, "power", exponent: 0, " W"),
      ])
  }
}

/// Indoor Bike Data, 0x2AD2.
///
///     octet   0...1    then, as the flags say, in this order
///             flags    bit 0 NOT set: speed, 0.01 km/h, 2 octets. Set: a record in several values
///
///     bit 1 average speed, 0.01 km/h      2        bit 7  average power, W, signed         2
///     bit 2 cadence, 0.5 /min             2        bit 8  kcal, kcal/h, kcal/min       2 + 2 + 1
///     bit 3 average cadence, 0.5 /min     2        bit 9  heart rate                       1
///     bit 4 total distance, m             3        bit 10 metabolic equivalent, 0.1        1
///     bit 5 resistance level, signed      2        bit 11 elapsed time, s                  2
///     bit 6 power, W, signed              2        bit 12 remaining time, s                2
///
/// Fitness Machine Service 1.0, 4.9; GATT Specification Supplement, Indoor Bike Data.
package struct IndoorBikeData: GATTValueFormat {
  package let flags: UInt16
  /// In 0.01 km/h.
  package let speed: UInt16?
  package let averageSpeed: UInt16?
  /// In 0.5 /min.
  package let cadence: UInt16?
  package let averageCadence: UInt16?
  /// In m.
  package let distance: UInt32?
  package let resistanceLevel: Int16?
  /// In W.
  package let power: Int16?
  package let averagePower: Int16?
  package let workout: Workout

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u16le(in: bytes)
    speed = try cursor.u16le(if: !flags.hasBit(0), in: bytes)
    averageSpeed = try cursor.u16le(if: flags.hasBit(1), in: bytes)
    cadence = try cursor.u16le(if: flags.hasBit(2), in: bytes)
    averageCadence = try cursor.u16le(if: flags.hasBit(3), in: bytes)
    distance = try cursor.u24le(if: flags.hasBit(4), in: bytes)
    resistanceLevel = try cursor.i16le(if: flags.hasBit(5), in: bytes)
    power = try cursor.i16le(if: flags.hasBit(6), in: bytes)
    averagePower = try cursor.i16le(if: flags.hasBit(7), in: bytes)
    workout = try Workout(from: &cursor, flags, first: 8, in: bytes)
  }

  package var text: String {
    ValueText.joined(
      [
        flags.hasBit(0) ? "part of a record" : nil,
        speed.map { "\(ValueText.scaled($0, exponent: -2)) km/h" },
        averageSpeed.map { "average \(ValueText.scaled($0, exponent: -2)) km/h" },
        cadence.map { "\(ValueText.scaled($0, by: 5, exponent: -1)) /min" },
        averageCadence.map { "average \(ValueText.scaled($0, by: 5, exponent: -1)) /min" },
        distance.map { "\($0) m" }, resistanceLevel.map { "resistance level \($0)" },
        available(power, "power", exponent: 0, " W"),
        available(averagePower, "average power", exponent: 0, " W"),
      ] + workout.parts)
  }
}

/// A field with its unit; nothing for one that is not there or not available.
private func available(
  _ value: Int16?, _ name: String, exponent: Int, _ unit: String
) -> String? {
  guard let value, value != .max else { return nil }
  return "\(name) \(ValueText.scaled(value, exponent: exponent))\(unit)"
}
