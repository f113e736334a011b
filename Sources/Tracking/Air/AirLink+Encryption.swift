import BluetoothProtocol
import Bytes
import LinkLayer
import SystemLibraries

/// Which packets are encrypted: no header says that.
extension AirLink {
  /// Whether what a packet holds can be read for certain.
  func isInClear(_ packet: AirPacket) -> Bool {
    packet.isDecrypted ? packet.micIsGood ?? true : !isEncrypted && !isAwaitingEncryption
  }

  /// Whether what a packet holds is encrypted. Once encryption was asked for, all that cannot be a
  /// control PDU in clear is.
  mutating func hides(
    _ packet: AirPacket, _ header: LLDataHeader, in bytes: Span<UInt8>
  ) -> Bool {
    if packet.isDecrypted {
      isEncrypted = true
      isDecrypted = isDecrypted || packet.micIsGood ?? true
      return packet.micIsGood == false
    }
    guard isEncrypted || isAwaitingEncryption else {
      return seemsEncrypted(header, in: bytes)
    }
    if isGuessedEncrypted, seemsClear(header, in: bytes) { return false }
    return looksHidden(header, in: bytes)
  }

  /// Takes note of a packet that is not empty. The opcode, the error code and, unless the sniffer
  /// took it away, the MIC are as long as one of few other PDUs.
  mutating func noteSealed(_ packet: AirPacket, _ header: LLDataHeader, isHidden: Bool, frame: Int)
  {
    let octets = packet.isDecrypted ? 2 : 2 + AESCCM.micOctets
    let fits = isHidden && header.llid == .control && header.payload.originalCount == octets
    sealedEnd = fits ? frame : nil
  }

  /// Whether a PDU of a connection that is encrypted can only be encrypted itself.
  func looksHidden(_ header: LLDataHeader, in bytes: Span<UInt8>) -> Bool {
    header.canOnlyBeEncrypted(in: bytes)
  }

  /// Whether a PDU shows that the connection is encrypted although its start was not heard: two in
  /// a row that cannot be in clear; one, where none that can be was before.
  private mutating func seemsEncrypted(_ header: LLDataHeader, in bytes: Span<UInt8>) -> Bool {
    guard let isPlausible = header.isPlausible(in: bytes) else { return strangePackets > 0 }
    if isPlausible {
      strangePackets = 0
      clearPackets += 1
      return false
    }
    strangePackets += 1
    if strangePackets > 1 {
      isEncrypted = true
      isGuessedEncrypted = true
      clearStarts = 0
    }
    return strangePackets > 1 || clearPackets == 0 && !isFromBeginning
  }

  /// Whether that was an error, or it is encrypted no more: two in a row that begin as L2CAP PDUs.
  private mutating func seemsClear(_ header: LLDataHeader, in bytes: Span<UInt8>) -> Bool {
    guard header.llid == .start, let isPlausible = header.isPlausible(in: bytes) else {
      return false
    }
    clearStarts = isPlausible ? clearStarts + 1 : 0
    guard clearStarts > 1 else { return false }
    isEncrypted = false
    isGuessedEncrypted = false
    strangePackets = 0
    return true
  }
}
