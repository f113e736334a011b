import BluetoothProtocol

extension AirPacket {
  /// How long it is on the air, in microseconds, from the preamble to the CRC, without a constant
  /// tone after it; nil where the header of the sniffer does not say at which rate it was sent.
  ///
  /// Uncoded, preamble, access address, PDU and CRC follow one another at one rate:
  ///
  ///     LE 1M   (1 + 4 + PDU + 3) * 8
  ///     LE 2M   (2 + 4 + PDU + 3) * 4
  ///
  /// Coded, the access address and what stands before and right after it have S=8, the rest has
  /// what the coding indicator says:
  ///
  ///     preamble   access address   CI   TERM1   PDU and CRC          TERM2
  ///     80         256              16   24      (PDU + 3) * 8 * S    3 * S
  ///
  /// Core Vol 6, Part B, 2.1 and 2.2.
  ///
  /// - Parameter octets: of the PDU, with its header.
  package func airTime(ofPDU octets: Int) -> Int? {
    let octets = min(octets, Self.longestPDU)
    switch phy {
    case .le1M: return (1 + 4 + octets + 3) * 8
    case .le2M: return (2 + 4 + octets + 3) * 4
    case .leCoded:
      guard let symbols = symbolsPerBit else { return nil }
      return 80 + 256 + 16 + 24 + (octets + 3) * 8 * symbols + 3 * symbols
    default: return nil
    }
  }

  /// The same of all that the record holds, and as with LE 1M, or S=8, where that is not known: a
  /// measure for what can have been between two packets.
  package var likelyAirTime: Int {
    let octets = min(pdu.originalCount, Self.longestPDU)
    return airTime(ofPDU: octets)
      ?? (phy == .leCoded ? 400 + (octets + 3) * 64 : (1 + 4 + octets + 3) * 8)
  }

  /// A header of two octets, CTEInfo, and 255 of payload. Core Vol 6, Part B, 2.4.
  private static let longestPDU = 2 + 1 + 255
}
