import Bytes

/// Nordic's legacy DFU: commands, answers and the three sizes stay.
struct NordicLegacyDFURedactor: FramedRedactor {
  private static let sizes = 12
  private var expectsSizes = false

  /// How many octets of a message the protocol has.
  private static func octets(of value: FramedOctets) -> Int {
    switch (value.octets.first, value.isFromServer) {
    case (0x01, false), (0x02, false): 2
    case (0x08, false): 3
    // The answer to a request for the size has it.
    case (0x10, true): value.octets.dropFirst().first == 0x07 ? 7 : 3
    case (0x11, true): 5
    default: 1
    }
  }

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let octets = value.octets
    if value.role == .control {
      if let first = octets.first, !value.isFromServer { expectsSizes = first == 0x01 }
      let header = Self.octets(of: value)
      return octets.indices.map { $0 < header ? .header : .payload }
    }
    let kept = expectsSizes ? Self.sizes : 0
    expectsSizes = false
    return octets.indices.map { $0 < kept ? .header : .payload }
  }
}
