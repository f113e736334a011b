import BluetoothProtocol
import Bytes
import CaptureFiles

/// A file of ACL data alone has neither the ends of connections nor their beginnings, and
/// controllers use the handle of an ended connection again. What a client does once in a connection
/// shows where another one began.
extension SessionTracker {
  /// The connection that a packet belongs to, where it is not the one that its handle had: of that
  /// what was learned does not go on.
  mutating func another(
    than link: Int, for packet: HCIACLData, _ direction: RecordDirection, on controller: Int,
    in bytes: Span<UInt8>
  ) -> Int? {
    guard !sessions.holdsHCI,
      sessions.connections[link].isOver(before: packet, direction, at: now, in: bytes)
    else { return nil }
    sessions.connections[link].nextOnHandle = now
    return open(packet.handle, on: controller, transport: nil, mtu: 0)
  }
}

extension ConnectionState {
  /// As no connection begins before the one before it was ended, and the device found again.
  private static let leastPause: Int64 = 1_000_000
  /// An app may be silent for long. One that then looks at all attributes again, as it did before,
  /// has connected again: no supervision timeout is as long (Core Vol 6, Part B, 4.5.2).
  private static let longPause: Int64 = 60_000_000

  /// Mutating, as all of the connection would be copied otherwise.
  fileprivate mutating func isOver(
    before packet: HCIACLData, _ direction: RecordDirection, at moment: Moment,
    in bytes: Span<UInt8>
  ) -> Bool {
    let data = packet.data
    guard packet.boundary != .continuing, data.count >= 7,
      L2CAPBasicHeader(at: data.start, in: bytes).channel == .att
    else { return false }
    let pause = moment.time.since(last.time)
    guard pause >= Self.leastPause else { return false }
    let opcode = ATTOpcode(bytes[data.start + 4])
    let body = ByteRange(start: data.start + 5, end: data.end)
    switch opcode {
    case .exchangeMTURequest: return pdus.count(opcode, direction) > 0
    case .readByGroupTypeRequest:
      return pause >= Self.longPause && Self.beginsAtFirst(body, in: bytes)
    case .readByGroupTypeResponse, .readByTypeResponse:
      // Of a file with both sides the requests show it.
      return pause >= Self.longPause && pdus.count(opcode, direction) > 0
        && opcode.answeredRequest.map { pdus.count($0, direction.reversed) } == 0
        && (opcode == .readByGroupTypeResponse || Self.isDeclaration(body, in: bytes))
    default: return false
    }
  }

  /// Whether a request asks for handles from the first one on.
  private static func beginsAtFirst(_ body: ByteRange, in bytes: Span<UInt8>) -> Bool {
    body.count >= 4 && bytes.u16le(body.start) == 1 && bytes.u16le(body.start + 2) == 0xFFFF
  }

  /// Whether the entries of a Read By Type Response can be declarations of characteristics: handle,
  /// properties, the handle of the value, which follows that of the declaration, and a UUID. Core
  /// Vol 3, Part G, 3.3.
  private static func isDeclaration(_ body: ByteRange, in bytes: Span<UInt8>) -> Bool {
    guard body.count >= 6, bytes[body.start] == 7 || bytes[body.start] == 21 else { return false }
    return bytes.u16le(body.start + 1) &+ 1 == bytes.u16le(body.start + 4)
  }
}
