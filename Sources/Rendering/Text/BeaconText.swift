import Report
import Text

/// What a beacon says, in one line.
enum BeaconText {
  static func describe(_ beacon: ReportV1.Beacon) -> String {
    var parts: [String] = []
    if let uuid = beacon.uuid {
      let numbers = [beacon.major, beacon.minor].compactMap { $0 }.map(String.init)
      parts.append(
        "iBeacon \(uuid)" + (numbers.isEmpty ? "" : " " + numbers.joined(separator: "/"))
          + power(beacon.measuredPower, at: "1\u{A0}m"))
    }
    let identity = [
      beacon.namespace.map { "UID \($0)" + (beacon.instance.map { "/\($0)" } ?? "") },
      beacon.url.map { "URL \($0)" }, beacon.ephemeralID.map { "EID \($0)" },
    ].compactMap { $0 }
    if !identity.isEmpty {
      parts.append(
        "Eddystone " + identity.joined(separator: " ") + power(beacon.txPower, at: "0\u{A0}m"))
    }
    let telemetry = telemetry(beacon)
    if !telemetry.isEmpty { parts.append("Eddystone TLM " + telemetry.joined(separator: " ")) }
    // Nothing of it could be read: an encrypted frame, or a URL of an unknown scheme.
    return parts.isEmpty ? beacon.kind.rawValue : parts.joined(separator: ", ")
  }

  private static func power(_ dBm: Int?, at distance: String) -> String {
    dBm.map { " \($0)\u{A0}dBm at \(distance)" } ?? ""
  }

  private static func telemetry(_ beacon: ReportV1.Beacon) -> [String] {
    [
      beacon.batteryMillivolts.map { "\(Quantity.count($0))\u{A0}mV" },
      beacon.temperatureCelsius.flatMap { Decimal.shortest($0, decimals: 1) }
        .map { "\($0)\u{A0}°C" },
      beacon.advertisements.map { Quantity.count($0, "advertisement") },
      beacon.uptimeSeconds.flatMap { Decimal.shortest($0, decimals: 1) }
        .map { "up\u{A0}\($0)\u{A0}s" },
    ].compactMap { $0 }
  }
}
