import Bytes

/// Fitness Machine Feature, 0x2ACC.
///
///     octet   0...3            4...7
///             what it tells    which targets can be set
///
/// Fitness Machine Service 1.0, 4.3.
package struct FitnessMachineFeature: GATTValueFormat {
  package let features: UInt32
  package let targets: UInt32

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    features = try cursor.u32le(in: bytes)
    targets = try cursor.u32le(in: bytes)
  }

  package var text: String {
    "tells: \(ValueText.bits(features, Self.featureNames) ?? "nothing"); "
      + "sets: \(ValueText.bits(targets, Self.targetNames) ?? "nothing")"
  }

  private static let featureNames = [
    0: "average speed", 1: "cadence", 2: "total distance", 3: "inclination", 4: "elevation gain",
    5: "pace", 6: "step count", 7: "resistance level", 8: "stride count", 9: "expended energy",
    10: "heart rate", 11: "metabolic equivalent", 12: "elapsed time", 13: "remaining time",
    14: "power", 15: "force on belt and power output", 16: "user data retention",
  ]

  private static let targetNames = [
    0: "speed", 1: "inclination", 2: "resistance", 3: "power", 4: "heart rate",
    5: "expended energy", 6: "steps", 7: "strides", 8: "distance", 9: "training time",
    10: "time in two heart rate zones", 11: "time in three heart rate zones",
    12: "time in five heart rate zones", 13: "indoor bike simulation", 14: "wheel circumference",
    15: "spin down", 16: "cadence",
  ]
}

/// A target, a setting or a state of a fitness machine: what stands behind an op code, both of the
/// control point and of the status.
package enum FitnessMachineParameter: Hashable, Sendable {
  /// In 0.01 km/h.
  case speed(UInt16)
  /// In 0.1 %.
  case inclination(Int16)
  /// In 0.1.
  case resistanceLevel(UInt8)
  /// In W.
  case power(Int16)
  /// In beats a minute.
  case heartRate(UInt8)
  /// In kcal, steps, strides, or seconds, as the unit says.
  case count(UInt16, unit: String)
  /// In m.
  case distance(UInt32)
  /// In seconds, from the lightest zone to the hardest.
  case zones([UInt16])
  /// Wind in 0.001 m/s, grade in 0.01 %, the resistances in 0.0001 and 0.01 kg/m.
  case simulation(wind: Int16, grade: Int16, rolling: UInt8, windResistance: UInt8)
  /// In 0.1 mm.
  case wheelCircumference(UInt16)
  /// In 0.5 /min.
  case cadence(UInt16)
  case choice(UInt8, names: [UInt8: String])

  /// The parameter of the control point's op code; nil for one without.
  fileprivate init?(
    setBy opCode: UInt8, from cursor: inout ByteCursor, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    switch opCode {
    case 0x02: self = .speed(try cursor.u16le(in: bytes))
    case 0x03: self = .inclination(try cursor.i16le(in: bytes))
    case 0x04: self = .resistanceLevel(try cursor.u8(in: bytes))
    case 0x05: self = .power(try cursor.i16le(in: bytes))
    case 0x06: self = .heartRate(try cursor.u8(in: bytes))
    case 0x08: self = .choice(try cursor.u8(in: bytes), names: [1: "stop", 2: "pause"])
    case 0x09: self = .count(try cursor.u16le(in: bytes), unit: "kcal")
    case 0x0A: self = .count(try cursor.u16le(in: bytes), unit: "steps")
    case 0x0B: self = .count(try cursor.u16le(in: bytes), unit: "strides")
    case 0x0C: self = .distance(try cursor.u24le(in: bytes))
    case 0x0D: self = .count(try cursor.u16le(in: bytes), unit: "s")
    case 0x0E...0x10:
      var zones: [UInt16] = []
      for _ in 0..<(opCode == 0x10 ? 5 : Int(opCode) - 12) {
        zones.append(try cursor.u16le(in: bytes))
      }
      self = .zones(zones)
    case 0x11:
      self = .simulation(
        wind: try cursor.i16le(in: bytes), grade: try cursor.i16le(in: bytes),
        rolling: try cursor.u8(in: bytes), windResistance: try cursor.u8(in: bytes))
    case 0x12: self = .wheelCircumference(try cursor.u16le(in: bytes))
    case 0x14: self = .cadence(try cursor.u16le(in: bytes))
    default: return nil
    }
  }

  var text: String {
    switch self {
    case .speed(let value): ValueText.scaled(value, exponent: -2) + " km/h"
    case .inclination(let value): ValueText.scaled(value, exponent: -1) + " %"
    case .resistanceLevel(let value): ValueText.scaled(value, exponent: -1)
    case .power(let value): "\(value) W"
    case .heartRate(let value): "\(value) bpm"
    case .count(let value, let unit): "\(value) \(unit)"
    case .distance(let value): "\(value) m"
    case .zones(let values): values.map { "\($0) s" }.joined(separator: " ")
    case .simulation(let wind, let grade, let rolling, let windResistance):
      ValueText.joined([
        "wind \(ValueText.scaled(wind, exponent: -3)) m/s",
        "grade \(ValueText.scaled(grade, exponent: -2)) %",
        "rolling resistance \(ValueText.scaled(rolling, exponent: -4))",
        "wind resistance \(ValueText.scaled(windResistance, exponent: -2)) kg/m",
      ])
    case .wheelCircumference(let value): ValueText.scaled(value, exponent: -1) + " mm"
    case .cadence(let value): ValueText.scaled(value, by: 5, exponent: -1) + " /min"
    case .choice(let value, let names): ValueText.code(value, names[value], "parameter")
    }
  }
}

/// Fitness Machine Control Point, 0x2AD9: what the client asks for, and the answer.
///
///     octet   0          1...<end
///             op code    parameter, as the op code says
///
///     octet   0       1                  2              3...<end
///             0x80    request op code    result code    response parameter
///
/// Fitness Machine Service 1.0, 4.16.
package struct FitnessMachineControlPoint: GATTValueFormat {
  package let opCode: UInt8
  package let parameter: FitnessMachineParameter?
  package let response: Response?

  package struct Response: Hashable, Sendable {
    package let request: UInt8
    package let result: UInt8
    /// Of a successful spin down: between which speeds to coast, in 0.01 km/h.
    package let targetSpeeds: [UInt16]
  }

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    opCode = try cursor.u8(in: bytes)
    switch opCode {
    case 0x80:
      let request = try cursor.u8(in: bytes)
      let result = try cursor.u8(in: bytes)
      var speeds: [UInt16] = []
      if request == 0x13, result == 0x01, cursor.rest.originalCount > 0 {
        speeds = [try cursor.u16le(in: bytes), try cursor.u16le(in: bytes)]
      }
      response = Response(request: request, result: result, targetSpeeds: speeds)
      parameter = nil
    case 0x13:
      response = nil
      parameter = .choice(try cursor.u8(in: bytes), names: [1: "start", 2: "ignore"])
    default:
      response = nil
      parameter = try FitnessMachineParameter(setBy: opCode, from: &cursor, in: bytes)
    }
  }

  package var text: String {
    guard let response else {
      let name = Self.name(opCode)
      return parameter.map { "\(name): \($0.text)" } ?? name
    }
    let results = [
      "success", "op code not supported", "invalid parameter", "operation failed",
      "control not permitted",
    ]
    let result = response.result
    let name = (1...5).contains(result) ? results[Int(result) - 1] : nil
    let speeds = response.targetSpeeds.map { ValueText.scaled($0, exponent: -2) }
    return ValueText.joined([
      "\(Self.name(response.request)): \(ValueText.code(result, name, "result"))",
      speeds.isEmpty ? nil : "from \(speeds.joined(separator: " to ")) km/h",
    ])
  }

  private static func name(_ opCode: UInt8) -> String {
    let names = [
      "request control", "reset", "set target speed", "set target inclination",
      "set target resistance level", "set target power", "set target heart rate",
      "start or resume", "stop or pause", "set targeted energy", "set targeted steps",
      "set targeted strides", "set targeted distance", "set targeted training time",
      "set targeted time in two heart rate zones", "set targeted time in three heart rate zones",
      "set targeted time in five heart rate zones", "set indoor bike simulation",
      "set wheel circumference", "spin down", "set targeted cadence",
    ]
    return ValueText.code(opCode, Int(opCode) < names.count ? names[Int(opCode)] : nil, "op code")
  }
}

/// Fitness Machine Status, 0x2ADA: what changed, by whomever.
///
///     octet   0          1...<end
///             op code    parameter, as the op code says
///
/// Fitness Machine Service 1.0, 4.17.
package struct FitnessMachineStatus: GATTValueFormat {
  package let opCode: UInt8
  package let parameter: FitnessMachineParameter?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    opCode = try cursor.u8(in: bytes)
    switch opCode {
    case 0x02:
      parameter = .choice(try cursor.u8(in: bytes), names: [1: "stopped", 2: "paused"])
    case 0x14:
      parameter = .choice(
        try cursor.u8(in: bytes),
        names: [1: "requested", 2: "success", 3: "error", 4: "stop pedaling"])
    // The rest are the control point's settings, three op codes higher or one.
    case 0x05...0x09:
      parameter = try FitnessMachineParameter(setBy: opCode - 3, from: &cursor, in: bytes)
    case 0x0A...0x13:
      parameter = try FitnessMachineParameter(setBy: opCode - 1, from: &cursor, in: bytes)
    case 0x15:
      parameter = try FitnessMachineParameter(setBy: 0x14, from: &cursor, in: bytes)
    default: parameter = nil
    }
  }

  package var text: String {
    let names: [UInt8: String] = [
      0x01: "reset", 0x02: "stopped or paused by the user", 0x03: "stopped by the safety key",
      0x04: "started or resumed by the user", 0x05: "target speed", 0x06: "target inclination",
      0x07: "target resistance level", 0x08: "target power", 0x09: "target heart rate",
      0x0A: "targeted energy", 0x0B: "targeted steps", 0x0C: "targeted strides",
      0x0D: "targeted distance", 0x0E: "targeted training time",
      0x0F: "targeted time in two heart rate zones",
      0x10: "targeted time in three heart rate zones",
      0x11: "targeted time in five heart rate zones", 0x12: "indoor bike simulation",
      0x13: "wheel circumference", 0x14: "spin down", 0x15: "targeted cadence",
      0xFF: "control permission lost",
    ]
    let name = ValueText.code(opCode, names[opCode], "op code")
    return parameter.map { "\(name): \($0.text)" } ?? name
  }
}
