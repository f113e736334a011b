import Bytes

/// A connection that was there before the capture, as the kernel describes it when it is asked.
///
/// `bletrace live` writes it into the capture as a User Logging record of the controller, so that
/// the capture, its recording and a later analysis know the same. Other programs show the text.
///
///     octet   0               1                2..10          11..<end - 1   end - 1
///             priority (6)    ident length (9) "bletrace\0"   message        0
///
/// The message: `connection 64 LE central 66:0D:F3:0A:7B:1C, asked of the kernel`
package struct KernelConnectionNote: Hashable, Sendable {
  package enum Transport: String, Sendable {
    case le = "LE"
    case brEDR = "BR/EDR"
  }

  package var handle: ConnectionHandle
  package var transport: Transport
  package var role: ConnectionRole
  package var peer: DeviceAddress

  package init(
    handle: ConnectionHandle, transport: Transport, role: ConnectionRole, peer: DeviceAddress
  ) {
    self.handle = handle
    self.transport = transport
    self.role = role
    self.peer = peer
  }

  private static let start: [UInt8] = [6, 9] + Array("bletrace\0connection ".utf8)
  private static let end: [UInt8] = Array(", asked of the kernel\0".utf8)

  /// The payload of the record.
  package var octets: [UInt8] {
    let words = "\(handle) \(transport.rawValue) \(role.name ?? "central") \(peer)"
    return Self.start + Array(words.utf8) + Self.end
  }

  /// `nil` for any other User Logging record. What `octets` would not write so is none of ours.
  package init?(_ record: ByteRange, in bytes: Span<UInt8>) {
    let fixed = Self.start.count + Self.end.count
    guard record.count > fixed, record.count <= fixed + 48 else { return nil }
    for (index, octet) in Self.start.enumerated() where bytes[record.start + index] != octet {
      return nil
    }
    var octets: [UInt8] = []
    octets.append(record, of: bytes)
    let message = octets[Self.start.count..<octets.count - Self.end.count]
    let words = String(decoding: message, as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4, let number = UInt16(words[0]), number <= 0x0EFF,
      let transport = Transport(rawValue: String(words[1])),
      let role = [ConnectionRole.central, .peripheral]
        .first(where: { $0.name == String(words[2]) }),
      let peer = DeviceAddress(parsing: words[3])
    else { return nil }
    let handle = ConnectionHandle(number)
    self.init(handle: handle, transport: transport, role: role, peer: peer)
    guard self.octets == octets else { return nil }
  }
}
