import Bytes

/// Cycling Power Measurement, 0x2A63.
///
///     octet   0...1    2...3
///             flags    instantaneous power, W, signed
///
///     then, as the flags say, in this order:
///     bit 0  pedal power balance, 0.5 %        1 octet      bit 1  its reference is the left pedal
///     bit 2  accumulated torque, 1/32 N m      2 octets     bit 3  from the crank, not the wheel
///     bit 4  wheel revolutions, last time      4 + 2        in 1/2048 s
///     bit 5  crank revolutions, last time      2 + 2        in 1/1024 s
///     bit 6  maximum and minimum force, N      2 + 2        signed
///     bit 7  maximum and minimum torque        2 + 2        1/32 N m, signed
///     bit 8  maximum and minimum angle, °      3            12 bits each, the maximum lower
///     bit 9  top dead spot angle, °            2
///     bit 10 bottom dead spot angle, °         2
///     bit 11 accumulated energy, kJ            2
///     bit 12 offset compensation is under way
///
/// GATT Specification Supplement, Cycling Power Measurement.
package struct CyclingPowerMeasurement: GATTValueFormat {
  package struct Extremes<Value: Hashable & Sendable>: Hashable, Sendable {
    package let maximum: Value
    package let minimum: Value
  }

  package let flags: UInt16
  /// In W.
  package let power: Int16
  /// In 0.5 %.
  package let balance: UInt8?
  /// In 1/32 N m.
  package let accumulatedTorque: UInt16?
  package let wheel: Revolutions?
  package let crank: Revolutions?
  /// In N.
  package let force: Extremes<Int16>?
  /// In 1/32 N m.
  package let torque: Extremes<Int16>?
  /// In degrees.
  package let angles: Extremes<UInt16>?
  package let topDeadSpot: UInt16?
  package let bottomDeadSpot: UInt16?
  /// In kJ.
  package let accumulatedEnergy: UInt16?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u16le(in: bytes)
    power = try cursor.i16le(in: bytes)
    balance = try cursor.u8(if: flags.hasBit(0), in: bytes)
    accumulatedTorque = try cursor.u16le(if: flags.hasBit(2), in: bytes)
    wheel = try cursor.wheelRevolutions(if: flags.hasBit(4), timesIn: 2048, in: bytes)
    crank = try cursor.crankRevolutions(if: flags.hasBit(5), in: bytes)
    force = try cursor.extremes(if: flags.hasBit(6), in: bytes)
    torque = try cursor.extremes(if: flags.hasBit(7), in: bytes)
    angles = try cursor.u24le(if: flags.hasBit(8), in: bytes).map {
      Extremes(maximum: UInt16($0 & 0xFFF), minimum: UInt16($0 >> 12))
    }
    topDeadSpot = try cursor.u16le(if: flags.hasBit(9), in: bytes)
    bottomDeadSpot = try cursor.u16le(if: flags.hasBit(10), in: bytes)
    accumulatedEnergy = try cursor.u16le(if: flags.hasBit(11), in: bytes)
  }

  package var text: String {
    func newtonMetres(_ value: some BinaryInteger) -> String {
      ValueText.scaled(value, by: 3125, exponent: -5)
    }
    return ValueText.joined([
      "\(power) W",
      balance.map {
        "balance \(ValueText.scaled($0, by: 5, exponent: -1)) %"
          + (flags.hasBit(1) ? " left" : "")
      },
      accumulatedTorque.map {
        "accumulated torque \(newtonMetres($0)) N m at the " + (flags.hasBit(3) ? "crank" : "wheel")
      },
      wheel?.text("wheel"), crank?.text("crank"),
      force.map { "force \($0.minimum) to \($0.maximum) N" },
      torque.map { "torque \(newtonMetres($0.minimum)) to \(newtonMetres($0.maximum)) N m" },
      angles.map { "angles \($0.minimum)° to \($0.maximum)°" },
      topDeadSpot.map { "top dead spot \($0)°" }, bottomDeadSpot.map { "bottom dead spot \($0)°" },
      accumulatedEnergy.map { "energy \($0) kJ" },
      flags.hasBit(12) ? "offset compensation" : nil,
    ])
  }
}

extension ByteCursor {
  fileprivate mutating func extremes(
    if isPresent: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> CyclingPowerMeasurement.Extremes<Int16>? {
    guard isPresent else { return nil }
    return .init(maximum: try i16le(in: bytes), minimum: try i16le(in: bytes))
  }
}
