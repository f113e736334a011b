import Bytes

/// The value of a characteristic or descriptor whose format the Bluetooth SIG defines.
///
/// Most formats begin with flags that say which of the later fields are there. A field that the
/// flags promise and the value does not hold is an issue; octets behind the last field are not.
package protocol GATTValueFormat: Hashable, Sendable {
  /// Reads the fields, and leaves the cursor behind the last of them.
  init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue)

  /// What the value says, in the specification's units: `72 bpm, contact`. Strings that a device
  /// sent stand in it as they are.
  var text: String { get }
}

extension GATTValueFormat {
  package init(_ value: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.gatt, value)
    try self.init(from: &cursor, in: bytes)
  }

  /// What keeps the value from being decoded; nil where nothing does.
  package static func issue(_ value: ByteRange, in bytes: Span<UInt8>) -> DecodeIssue? {
    do throws(DecodeIssue) {
      _ = try Self(value, in: bytes)
      return nil
    } catch {
      return error
    }
  }
}

/// Fields that are there only if a flag says so.
extension ByteCursor {
  mutating func u8(
    if isPresent: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> UInt8? {
    isPresent ? try u8(in: bytes) : nil
  }

  mutating func u16le(
    if isPresent: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> UInt16? {
    isPresent ? try u16le(in: bytes) : nil
  }

  mutating func i16le(
    if isPresent: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> Int16? {
    isPresent ? try i16le(in: bytes) : nil
  }

  mutating func u24le(
    if isPresent: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> UInt32? {
    isPresent ? try u24le(in: bytes) : nil
  }

  mutating func u32le(
    if isPresent: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> UInt32? {
    isPresent ? try u32le(in: bytes) : nil
  }

  mutating func i16le(in bytes: Span<UInt8>) throws(DecodeIssue) -> Int16 {
    Int16(bitPattern: try u16le(in: bytes))
  }

  mutating func field<Field: GATTValueFormat>(
    _: Field.Type, if isPresent: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> Field? {
    isPresent ? try Field(from: &self, in: bytes) : nil
  }
}

extension FixedWidthInteger {
  func hasBit(_ place: Int) -> Bool { self >> Self(place) & 1 == 1 }
}
