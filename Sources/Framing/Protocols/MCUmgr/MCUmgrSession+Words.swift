import Bytes

extension MCUmgrSession {
  static let name = "mcumgr-smp"
  static let title = "MCUmgr SMP"

  /// A frame may be spread over several values, and what continues one could look like a header:
  /// that it also has no flags, a known version, and a CBOR map after it, is no coincidence.
  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
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

  static func redactor(firstDigest: Int) -> any FramedRedactor {
    MCUmgrRedactor(firstDigest: firstDigest)
  }
}
