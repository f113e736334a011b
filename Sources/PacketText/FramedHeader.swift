import BluetoothProtocol
import Bytes
import Framing
import Report
import Tracking

/// What the header of a value says, where its characteristic belongs to a protocol that is known.
///
/// Only the value itself is looked at: what continues a message has no header, and is left out.
enum FramedHeader {
  /// - Parameter isRecognized: whether a value has shown that it is this protocol.
  static func describe(
    _ found: FramedCharacteristic, _ value: ByteRange, isFromServer: Bool, isRecognized: Bool,
    in bytes: Span<UInt8>
  ) -> String? {
    if !isRecognized, found.framing == .espOTA || found.framing == .telinkOTA { return nil }
    let words: String? =
      switch (found.framing, found.role) {
      case (.mcumgrSMP, _): mcumgr(value, in: bytes)
      case (.nordicDFU, .control): secureDFU(value, in: bytes)
      case (.nordicDFULegacy, .control): legacyDFU(value, in: bytes)
      case (.matterBTP, _): btp(value, isFromServer: isFromServer, in: bytes)
      case (.espOTA, _):
        espOTA(value, isCommand: found.role == .control, isFromServer: isFromServer, in: bytes)
      case (.telinkOTA, _): telinkOTA(value, in: bytes)
      case (.tiOAD, _): tiOAD(value, found.role, isFromServer: isFromServer, in: bytes)
      case (.geckoOTA, .control): geckoOTA(value, in: bytes)
      case (.midi, _): midi(value, in: bytes)
      case (.nordicDFU, _), (.nordicDFULegacy, _), (.geckoOTA, _): nil
      }
    return words.map { Name.framing(found.framing.name) + " " + $0 }
  }

  /// A frame may be spread over several values, and what continues one could look like a header:
  /// that it also has no flags, a known version, and a CBOR map after it, is no coincidence.
  private static func mcumgr(_ value: ByteRange, in bytes: Span<UInt8>) -> String? {
    guard let header = (try? MCUmgrHeader(value, in: bytes)) ?? nil, header.flags == 0,
      header.version <= 1, value.count - MCUmgrHeader.octets <= Int(header.length)
    else { return nil }
    let body = value.start + MCUmgrHeader.octets
    if body < value.end, bytes[body] >> 5 != 5 { return nil }
    let operation =
      switch header.operation {
      case .read: "read"
      case .readResponse: "read response"
      case .write: "write"
      case .writeResponse: "write response"
      }
    return "\(operation), version \(header.version), flags 0, length \(header.length), "
      + "group \(header.group), sequence \(header.sequence), command \(header.command) ("
      + MCUmgrNames.command(group: header.group, command: header.command) + ")"
  }

  private static func secureDFU(_ value: ByteRange, in bytes: Span<UInt8>) -> String? {
    guard let message = (try? NordicDFUMessage(value, in: bytes)) ?? nil else { return nil }
    func name(_ object: NordicDFUObject) -> String {
      object == .initPacket ? "init packet" : "firmware"
    }
    let words =
      switch message {
      case .create(let object, let size): "create, \(name(object)), \(size) octets"
      case .receipts(let every): "set receipts, every \(every) packets"
      case .select(let object): "select, \(name(object))"
      case .checksum, .execute, .other: NordicDFUMessage.name(message.opcode)
      case .answer(let answer): words(of: answer)
      }
    return words
  }

  private static func words(of answer: NordicDFUAnswer) -> String {
    var words = "answer to \(NordicDFUMessage.name(answer.opcode)): "
    words += answer.name ?? "result \(answer.result)"
    if let longest = answer.longest { words += ", at most \(longest) octets" }
    if let offset = answer.offset { words += ", offset \(offset)" }
    if let crc = answer.crc {
      let digits = String(crc, radix: 16, uppercase: true)
      words += ", CRC-32 0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
    return words
  }

  private static func legacyDFU(_ value: ByteRange, in bytes: Span<UInt8>) -> String? {
    var cursor = ByteCursor(.gatt, value)
    guard let opcode = try? cursor.u8(in: bytes) else { return nil }
    switch opcode {
    case 0x08:
      guard let every = try? cursor.u16le(in: bytes) else { return nil }
      return "set receipts, every \(every) packets"
    case 0x10:
      guard let command = try? cursor.u8(in: bytes), let result = try? cursor.u8(in: bytes) else {
        return nil
      }
      return "answer to \(NordicLegacyDFUSession.name(command)): "
        + (NordicLegacyDFUSession.results[result] ?? "result \(result)")
    case 0x11:
      guard let octets = try? cursor.u32le(in: bytes) else { return nil }
      return "receipt, \(octets) octets"
    default: return NordicLegacyDFUSession.name(opcode)
    }
  }

  private static func btp(
    _ value: ByteRange, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
    let packet = (try? MatterBTPPacket(value, isFromServer: isFromServer, in: bytes)) ?? nil
    switch packet {
    case .handshakeRequest(let mtu, let window):
      return "handshake request, ATT_MTU \(mtu), window \(window)"
    case .handshakeResponse(let version, let segment, let window):
      return "handshake response, version \(version), segment size \(segment), "
        + "window \(window)"
    case .segment(let segment):
      var words = "sequence \(segment.sequence)"
      if let ack = segment.ack { words += ", acknowledges \(ack)" }
      if let length = segment.length { words += ", begins a message of \(length) octets" }
      if segment.isContinued { words += ", continues a message" }
      if segment.isLast { words += ", ends it" }
      return words
    case nil: return nil
    }
  }
}
