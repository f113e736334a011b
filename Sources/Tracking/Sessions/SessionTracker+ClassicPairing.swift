import BluetoothProtocol
import Bytes
import CaptureFiles

/// Pairings over BR/EDR, sizes of their keys, and names that devices give when they are asked.
extension SessionTracker {
  /// Events that are about the security or the name of a BR/EDR device.
  mutating func receiveClassic(
    _ event: HCIEventPacket, _ controller: Int, in bytes: Span<UInt8>
  ) {
    let parameters = event.parameters
    let start = parameters.start
    switch event.code.rawValue {
    case 0x06:  // Authentication Complete: status, handle.
      guard parameters.count >= 3 else { return }
      let link = sessions.controllers[controller].links[Int(bytes.u16le(start + 1) & 0x0FFF)]
      guard link >= 0 else { return }
      pair(
        Int(link), .authenticated(HCIStatus(bytes[start])), "Authentication Complete", nil)
    case 0x07:  // Remote Name Request Complete: status, address, name of 248 octets.
      guard parameters.count > 7, HCIStatus(bytes[start]) == .success else { return }
      var name: [UInt8] = []
      for offset in 7..<min(parameters.count, 7 + 248) {
        let octet = bytes[start + offset]
        if octet == 0 { break }
        name.append(octet)
      }
      sessions.note(name: name, of: DeviceAddress(littleEndian48: bytes.u48le(start + 1)))
    case 0x16: pair(parameters, .begin(isPIN: true), "PIN Code Request", nil, controller, in: bytes)
    case 0x18:  // Link Key Notification: address, key of 16 octets, type.
      guard parameters.count >= 23 else { return }
      pair(
        parameters, .key(bytes[start + 22]), "Link Key Notification", nil, controller, in: bytes)
    case 0x31:
      pair(
        parameters, .begin(isPIN: false), "IO Capability Request", nil, controller, in: bytes)
    case 0x32:
      guard let features = Self.features(parameters, in: bytes) else { return }
      pair(
        parameters, .features(features), "IO Capability Response", .peer, controller, in: bytes)
    case 0x33:
      pair(parameters, .exchange, "User Confirmation Request", nil, controller, in: bytes)
    case 0x34: pair(parameters, .exchange, "User Passkey Request", nil, controller, in: bytes)
    case 0x35: pair(parameters, .exchange, "Remote OOB Data Request", nil, controller, in: bytes)
    case 0x36:  // Simple Pairing Complete: status, address.
      guard parameters.count >= 7,
        let link = classicLink(at: start + 1, controller, in: bytes)
      else { return }
      pair(link, .complete(HCIStatus(bytes[start])), "Simple Pairing Complete", nil)
    case 0x3B:
      pair(parameters, .exchange, "User Passkey Notification", nil, controller, in: bytes)
    default: break
    }
  }

  /// What this host answers.
  mutating func receiveClassic(
    _ command: HCICommandPacket, _ controller: Int, in bytes: Span<UInt8>
  ) {
    let parameters = command.parameters
    let kind: ClassicPairingStep.Kind
    let name: String
    switch command.opcode.rawValue {
    case 0x0411:  // Authentication Requested: handle.
      guard parameters.count >= 2 else { return }
      let handle = Int(bytes.u16le(parameters.start) & 0x0FFF)
      let link = sessions.controllers[controller].links[handle]
      if link >= 0 { sessions.connections[Int(link)].isAuthenticating = true }
      return
    case 0x040D: (kind, name) = (.exchange, "PIN Code Request Reply")
    case 0x040E: (kind, name) = (.refusal, "PIN Code Request Negative Reply")
    case 0x042B:
      guard let features = Self.features(parameters, in: bytes) else { return }
      (kind, name) = (.features(features), "IO Capability Request Reply")
    case 0x042C: (kind, name) = (.exchange, "User Confirmation Request Reply")
    case 0x042D: (kind, name) = (.refusal, "User Confirmation Request Negative Reply")
    case 0x042E: (kind, name) = (.exchange, "User Passkey Request Reply")
    case 0x042F: (kind, name) = (.refusal, "User Passkey Request Negative Reply")
    case 0x0430: (kind, name) = (.exchange, "Remote OOB Data Request Reply")
    case 0x0433: (kind, name) = (.refusal, "Remote OOB Data Request Negative Reply")
    case 0x0434: (kind, name) = (.refusal, "IO Capability Request Negative Reply")
    case 0x0445: (kind, name) = (.exchange, "Remote OOB Extended Data Request Reply")
    default: return
    }
    pair(parameters, kind, name, .local, controller, in: bytes)
  }

  /// Read Encryption Key Size, answered: status, handle, size.
  mutating func noteKeySize(_ returned: ByteRange, _ controller: Int, in bytes: Span<UInt8>) {
    guard returned.count >= 4, HCIStatus(bytes[returned.start]) == .success else { return }
    let handle = Int(bytes.u16le(returned.start + 1) & 0x0FFF)
    let link = sessions.controllers[controller].links[handle]
    guard link >= 0, let last = sessions.connections[Int(link)].encryption.indices.last,
      sessions.connections[Int(link)].encryption[last].enabled
    else { return }
    sessions.connections[Int(link)].encryption[last].keySize = Int(bytes[returned.start + 3])
  }

  private static func features(
    _ parameters: ByteRange, in bytes: Span<UInt8>
  ) -> ClassicFeatures? {
    guard parameters.count >= 9 else { return nil }
    let start = parameters.start
    return ClassicFeatures(
      ioCapability: bytes[start + 6], hasOOBData: bytes[start + 7] != 0,
      requirements: bytes[start + 8])
  }

  /// The open connection with a BR/EDR device. A host has few at a time; of the many of a made-up
  /// capture the latest are looked at.
  private func classicLink(
    at offset: Int, _ controller: Int, in bytes: Span<UInt8>
  ) -> Int? {
    let address = DeviceAddress(littleEndian48: bytes.u48le(offset))
    return sessions.controllers[controller].openIndices.suffix(64).last {
      sessions.connections[$0].transport == .brEDR && sessions.connections[$0].peer == address
    }
  }

  /// A step whose parameters begin with the address.
  private mutating func pair(
    _ parameters: ByteRange, _ kind: ClassicPairingStep.Kind, _ name: String, _ side: Side?,
    _ controller: Int, in bytes: Span<UInt8>
  ) {
    guard parameters.count >= 6,
      let link = classicLink(at: parameters.start, controller, in: bytes)
    else { return }
    pair(link, kind, name, side)
  }

  private mutating func pair(
    _ link: Int, _ kind: ClassicPairingStep.Kind, _ name: String, _ side: Side?
  ) {
    sessions.connections[link].pair(
      ClassicPairingStep(kind: kind, name: name, side: side), &context)
  }
}
