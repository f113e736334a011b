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
  public var name: String { machine.name }

  /// As in sentences.
  public var title: String { machine.title }

  /// `nil` for a name that is none of a known protocol, such as that of a learned one.
  public init?(named name: String) {
    guard let known = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// The fields of a message's header.
  public var header: [HeaderField] { machine.header }

  /// What follows it, with all else that is known of it: its folder has the rest.
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
  /// As in the report: `mcumgr-smp`.
  static var name: String { get }

  /// As in sentences: `MCUmgr SMP`.
  static var title: String { get }

  /// The UUIDs of its characteristics, and what each is for.
  static var characteristics: [(uuid: String, role: FramingRole)] { get }

  /// The fields of a message's header.
  static var header: [HeaderField] { get }

  /// What the header of a value says; `nil` for a value that has none.
  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String?

  /// Whether no one else uses its UUIDs.
  static var isShownByUUID: Bool { get }

  /// Whether a value shows that it is this protocol, where its UUID does not.
  static func showsProtocol(
    _ value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> Bool

  /// What stays of it in a redacted capture.
  ///
  /// - Parameter firstDigest: numbers from this on are its own, for octets that wait.
  static func redactor(firstDigest: Int) -> any FramedRedactor

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
  public static var isShownByUUID: Bool { true }

  public static func showsProtocol(
    _ value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> Bool { false }

  /// A UUID of 128 bits is its maker's alone.
  public var isRecognized: Bool { true }

  /// An answer to what was asked less than this before a connection ended may just be cut off.
  static var graceMicroseconds: Int64 { 1_000_000 }
}
