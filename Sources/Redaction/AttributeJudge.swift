import BluetoothProtocol
import Bytes
import Framing
import Tracking

/// Says which attribute values are data, which are names, and which belong to the protocol.
struct AttributeJudge {
  private let connection: Int
  private let server: Side?
  private let request: ATTRequestSeen?
  private let opcode: ATTOpcode
  private let octets: [UInt8]
  private let originalCount: Int
  private let sessions: Sessions

  init(_ pdu: LinkPDU, _ octets: [UInt8], _ sessions: Sessions) {
    connection = pdu.connection
    request = pdu.request
    opcode = ATTOpcode(octets.first ?? 0)
    self.octets = octets
    originalCount = max(octets.count, pdu.payload.originalCount)
    self.sessions = sessions
    server = opcode.isFromClient.map { $0 == (pdu.direction == .tx) ? .peer : .local }
  }

  /// - Parameter handle: of the attribute; nil where it is that of the request.
  func kind(_ handle: ATTHandle?) -> FieldWalk.ValueKind {
    if opcode == .readByGroupTypeResponse { return Self.declaration }
    if opcode == .findByTypeValueRequest {
      guard octets.count >= 7 else { return .data }
      // The UUID of a service is no secret.
      let type = UInt16(octets[5]) | UInt16(octets[6]) << 8
      return type == 0x2800 || type == 0x2801 ? .kept([2, 16]) : .data
    }
    if opcode == .readByTypeResponse, let type = request?.type { return Self.kind(type) }
    guard let handle = handle ?? request?.handle, let server else { return .data }
    switch sessions.attribute(handle, connection: connection, server: server) {
    case .declaration: return Self.declaration
    case .value(let type), .descriptor(let type, _): return Self.kind(type)
    case nil: return isLikeSubscription ? .kept([2]) : .data
    }
  }

  /// The value and its framing, where the PDU carries one of a characteristic that a framing uses.
  var framed: (value: FramedOctets, framing: FramingProtocol, server: Side)? {
    let header = 3
    guard octets.count > header, opcode.carriesFramedValue, let server else { return nil }
    let handle = ATTHandle(UInt16(octets[1]) | UInt16(octets[2]) << 8)
    guard
      case .value(let type) = sessions.attribute(handle, connection: connection, server: server),
      let characteristic = FramedCharacteristic(type)
    else { return nil }
    let value = FramedOctets(
      octets: Array(octets[header...]), originalCount: originalCount - header,
      role: characteristic.role, isFromServer: opcode.isFromClient == false)
    return (value, characteristic.framing, server)
  }

  /// A write of two octets that sets at most the two lowest bits: analysis takes it for a
  /// subscription where discovery was not captured.
  private var isLikeSubscription: Bool {
    (opcode == .writeRequest || opcode == .writeCommand) && octets.count == 5 && octets[3] <= 3
      && octets[4] == 0
  }

  private static func kind(_ type: BluetoothUUID) -> FieldWalk.ValueKind {
    guard let short = type.short16 else { return .data }
    switch short {
    // Device Name, Characteristic User Description, the texts of Device Information.
    case 0x2A00, 0x2901, 0x2A24...0x2A29: return .name
    case 0x2800...0x28FF: return declaration
    case 0x2905: return .kept(Set((1...255).map { 2 * $0 }))
    default: return lengths[short].map { .kept($0) } ?? .data
    }
  }

  /// Services have a UUID, an Include Declaration two handles and at most a short one, a
  /// Characteristic Declaration properties, a handle and a UUID.
  private static let declaration = FieldWalk.ValueKind.kept([2, 4, 5, 6, 16, 19])

  /// What says how a side or a value is used, with the lengths that the specification gives it.
  private static let lengths: [UInt16: Set<Int>] = [
    // Appearance, Preferred Parameters, Service Changed, Central Address Resolution, Resolvable
    // Private Address Only, Client and Server Supported Features.
    0x2A01: [2], 0x2A04: [8], 0x2A05: [4], 0x2AA6: [1], 0x2AC9: [1], 0x2B29: [1], 0x2B3A: [1],
    // Extended Properties, Client and Server Configuration, Presentation Format, the two kinds of
    // Report Reference, Number of Digitals, Configuration and Measurement of Environmental Sensing.
    0x2900: [2], 0x2902: [2], 0x2903: [2], 0x2904: [7], 0x2907: [2, 16], 0x2908: [2], 0x2909: [1],
    0x290B: [1], 0x290C: [11],
  ]
}
