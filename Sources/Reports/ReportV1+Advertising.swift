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

  /// What a beacon says about itself.
  package struct Beacon: Equatable, Sendable {
    package var kind: BeaconKind
    package var uuid: String
    package var major: Int
    package var minor: Int
    /// The signal strength, in dBm, that it promises at a distance of one metre.
    package var measuredPower: Int?

    package init(
      kind: BeaconKind = .ibeacon, uuid: String = "", major: Int = 0, minor: Int = 0,
      measuredPower: Int? = nil
    ) {
      self.kind = kind
      self.uuid = uuid
      self.major = major
      self.minor = minor
      self.measuredPower = measuredPower
    }
  }

  package enum BeaconKind: String, CaseIterable, Sendable {
    case ibeacon
  }
}
