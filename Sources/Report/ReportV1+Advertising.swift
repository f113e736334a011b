extension ReportV1 {
  /// A device that was heard advertising.
  package struct Advertiser: ReportObject {
    package var address = ""
    /// `public`, `random-static`, `random-resolvable`, `random-non-resolvable`.
    package var addressType: String?
    package var name: String?
    package var serviceUuids: [String] = []
    /// In dBm, as the device states it.
    package var txPower: Int?
    package var company: Company?
    package var beacon: Beacon?
    /// Advertising reports received.
    package var reports = 0
    package var firstFrame = 0
    package var lastFrame = 0
    package var rssi = Rssi()
    /// For a device that was connected to, where a window was asked about.
    package var rssiGate: RssiGate?
    /// The flags that it advertises last; bit 2 is `BR/EDR Not Supported`.
    package var flags: Int?
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("address", &address)
      visitor.field("address_type", &addressType)
      visitor.field("name", &name)
      visitor.field("service_uuids", &serviceUuids)
      visitor.field("tx_power", &txPower)
      visitor.field("company", &company)
      visitor.field("beacon", &beacon)
      visitor.field("reports", &reports)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("rssi", &rssi)
      visitor.field("rssi_gate", &rssiGate)
      visitor.field("flags", &flags)
    }
  }

  /// When a device was in the window of signal strength in which an app connects to it.
  package struct RssiGate: ReportObject {
    /// In dBm, as is `high`; both are inside the window.
    package var low = 0
    package var high = 0
    /// The first report inside the window.
    package var firstFrame: Int?
    /// How long the gate was open before the connection.
    package var openUs = 0
    /// From the first report inside the window to the connection.
    package var untilConnectionUs: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("low", &low)
      visitor.field("high", &high)
      visitor.field("first_frame", &firstFrame)
      visitor.field("open_us", &openUs)
      visitor.field("until_connection_us", &untilConnectionUs)
    }
  }

  /// The owner of manufacturer specific data.
  package struct Company: ReportObject {
    package var id = 0
    package var name: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("id", &id)
      visitor.field("name", &name)
    }
  }

  /// What a beacon says about itself. A device that sends several formats by turns has the fields
  /// of all of them; what is not said is `nil`.
  package struct Beacon: ReportObject {
    /// The first format it was heard with; `eddystone-tlm` only where it sends nothing else.
    package var kind: BeaconKind = .ibeacon
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
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("kind", &kind)
      visitor.field("uuid", &uuid)
      visitor.field("major", &major)
      visitor.field("minor", &minor)
      visitor.field("measured_power", &measuredPower)
      visitor.field("namespace", &namespace)
      visitor.field("instance", &instance)
      visitor.field("url", &url)
      visitor.field("ephemeral_id", &ephemeralID)
      visitor.field("tx_power", &txPower)
      visitor.field("battery_mv", &batteryMillivolts)
      visitor.number("temperature_c", &temperatureCelsius, decimals: 3)
      visitor.field("advertisements", &advertisements)
      visitor.number("uptime_s", &uptimeSeconds, decimals: 1)
    }
  }

  package enum BeaconKind: String, ReportWord {
    case ibeacon
    case eddystoneUID = "eddystone-uid"
    case eddystoneURL = "eddystone-url"
    case eddystoneTLM = "eddystone-tlm"
    case eddystoneEID = "eddystone-eid"
  }
}
