import BluetoothProtocol
import Bytes
import Tracking

/// The types of attributes that a connection itself has shown: by declarations, and by discovery.
/// Handles that are remembered from an earlier connection may hold something else by now.
struct KnownAttributes: Sendable {
  private struct Server: Hashable {
    var connection: Int
    var side: Side
  }

  private var types: [Server: [ATTHandle: BluetoothUUID]] = [:]
  private var count = 0
  private static let most = 1 << 17

  func type(_ handle: ATTHandle, connection: Int, server: Side) -> BluetoothUUID? {
    types[Server(connection: connection, side: server)]?[handle]
  }

  /// Takes what a response shows.
  mutating func learn(_ pdu: LinkPDU, _ octets: [UInt8]) {
    let server = Server(connection: pdu.connection, side: pdu.direction == .tx ? .local : .peer)
    switch ATTOpcode(octets.first ?? 0) {
    case .findInformationResponse: learnInformation(octets, server)
    case .readByTypeResponse:
      let isDeclarations = octets.areCharacteristicDeclarations
      guard let type = pdu.request?.type ?? (isDeclarations ? .declaration : nil)
      else { return }
      for entry in octets.entries(of: 2...) {
        note(octets.handle(entry.lowerBound), type, server)
        if type == .declaration, entry.count >= 7,
          let uuid = octets.uuid(entry.dropFirst(5))
        {
          note(octets.handle(entry.lowerBound + 3), uuid, server)
        }
      }
    case .readByGroupTypeResponse:
      for entry in octets.entries(of: 4...) {
        note(octets.handle(entry.lowerBound), pdu.request?.type ?? .service, server)
      }
    default: break
    }
  }

  private mutating func learnInformation(_ octets: [UInt8], _ server: Server) {
    guard octets.count >= 2 else { return }
    let size: Int
    switch octets[1] {
    case 1: size = 4
    case 2: size = 18
    default: return
    }
    var start = 2
    while start + size <= octets.count {
      if let uuid = octets.uuid(start + 2..<start + size) {
        note(octets.handle(start), uuid, server)
      }
      start += size
    }
  }

  private mutating func note(_ handle: ATTHandle, _ type: BluetoothUUID, _ server: Server) {
    if count >= Self.most { (types, count) = ([:], 0) }
    if types[server, default: [:]].updateValue(type, forKey: handle) == nil { count += 1 }
  }
}

extension BluetoothUUID {
  /// Of a primary service, and of a characteristic.
  static let service = BluetoothUUID(uuid16: 0x2800)
  static let declaration = BluetoothUUID(uuid16: 0x2803)
}

extension [UInt8] {
  fileprivate func handle(_ start: Int) -> ATTHandle {
    ATTHandle(span.u16le(start))
  }

  fileprivate func uuid(_ range: Range<Int>) -> BluetoothUUID? {
    switch range.count {
    case 2: BluetoothUUID(uuid16: span.u16le(range.lowerBound))
    case 16:
      BluetoothUUID(high: span.u64le(range.lowerBound + 8), low: span.u64le(range.lowerBound))
    default: nil
    }
  }

  /// The entries of a list after an opcode and the length of each.
  fileprivate func entries(of least: PartialRangeFrom<Int>) -> [Range<Int>] {
    guard count >= 2, least.contains(Int(self[1])) else { return [] }
    let size = Int(self[1])
    return stride(from: 2, through: count - size, by: size).map { $0..<$0 + size }
  }

  /// Whether a response whose request was not captured lists characteristic declarations, as
  /// analysis understands it: a handle, properties, the handle of a value after it, and a UUID, in
  /// ascending order.
  var areCharacteristicDeclarations: Bool {
    let entries = entries(of: 2...)
    guard let first = entries.first, first.count == 7 || first.count == 21 else { return false }
    var end: UInt16 = 0
    for entry in entries {
      let (declaration, value) = (handle(entry.lowerBound), handle(entry.lowerBound + 3))
      guard declaration.rawValue > end, value > declaration, self[entry.lowerBound + 2] != 0
      else { return false }
      end = value.rawValue
    }
    return true
  }
}
