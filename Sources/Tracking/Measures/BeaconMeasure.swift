import BluetoothProtocol
import Report

/// What a device says as a beacon. Many send several formats by turns: an identity and telemetry,
/// or both makers' formats; of each the last counts.
struct BeaconMeasure: Sendable {
  private var kind: ReportV1.BeaconKind?
  private var iBeacon: IBeacon?
  private var uid: EddystoneUID?
  private var url: EddystoneURL?
  private var ephemeral: EddystoneEphemeralIdentifier?
  private var telemetry: EddystoneTelemetry?

  mutating func add(_ beacon: Beacon) {
    switch beacon {
    case .iBeacon(let found):
      iBeacon = found
      kind = kind ?? .ibeacon
    case .eddystone(.uid(let found)):
      uid = found
      kind = kind ?? .eddystoneUID
    case .eddystone(.url(let found)):
      url = found
      kind = kind ?? .eddystoneURL
    case .eddystone(.ephemeralIdentifier(let found)):
      ephemeral = found
      kind = kind ?? .eddystoneEID
    case .eddystone(.telemetry(let found)):
      telemetry = found
    }
  }

  /// Nil where the device is no beacon.
  var report: ReportV1.Beacon? {
    guard let kind = kind ?? (telemetry == nil ? nil : .eddystoneTLM) else { return nil }
    var report = ReportV1.Beacon { $0.kind = kind }
    if let iBeacon {
      report.uuid = iBeacon.uuid.description
      report.major = Int(iBeacon.major)
      report.minor = Int(iBeacon.minor)
      report.measuredPower = Int(iBeacon.measuredPower)
    }
    report.namespace = uid.map { hexadecimal($0.namespace) }
    report.instance = uid.map { hexadecimal($0.instance) }
    report.url = url?.url
    report.ephemeralID = ephemeral.map { hexadecimal($0.identifier) }
    report.txPower = (uid?.txPower ?? url?.txPower ?? ephemeral?.txPower).map(Int.init)
    report.batteryMillivolts = telemetry?.battery.map(Int.init)
    report.temperatureCelsius = telemetry?.temperature.map { Double($0) / 256 }
    report.advertisements = telemetry?.advertisements.map(Int.init)
    report.uptimeSeconds = telemetry?.uptime.map { Double($0) / 10 }
    return report
  }
}
