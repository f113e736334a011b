import Bytes

/// What Espressif's BLE OTA has of 20 octets: a command, its answer, or the acknowledgement of a
/// sector. Integers have their least significant octet first.
///
///     octet              0..1            2..3           4..5
///     start              0x0001          length of the firmware (4)
///     stop               0x0002          0
///     answer             0x0003          command        status: 0 accepted, 1 rejected
///     acknowledgement    sector          status         sector that is expected
///
/// Octets 6 to 17 are 0, 18 and 19 the CRC-16 of those before. esp-iot-solution,
/// `examples/bluetooth/ble_ota/README.md`; which CRC-16 it is shows `ble_ota.c`: polynomial 0x1021,
/// start 0, not reflected.
public struct ESPOTAPacket: Hashable, Sendable {
  public static let octets = 20

  /// Of octets 0, 2 and 4.
  public var first: UInt16
  public var second: UInt16
  public var third: UInt16
  public var crc: UInt16
  /// The CRC-16 of the octets before it.
  public var expected: UInt16
  /// Whether octets 6 to 17 are 0.
  public var isPadded: Bool

  /// `nil` where it has another length.
  public init?(_ range: ByteRange, in bytes: Span<UInt8>) {
    guard range.count == Self.octets, !range.isCut else { return nil }
    var cursor = ByteCursor(.gatt, range)
    guard let first = try? cursor.u16le(in: bytes), let second = try? cursor.u16le(in: bytes),
      let third = try? cursor.u16le(in: bytes)
    else { return nil }
    (self.first, self.second, self.third) = (first, second, third)
    crc = bytes.u16le(range.end - 2)
    expected = Self.checksum(of: ByteRange(start: range.start, end: range.end - 2), in: bytes)
    isPadded = (range.start + 6..<range.end - 2).allSatisfy { bytes[$0] == 0 }
  }

  public var isIntact: Bool { crc == expected }

  /// Whether the protocol has such a packet there.
  public func belongs(to role: FramingRole, isFromServer: Bool) -> Bool {
    guard isPadded else { return false }
    return switch (role, isFromServer) {
    case (.data, true): true
    case (.control, true): first == 3
    case (.control, false): isStart || first == 2 && second == 0 && third == 0
    default: false
    }
  }

  /// Whether no other protocol has such a packet there. Twenty zeros say nothing: the CRC-16 of
  /// zeros is 0.
  public func showsProtocol(in role: FramingRole, isFromServer: Bool) -> Bool {
    guard belongs(to: role, isFromServer: isFromServer) else { return false }
    return isIntact && crc != 0 || role == .control && !isFromServer && isStart
  }

  public var isStart: Bool { first == 1 }

  /// Of a command to start.
  public var length: Int { Int(second) | Int(third) << 16 }

  public static func checksum(of range: ByteRange, in bytes: Span<UInt8>) -> UInt16 {
    UInt16(truncatingIfNeeded: ChecksumKind.crc16XMODEM.value(of: range, in: bytes))
  }

  public static func checksum(of octets: some Sequence<UInt8>) -> UInt16 {
    UInt16(truncatingIfNeeded: ChecksumKind.crc16XMODEM.value(of: octets))
  }

  public static func name(ofCommand command: UInt16) -> String {
    switch command {
    case 1: "start"
    case 2: "stop"
    case 3: "answer"
    default: "command \(command)"
    }
  }

  /// Of the answer to a command.
  public static func name(ofAnswer status: UInt16) -> String? {
    status == 0 ? "accepted" : status == 1 ? "rejected" : nil
  }

  /// Of an acknowledgement.
  public static func name(ofStatus status: UInt16) -> String? {
    switch status {
    case 0: "success"
    case 1: "CRC error"
    case 2: "wrong sector"
    case 3: "wrong length"
    default: nil
    }
  }
}

/// A part of a sector of 4096 octets.
///
///     0..1       sector, from 0; 0xFFFF may stand for the last
///     2          number of the packet in the sector, from 0; 0xFF is the last
///     3..<end    data; in the last packet they end with the CRC-16 of the sector
///
/// esp-iot-solution, `examples/bluetooth/ble_ota/README.md`.
public struct ESPOTAPart: Hashable, Sendable {
  public static let header = 3
  public static let last: UInt8 = 0xFF

  public var sector: UInt16
  public var number: UInt8
  public var data: ByteRange

  public init?(_ range: ByteRange, in bytes: Span<UInt8>) {
    var cursor = ByteCursor(.gatt, range)
    guard let sector = try? cursor.u16le(in: bytes), let number = try? cursor.u8(in: bytes) else {
      return nil
    }
    (self.sector, self.number, data) = (sector, number, cursor.rest)
  }

  public var isLast: Bool { number == Self.last }
}
