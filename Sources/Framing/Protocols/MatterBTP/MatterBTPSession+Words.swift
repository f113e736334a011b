import Bytes

extension MatterBTPSession {
  static let name = "matter-btp"
  static let title = "Matter BTP"

  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
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

  static func redactor(firstDigest: Int) -> any FramedRedactor {
    MatterBTPRedactor()
  }
}
