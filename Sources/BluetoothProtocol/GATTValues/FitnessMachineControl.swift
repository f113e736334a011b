import Bytes

/// Fitness Machine Feature, 0x2ACC.
///
///     octet   0...3            4...7
///             what it says     which targets can be set
///
/// Fitness Machine Service 1.0, 4.3.
package enum FitnessMachineFeature: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let features = try it.number(.u32, bytes)
    try it.field(.u32, bytes) {
      "reports: \(ValueText.bits(features, featureNames) ?? "nothing"); "
        + "sets: \(ValueText.bits($0, targetNames) ?? "nothing")"
    }
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

/// Fitness Machine Control Point, 0x2AD9: what the client asks for, and the answer.
///
///     octet   0          1...<end
///             op code    parameter, as the op code says
///
///     octet   0       1                  2              3...<end
///             0x80    request op code    result code    response parameter
///
/// Fitness Machine Service 1.0, 4.16.
package enum FitnessMachineControlPoint: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let opCode = try it.number(.u8, bytes)
    guard opCode == 0x80 else {
      let parameter =
        opCode == 0x13
        ? code(try it.number(.u8, bytes), ["start", "ignore"], from: 1, "parameter")
        : try parameter(setBy: opCode, &it, bytes)
      it.say(name(opCode) + (parameter.map { ": \($0)" } ?? ""))
      return
    }
    let request = try it.number(.u8, bytes)
    let result = try it.number(.u8, bytes)
    it.say("\(name(request)): \(code(result, results, from: 1, "result"))")
    // Of a successful spin down: between which speeds to coast.
    if request == 0x13, result == 0x01, it.cursor.rest.originalCount > 0 {
      let low = try it.number(.u16, bytes)
      try it.field(.u16, bytes) { "from \(scaled(low, -2)) to \(scaled($0, -2)) km/h" }
    }
  }

  private static func name(_ opCode: Int) -> String { code(opCode, names, "op code") }

  private static let names = [
    "request control", "reset", "set target speed", "set target inclination",
    "set target resistance level", "set target power", "set target heart rate",
    "start or resume", "stop or pause", "set targeted energy", "set targeted steps",
    "set targeted strides", "set targeted distance", "set targeted training time",
    "set targeted time in two heart rate zones", "set targeted time in three heart rate zones",
    "set targeted time in five heart rate zones", "set indoor bike simulation",
    "set wheel circumference", "spin down", "set targeted cadence",
  ]

  private static let results = [
    "success", "op code not supported", "invalid parameter", "operation failed",
    "control not permitted",
  ]

  /// The target, setting or state after an op code, also of the status; nil for one without.
  fileprivate static func parameter(
    setBy opCode: Int, _ it: inout GATTValueReader, _ bytes: Span<UInt8>
  ) throws(DecodeIssue) -> String? {
    switch opCode {
    case 0x02: return scaled(try it.number(.u16, bytes), -2) + " km/h"
    case 0x03: return scaled(try it.number(.i16, bytes), -1) + " %"
    case 0x04: return scaled(try it.number(.u8, bytes), -1)
    case 0x05: return "\(try it.number(.i16, bytes)) W"
    case 0x06: return "\(try it.number(.u8, bytes)) bpm"
    case 0x08: return code(try it.number(.u8, bytes), ["stop", "pause"], from: 1, "parameter")
    case 0x09: return "\(try it.number(.u16, bytes)) kcal"
    case 0x0A: return "\(try it.number(.u16, bytes)) steps"
    case 0x0B: return "\(try it.number(.u16, bytes)) strides"
    case 0x0C: return "\(try it.number(.u24, bytes)) m"
    case 0x0D: return "\(try it.number(.u16, bytes)) s"
    // From the lightest zone to the hardest.
    case 0x0E...0x10:
      var times: [String] = []
      for _ in 0..<(opCode == 0x10 ? 5 : opCode - 12) {
        times.append("\(try it.number(.u16, bytes)) s")
      }
      return times.joined(separator: " ")
    case 0x11:
      let (wind, grade) = (try it.number(.i16, bytes), try it.number(.i16, bytes))
      let (rolling, air) = (try it.number(.u8, bytes), try it.number(.u8, bytes))
      return "wind \(scaled(wind, -3)) m/s, grade \(scaled(grade, -2)) %, "
        + "rolling resistance \(scaled(rolling, -4)), wind resistance \(scaled(air, -2)) kg/m"
    case 0x12: return scaled(try it.number(.u16, bytes), -1) + " mm"
    case 0x14: return scaled(try it.number(.u16, bytes), by: 5, -1) + " /min"
    default: return nil
    }
  }
}

/// Fitness Machine Status, 0x2ADA: what changed, by whomever.
///
///     octet   0          1...<end
///             op code    parameter, as the op code says
///
/// Fitness Machine Service 1.0, 4.17.
package enum FitnessMachineStatus: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let opCode = try it.number(.u8, bytes)
    func choice(_ names: [String]) throws(DecodeIssue) -> String {
      code(try it.number(.u8, bytes), names, from: 1, "parameter")
    }
    let parameter: String? =
      switch opCode {
      case 0x02: try choice(["stopped", "paused"])
      case 0x14: try choice(["requested", "success", "error", "stop pedaling"])
      // The rest are the control point's settings, three op codes higher or one.
      case 0x05...0x09:
        try FitnessMachineControlPoint.parameter(setBy: opCode - 3, &it, bytes)
      case 0x0A...0x13:
        try FitnessMachineControlPoint.parameter(setBy: opCode - 1, &it, bytes)
      case 0x15: try FitnessMachineControlPoint.parameter(setBy: 0x14, &it, bytes)
      default: nil
      }
    let name = ValueText.code(opCode, names[opCode], "op code")
    it.say(name + (parameter.map { ": \($0)" } ?? ""))
  }

  private static let names = [
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
}
