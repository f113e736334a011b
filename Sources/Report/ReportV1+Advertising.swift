extension ReportV1 {
  /// A device that was heard advertising.
  public struct Advertiser: ReportObject {
    public var address = ""
    /// `public`, `random-static`, `random-resolvable`, `random-non-resolvable`.
    public var addressType: String?
    public var name: String?
    public var serviceUuids: [String] = []
    /// In dBm, as the device states it.
    public var txPower: Int?
    public var company: Company?
    public var beacon: Beacon?
    /// Advertising reports received.
    public var reports = 0
    public var firstFrame = 0
    public var lastFrame = 0
    public var rssi = Rssi()
    /// For a device that was connected to, where a window was asked about.
    public var rssiGate: RssiGate?
    /// The flags that it advertises last; bit 2 is `BR/EDR Not Supported`.
    public var flags: Int?
    /// The one in its other packets, such as a scan response, where they name another.
    public var otherCompany: Company?
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
      visitor.field("other_company", &otherCompany)
    }
  }

  /// When a device was in the window of signal strength in which an app connects to it.
  public struct RssiGate: ReportObject {
    /// In dBm, as is `high`; both are inside the window.
    public var low = 0
    public var high = 0
    /// The first report inside the window.
    public var firstFrame: Int?
    /// How long the gate was open before the connection.
    public var openUs = 0
    /// From the first report inside the window to the connection.
    public var untilConnectionUs: Int?
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
  public struct Company: ReportObject {
    public var id = 0
    public var name: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("id", &id)
      visitor.field("name", &name)
    }
  }

  /// What a beacon says about itself. A device that sends several formats by turns has the fields
  /// of all of them; what is not said is `nil`.
  public struct Beacon: ReportObject {
    /// The first format it was heard with; `eddystone-tlm` only where it sends nothing else.
    public var kind: BeaconKind = .ibeacon
    public var uuid: String?
    public var major: Int?
    public var minor: Int?
    /// The signal strength, in dBm, that it promises at a distance of one metre.
    public var measuredPower: Int?
    /// Hexadecimal, 20 digits.
    public var namespace: String?
    /// Hexadecimal, 12 digits.
    public var instance: String?
    public var url: String?
    /// Hexadecimal, 16 digits; the last one heard.
    public var ephemeralID: String?
    /// The signal strength, in dBm, that it promises at a distance of zero.
    public var txPower: Int?
    /// The last telemetry heard, from here on.
    public var batteryMillivolts: Int?
    public var temperatureCelsius: Double?
    /// Frames sent since it was switched on.
    public var advertisements: Int?
    public var uptimeSeconds: Double?
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

  public enum BeaconKind: String, ReportWord {
    case ibeacon
    case eddystoneUID = "eddystone-uid"
    case eddystoneURL = "eddystone-url"
    case eddystoneTLM = "eddystone-tlm"
    case eddystoneEID = "eddystone-eid"
  }
}
