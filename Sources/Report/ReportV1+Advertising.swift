extension ReportV1 {
  /// A device that was heard advertising.
  public struct Advertiser: ReportObject {
    /// The address in its advertising packets.
    public var address = ""
    /// `public`, `random-static`, `random-resolvable`, `random-non-resolvable`.
    public var addressType: String?
    public var name: String?
    /// UUIDs of services in its advertising data.
    public var serviceUuids: [String] = []
    /// In dBm, as the device states it.
    public var txPower: Int?
    /// The company of its manufacturer specific data.
    public var company: Company?
    /// What it sends as a beacon; `nil` where it is none.
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
    /// Whether it could be connected to, by its last report that says so.
    public var connectable: Bool?
    /// That report.
    public var connectableFrame: Int?
    /// The identity address of the device, where its address is a resolvable private one and the
    /// capture holds the Identity Resolving Key that it was made with.
    public var identity: String?
    package static var isCompound: Bool { true }
  }

  /// When a device was in the window of signal strength in which an app connects to it.
  public struct RssiGate: ReportObject {
    /// In dBm, as is `high`; both are inside the window.
    public var low = 0
    /// The upper end of the window, in dBm.
    public var high = 0
    /// The first report inside the window.
    public var firstFrame: Int?
    /// How long the gate was open before the connection.
    public var openUs = 0
    /// From the first report inside the window to the connection.
    public var untilConnectionUs: Int?
  }

  /// The owner of manufacturer specific data.
  public struct Company: ReportObject {
    /// The company identifier of Bluetooth SIG.
    public var id = 0
    /// The company's name; `nil` where the identifier is not assigned.
    public var name: String?
  }

  /// What a beacon says about itself. A device that sends several formats by turns has the fields
  /// of all of them; what is not said is `nil`.
  public struct Beacon: ReportObject {
    /// The first format it was heard with; `eddystone-tlm` only where it sends nothing else.
    public var kind: BeaconKind = .ibeacon
    /// The UUID of an iBeacon or AltBeacon.
    public var uuid: String?
    /// The major number of an iBeacon or AltBeacon.
    public var major: Int?
    /// The minor number of an iBeacon or AltBeacon.
    public var minor: Int?
    /// The signal strength, in dBm, that it promises at a distance of one metre.
    public var measuredPower: Int?
    /// Hexadecimal, 20 digits.
    public var namespace: String?
    /// Hexadecimal, 12 digits.
    public var instance: String?
    /// The URL of an Eddystone-URL frame.
    public var url: String?
    /// Hexadecimal, 16 digits; the last one heard.
    public var ephemeralID: String?
    /// The signal strength, in dBm, that it promises at a distance of zero.
    public var txPower: Int?
    /// The last telemetry heard, from here on.
    public var batteryMillivolts: Int?  // key: battery_mv
    /// The temperature that its telemetry states, in degrees Celsius.
    public var temperatureCelsius: Double?  // key: temperature_c, decimals: 3
    /// Frames sent since it was switched on.
    public var advertisements: Int?
    /// The time since the beacon started, in seconds, as its telemetry states.
    public var uptimeSeconds: Double?  // key: uptime_s, decimals: 1
  }

  public enum BeaconKind: String, ReportWord {
    case ibeacon
    case eddystoneUID = "eddystone-uid"
    case eddystoneURL = "eddystone-url"
    case eddystoneTLM = "eddystone-tlm"
    case eddystoneEID = "eddystone-eid"
  }
}
