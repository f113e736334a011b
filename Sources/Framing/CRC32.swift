import Bytes

/// The CRC-32 of Ethernet, zlib and Nordic's DFU, as octets come: polynomial 0x04C11DB7 reflected,
/// all ones before and after. ISO/IEC 8802-3, 3.2.9.
public struct CRC32: Hashable, Sendable {
  private var state: UInt32 = .max

  public init() {}

  public var value: UInt32 { ~state }

  public mutating func add(_ range: ByteRange, in bytes: Span<UInt8>) {
    for index in range.start..<range.end { add(bytes[index]) }
  }

  @inline(__always)
  public mutating func add(_ octet: UInt8) {
    state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ octet)] ^ state >> 8
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
