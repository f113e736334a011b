import Bytes

/// The protocols that are known, each with the characteristics that it uses.
public enum FramingProtocol: UInt8, Hashable, Sendable, CaseIterable {
  case mcumgrSMP
  case nordicDFU
  case nordicDFULegacy
  case matterBTP
  case espOTA
  case telinkOTA
  case tiOAD
  case geckoOTA
  case midi

  /// As in the report.
  public var name: String {
    switch self {
    case .mcumgrSMP: "mcumgr-smp"
    case .nordicDFU: "nordic-dfu"
    case .nordicDFULegacy: "nordic-dfu-legacy"
    case .matterBTP: "matter-btp"
    case .espOTA: "esp-ota"
    case .telinkOTA: "telink-ota"
    case .tiOAD: "ti-oad"
    case .geckoOTA: "gecko-ota"
    case .midi: "ble-midi"
    }
  }

  /// The fields of a message's header.
  public var header: [HeaderField] { machine.header }

  /// What follows it.
  public var machine: any FramingMachine.Type {
    switch self {
    case .mcumgrSMP: MCUmgrSession.self
    case .nordicDFU: NordicDFUSession.self
    case .nordicDFULegacy: NordicLegacyDFUSession.self
    case .matterBTP: MatterBTPSession.self
    case .espOTA: ESPOTASession.self
    case .telinkOTA: TelinkOTASession.self
    case .tiOAD: TIOADSession.self
    case .geckoOTA: GeckoOTASession.self
    case .midi: MIDISession.self
    }
  }
}

/// A field of a header: its octets, such as `2..3`, and what they mean.
public struct HeaderField: Hashable, Sendable {
  public var octets: String
  public var meaning: String

  public init(_ octets: String, _ meaning: String) {
    self.octets = octets
    self.meaning = meaning
  }
}

/// The state of one protocol on one connection. It takes the values of its characteristics in their
/// order, and says what follows from each.
public protocol FramingMachine: Sendable {
  /// The UUIDs of its characteristics, and what each is for.
  static var characteristics: [(uuid: String, role: FramingRole)] { get }

  /// The fields of a message's header.
  static var header: [HeaderField] { get }

  /// - Parameter startIsKnown: whether nothing was exchanged before.
  init(startIsKnown: Bool)

  var counts: FramingCounts { get }
  /// Whether a value has shown that it is this protocol. Others may use the same UUID, where it is
  /// a number that no one assigned.
  var isRecognized: Bool { get }
  /// Octets that it keeps of what has come.
  var heldOctets: Int { get }

  mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent])

  /// The connection ended, or the capture did.
  ///
  /// - Parameter time: when nothing more could come; `nil` where only the capture ended, and more
  ///   may have come.
  mutating func close(at time: TraceTime?, _ events: inout [FramingEvent])
}

extension FramingMachine {
  /// A UUID of 128 bits is its maker's alone.
  public var isRecognized: Bool { true }

  /// An answer to what was asked less than this before a connection ended may just be cut off.
  static var graceMicroseconds: Int64 { 1_000_000 }
}
