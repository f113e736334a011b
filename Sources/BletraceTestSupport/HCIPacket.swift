/// HCI packets without packet indicator, and what they carry: for stories, and for the captures of
/// the benchmark.
package enum HCIPacket {
  package static func command(_ opcode: UInt16, _ parameters: [UInt8] = []) -> [UInt8] {
    octets(opcode) + [UInt8(parameters.count)] + parameters
  }

  package static func event(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    [code, UInt8(parameters.count)] + parameters
  }

  // MARK: - Events

  /// - Parameter returned: begins with the status.
  package static func commandComplete(_ opcode: UInt16, _ returned: [UInt8] = [0]) -> [UInt8] {
    event(0x0E, [1] + octets(opcode) + returned)
  }

  /// LE Connection Complete, with a random address.
  ///
  /// - Parameters:
  ///   - interval: in units of 1.25 ms.
  ///   - timeout: of supervision, in units of 10 ms.
  package static func connected(
    _ handle: UInt16, isPeripheral: Bool = false, _ peer: [UInt8], interval: UInt16 = 24,
    timeout: UInt16 = 200, accuracy: UInt8 = 0
  ) -> [UInt8] {
    event(
      0x3E,
      [0x01, 0x00] + octets(handle) + [isPeripheral ? 1 : 0, 0x01] + peer + octets(interval)
        + [0, 0] + octets(timeout) + [accuracy])
  }

  package static func disconnected(_ handle: UInt16, reason: UInt8) -> [UInt8] {
    event(0x05, [0x00] + octets(handle) + [reason])
  }

  /// Number Of Completed Packets, for one handle.
  package static func completed(_ count: UInt16, _ handle: UInt16) -> [UInt8] {
    event(0x13, [1] + octets(handle) + octets(count))
  }

  /// LE Advertising Report of one device with a random address; its last octet is the RSSI.
  package static func advertising(
    type: UInt8, _ address: [UInt8], _ data: [UInt8], rssi: Int8 = 0
  ) -> [UInt8] {
    event(
      0x3E,
      [0x02, 0x01, type, 0x01] + address + [UInt8(data.count)] + data + [UInt8(bitPattern: rssi)])
  }

  /// One structure of advertising data.
  package static func structure(_ type: UInt8, _ data: [UInt8]) -> [UInt8] {
    [UInt8(data.count + 1), type] + data
  }

  // MARK: - Data

  /// - Parameter handle: with the flags in its upper four bits.
  package static func acl(_ handle: UInt16, _ data: [UInt8]) -> [UInt8] {
    octets(handle) + octets(UInt16(data.count)) + data
  }

  package static func l2cap(_ channel: UInt16, _ payload: [UInt8]) -> [UInt8] {
    octets(UInt16(payload.count)) + octets(channel) + payload
  }
}

/// Least significant octet first.
package func octets(_ number: UInt16) -> [UInt8] {
  [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
}

/// The six octets of a device address, as they go over the air.
package func octets(ofAddress address: UInt64) -> [UInt8] {
  (0..<6).map { UInt8(truncatingIfNeeded: address >> ($0 * 8)) }
}
