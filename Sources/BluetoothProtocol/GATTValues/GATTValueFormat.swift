import Bytes

/// The value of a characteristic or descriptor whose format the Bluetooth SIG defines.
///
/// Most formats begin with flags that say which of the later fields are there. A field that the
/// flags promise and the value does not hold is an issue; octets after the last field are not.
package protocol GATTValueFormat: Sendable {
  /// Reads the fields, says what they hold, and leaves the cursor after the last of them.
  static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue)
}

extension GATTValueFormat {
  /// What keeps the value from being decoded; nil where nothing does.
  package static func issue(_ value: ByteRange, in bytes: Span<UInt8>) -> DecodeIssue? {
    var it = GATTValueReader(value, inWords: false)
    do throws(DecodeIssue) {
      try read(&it, bytes)
      return nil
    } catch {
      return error
    }
  }
}

/// Reads a value, and puts it in words where these are wanted: in the specification's units, `72
/// bpm, contact`. Strings that a device sent stand in them as they are.
package struct GATTValueReader {
  enum Number {
    case u8, u16, u24, u32, i16
  }

  var cursor: ByteCursor
  let isInWords: Bool
  private var parts: [String] = []

  init(_ value: ByteRange, inWords: Bool) {
    cursor = ByteCursor(.gatt, value)
    isInWords = inWords
  }

  var text: String { parts.joined(separator: ", ") }

  mutating func say(_ text: @autoclosure () -> String?) {
    if isInWords, let text = text() { parts.append(text) }
  }

  mutating func number(
    _ kind: Number, _ bytes: Span<UInt8>
  ) throws(DecodeIssue) -> Int {
    switch kind {
    case .u8: Int(try cursor.u8(in: bytes))
    case .u16: Int(try cursor.u16le(in: bytes))
    case .u24: Int(try cursor.u24le(in: bytes))
    case .u32: Int(try cursor.u32le(in: bytes))
    case .i16: Int(Int16(bitPattern: try cursor.u16le(in: bytes)))
    }
  }

  /// A field that is there only if a flag says so, and what is said of it.
  mutating func field(
    _ kind: Number, if isPresent: Bool = true, _ bytes: Span<UInt8>, _ text: (Int) -> String?
  ) throws(DecodeIssue) {
    guard isPresent else { return }
    let value = try number(kind, bytes)
    say(text(value))
  }

  /// A number of medical devices, of 16 bits.
  mutating func sfloat(
    if isPresent: Bool = true, _ bytes: Span<UInt8>, _ text: (String) -> String
  ) throws(DecodeIssue) {
    guard isPresent else { return }
    let value = IEEE11073Number(sfloat: try cursor.u16le(in: bytes))
    say(text(value.text))
  }
}

/// What several formats say alike.
extension GATTValueFormat {
  static func scaled(_ count: Int, by step: Int = 1, _ exponent: Int) -> String {
    ValueText.scaled(count, by: step, exponent: exponent)
  }

  /// The name of a code, `names` being in order from `first`.
  static func code(_ code: Int, _ names: [String], from first: Int = 0, _ sort: String) -> String {
    let index = code - first
    return ValueText.code(code, names.indices.contains(index) ? names[index] : nil, sort)
  }

  static func user(_ number: Int) -> String { number == 0xFF ? "unknown user" : "user \(number)" }
}

extension FixedWidthInteger {
  func hasBit(_ index: Int) -> Bool { self >> Self(index) & 1 == 1 }
}
