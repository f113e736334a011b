import Bytes

/// BLE MIDI: times and statuses stay, and data stay data, whose highest bit is 0. What follows an
/// octet that must not be there is none of them.
struct MIDIRedactor: FramedRedactor {
  /// Of what the client writes, and of what the server sends.
  private var scanners = [MIDIScanner(startIsKnown: false), MIDIScanner(startIsKnown: false)]

  func isOther(_ octet: UInt8) -> Bool { octet & 0xC0 != 0x80 }

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let way = value.isFromServer ? 1 : 0
    scanners[way].begin()
    var isLost = false
    let parts = value.octets.enumerated().map { index, octet -> FramedOctet in
      guard !isLost else { return .payload }
      switch scanners[way].next(octet) {
      case .header, .time, .status: return .header
      case .data, .unknown: return .varint
      case .misplaced:
        isLost = true
        return index == 0 ? .other : octet < 0x80 ? .varint : .header
      }
    }
    if value.range.isCut { scanners[way].lose() }
    return parts
  }
}
