extension ReportV1 {
  /// A device that was heard advertising.
  package struct Advertiser: Equatable, Sendable {
    package var address: String
    /// `public`, `random-static`, `random-resolvable`, `random-non-resolvable`.
    package var addressType: String?
    package var name: String?
    package var serviceUuids: [String]
    /// In dBm, as the device states it.
    package var txPower: Int?
    package var company: Company?
    package var beacon: Beacon?
    /// Advertising reports received.
    package var reports: Int
    package var firstFrame: Int
    package var lastFrame: Int
    package var rssi: Rssi
    /// For a device that was connected to, where a window was asked about.
    package var rssiGate: RssiGate?

    package init(
      address: String = "", addressType: String? = nil, name: String? = nil,
      serviceUuids: [String] = [], txPower: Int? = nil, company: Company? = nil,
      beacon: Beacon? = nil, reports: Int = 0, firstFrame: Int = 0, lastFrame: Int = 0,
      rssi: Rssi = Rssi(), rssiGate: RssiGate? = nil
    ) {
      self.address = address
      self.addressType = addressType
      self.name = name
      self.serviceUuids = serviceUuids
      self.txPower = txPower
      self.company = company
      self.beacon = beacon
      self.reports = reports
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
      self.rssi = rssi
      self.rssiGate = rssiGate
    }
  }

  /// When a device stood in the window of signal strength in which an app connects to it.
  package struct RssiGate: Equatable, Sendable {
    /// In dBm, as is `high`; both are inside the window.
    package var low: Int
    package var high: Int
    /// The first report inside the window.
    package var firstFrame: Int?
    /// How long the gate was open before the connection.
    package var openUs: Int
    /// From the first report inside the window to the connection.
    package var untilConnectionUs: Int?

    package init(
      low: Int = 0, high: Int = 0, firstFrame: Int? = nil, openUs: Int = 0,
      untilConnectionUs: Int? = nil
    ) {
      self.low = low
      self.high = high
      self.firstFrame = firstFrame
      self.openUs = openUs
      self.untilConnectionUs = untilConnectionUs
    }
  }

  /// The owner of manufacturer specific data.
  package struct Company: Equatable, Sendable {
    package var id: Int
    package var name: String?

    package init(id: Int = 0, name: String? = nil) {
      self.id = id
      self.name = name
    }
  }

  /// What a beacon says about itself. A device that sends several formats by turns has the fields
  /// of all of them; what is not said is `nil`.
  package struct Beacon: Equatable, Sendable {
    /// The first format it was heard with; `eddystone-tlm` only where it sends nothing else.
    package var kind: BeaconKind
    package var uuid: String?
    package var major: Int?
    package var minor: Int?
    /// The signal strength, in dBm, that it promises at a distance of one metre.
    package var measuredPower: Int?
    /// Hexadecimal, 20 digits.
    package var namespace: String?
    /// Hexadecimal, 12 digits.
    package var instance: String?
    package var url: String?
    /// Hexadecimal, 16 digits; the last one heard.
    package var ephemeralID: String?
    /// The signal strength, in dBm, that it promises at a distance of zero.
    package var txPower: Int?
    /// The last telemetry heard, from here on.
    package var batteryMillivolts: Int?
    package var temperatureCelsius: Double?
    /// Frames sent since it was switched on.
    package var advertisements: Int?
    package var uptimeSeconds: Double?

    package init(
      kind: BeaconKind = .ibeacon, uuid: String? = nil, major: Int? = nil, minor: Int? = nil,
      measuredPower: Int? = nil, namespace: String? = nil, instance: String? = nil,
      url: String? = nil, ephemeralID: String? = nil, txPower: Int? = nil,
      batteryMillivolts: Int? = nil, temperatureCelsius: Double? = nil,
      advertisements: Int? = nil, uptimeSeconds: Double? = nil
    ) {
      self.kind = kind
      self.uuid = uuid
      self.major = major
      self.minor = minor
      self.measuredPower = measuredPower
      self.namespace = namespace
      self.instance = instance
      self.url = url
      self.ephemeralID = ephemeralID
      self.txPower = txPower
      self.batteryMillivolts = batteryMillivolts
      self.temperatureCelsius = temperatureCelsius
      self.advertisements = advertisements
      self.uptimeSeconds = uptimeSeconds
    }
  }

  package enum BeaconKind: String, CaseIterable, Sendable {
    case ibeacon
    case eddystoneUID = "eddystone-uid"
    case eddystoneURL = "eddystone-url"
    case eddystoneTLM = "eddystone-tlm"
    case eddystoneEID = "eddystone-eid"
  }
}
