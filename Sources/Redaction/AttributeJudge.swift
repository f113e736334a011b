import BluetoothProtocol
import Bytes
import Framing
import Tracking

/// Says which attribute values are data, which are names, and which belong to the protocol.
///
/// A value belongs to the protocol only where its PDU can carry it: declarations and descriptors
/// are read, subscriptions are written, and what is notified is data.
struct AttributeJudge {
  private let connection: Int
  private let server: Side?
  private let request: ATTRequestSeen?
  private let opcode: ATTOpcode
  private let octets: [UInt8]
  private let originalCount: Int
  private let sessions: Sessions
  private let known: KnownAttributes

  init(_ pdu: LinkPDU, _ octets: [UInt8], _ sessions: Sessions, _ known: KnownAttributes) {
    connection = pdu.connection
    request = pdu.request
    opcode = ATTOpcode(octets.first ?? 0)
    self.octets = octets
    originalCount = max(octets.count, pdu.payload.originalCount)
    self.sessions = sessions
    self.known = known
    server = opcode.isFromClient.map { $0 == (pdu.direction == .tx) ? .peer : .local }
  }

  /// - Parameter handle: of the attribute; nil where it is that of the request.
  func kind(_ handle: ATTHandle?) -> FieldWalk.ValueKind {
    let kept: FieldWalk.ValueKind?
    switch opcode {
    // The UUID of a service is no secret.
    case .readByGroupTypeResponse:
      kept = request.map { Self.service($0.type?.short16) } ?? .kept([2, 16])
    case .findByTypeValueRequest:
      kept = octets.count < 7 ? nil : Self.service(octets.span.u16le(5))
    case .readByTypeResponse where request?.type != nil: kept = request?.type.flatMap(Self.read)
    case .readByTypeResponse where octets.areCharacteristicDeclarations:
      kept = Self.read(.declaration)
    case .readByTypeResponse, .readResponse:
      kept = shown(handle ?? request?.handle).flatMap(Self.read)
    case .writeRequest, .writeCommand: kept = written(handle)
    case .handleValueIndication:
      // Service Changed: from which handle to which.
      kept = shown(handle)?.short16 == 0x2A05 ? .kept([4]) : nil
    default: kept = nil
    }
    return kept ?? (isName(handle ?? request?.handle) ? .name : .data)
  }

  /// Lists of handles that cannot be any: a damaged PDU looks like this. Servers list theirs in
  /// ascending order, and clients ask for those that a server has shown.
  var undecoded: [Range<Int>] {
    switch opcode {
    case .readMultipleRequest, .readMultipleVariableRequest:
      return stride(from: 1, to: octets.count - 1, by: 2).map { $0..<$0 + 2 }.filter { range in
        let handle = ATTHandle(octets.span.u16le(range.lowerBound))
        guard shown(handle) == nil, let server else { return false }
        return sessions.attribute(handle, connection: connection, server: server) == nil
      }
    case .findByTypeValueResponse: return ascending(from: 1, size: 4, hasEnds: true)
    case .findInformationResponse where octets.count > 1:
      return ascending(from: 2, size: octets[1] == 1 ? 4 : 18, hasEnds: false)
    case .readByGroupTypeResponse where octets.count > 1:
      return ascending(from: 2, size: max(4, Int(octets[1])), hasEnds: true)
    default: return []
    }
  }

  /// - Parameter hasEnds: whether each entry begins with two handles, the first and the last.
  private func ascending(from start: Int, size: Int, hasEnds: Bool) -> [Range<Int>] {
    var last = 0
    for entry in stride(from: start, through: octets.count - size, by: size) {
      let first = Int(octets.span.u16le(entry))
      let end = hasEnds ? Int(octets.span.u16le(entry + 2)) : first
      guard first > last, end >= first else { return [start..<octets.count] }
      last = end
    }
    return []
  }

  /// The value, where the PDU carries one of those that come one after the other, and it is data.
  var stream: ValueOfStream? {
    let header = 3
    guard octets.count > header, opcode.carriesValue else { return nil }
    let handle = ATTHandle(octets.span.u16le(1))
    guard case .data = kind(handle) else { return nil }
    return ValueOfStream(
      key: ValueOfStream.Key(
        connection: connection, handle: handle, opcode: opcode, server: server),
      value: Array(octets[header...]))
  }

  /// The type that this connection has shown an attribute to have.
  private func shown(_ handle: ATTHandle?) -> BluetoothUUID? {
    guard let handle, let server else { return nil }
    return known.type(handle, connection: connection, server: server)
  }

  private func isName(_ handle: ATTHandle?) -> Bool {
    guard let handle, let server else { return false }
    let attribute = sessions.attribute(handle, connection: connection, server: server)
    return attribute?.type.map { Self.isName($0) } ?? false
  }

  /// Two octets that set no more than the two lowest bits are a subscription, where discovery
  /// showed no other attribute: then analysis takes them for one, too.
  private func written(_ handle: ATTHandle?) -> FieldWalk.ValueKind? {
    guard let handle, let server else { return nil }
    switch shown(handle)?.short16 {
    // Server Configuration, Client Supported Features.
    case 0x2903: return octets.count == 5 && octets[3] <= 1 && octets[4] == 0 ? .kept([2]) : nil
    case 0x2B29: return .kept([1])
    default: break
    }
    guard octets.count == 5, octets[3] <= 3, octets[4] == 0 else { return nil }
    switch sessions.attribute(handle, connection: connection, server: server) {
    case nil: return .kept([2])
    case .descriptor(let type, _): return type.short16 == 0x2902 ? .kept([2]) : nil
    default: return nil
    }
  }

  /// The value and its framing, where the PDU carries one of a characteristic that a framing uses.
  var framed: (value: FramedOctets, framing: FramingProtocol, server: Side)? {
    let header = 3
    guard octets.count > header, opcode.carriesValue, let server else { return nil }
    let handle = ATTHandle(octets.span.u16le(1))
    guard
      case .value(let type) = sessions.attribute(handle, connection: connection, server: server),
      let characteristic = FramedCharacteristic(type)
    else { return nil }
    let value = FramedOctets(
      octets: Array(octets[header...]), originalCount: originalCount - header,
      role: characteristic.role, isFromServer: opcode.isFromClient == false)
    return (value, characteristic.framing, server)
  }

  private static func service(_ type: UInt16?) -> FieldWalk.ValueKind? {
    type == 0x2800 || type == 0x2801 ? .kept([2, 16]) : nil
  }

  /// What a read of an attribute shows; nil for data.
  private static func read(_ type: BluetoothUUID) -> FieldWalk.ValueKind? {
    isName(type) ? .name : type.short16.flatMap { lengths[$0] }.map { .kept($0) }
  }

  /// Device Name, Characteristic User Description, the texts of Device Information.
  private static func isName(_ type: BluetoothUUID) -> Bool {
    type.short16.map { $0 == 0x2A00 || $0 == 0x2901 || (0x2A24...0x2A29).contains($0) } ?? false
  }

  /// What says how a side or a value is used, with the lengths that the specification gives it.
  private static let lengths: [UInt16: Set<Int>] = [
    // Services have a UUID, an Include Declaration two handles and at most a short one, a
    // Characteristic Declaration properties, a handle and a UUID.
    0x2800: [2, 16], 0x2801: [2, 16], 0x2802: [4, 6], 0x2803: [5, 19],
    // Appearance, Preferred Parameters, Service Changed, Central Address Resolution, Resolvable
    // Private Address Only, Client and Server Supported Features.
    0x2A01: [2], 0x2A04: [8], 0x2A05: [4], 0x2AA6: [1], 0x2AC9: [1], 0x2B29: [1], 0x2B3A: [1],
    // Extended Properties, Client and Server Configuration, Presentation Format, the two kinds of
    // Report Reference, Number of Digitals, Configuration and Measurement of Environmental Sensing.
    0x2900: [2], 0x2902: [2], 0x2903: [2], 0x2904: [7], 0x2907: [2, 16], 0x2908: [2], 0x2909: [1],
    0x290B: [1], 0x290C: [11],
  ]
}
