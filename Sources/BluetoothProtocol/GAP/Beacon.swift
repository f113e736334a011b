import Bytes

/// An advertisement of one of the two well known formats for beacons.
package enum Beacon: Hashable, Sendable {
  case iBeacon(IBeacon)
  case eddystone(EddystoneFrame)
}

/// Apple's iBeacon, in manufacturer specific data of company 0x004C.
///
///     octet   0       1       2...17       18...19       20...21       22
///             0x02    0x15    UUID (BE)    major (BE)    minor (BE)    measured power
///
/// Apple, Proximity Beacon Specification. Octets count from after the company identifier.
package struct IBeacon: Hashable, Sendable {
  package let uuid: BluetoothUUID
  package let major: UInt16
  package let minor: UInt16
  /// In dBm, at 1 m.
  package let measuredPower: Int8

  /// Nil if Apple says something else here.
  package init?(_ manufacturerData: ByteRange, in bytes: Span<UInt8>) {
    let start = manufacturerData.start
    guard manufacturerData.count >= 23, bytes[start] == 0x02, bytes[start + 1] == 0x15 else {
      return nil
    }
    uuid = BluetoothUUID(high: bytes.u64be(start + 2), low: bytes.u64be(start + 10))
    major = bytes.u16be(start + 18)
    minor = bytes.u16be(start + 20)
    measuredPower = Int8(bitPattern: bytes[start + 22])
  }
}
