/// `value` as at least `digits` upper case hexadecimal digits.
func hexDigits(_ value: some BinaryInteger, _ digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// The value of one ASCII hexadecimal digit of either case.
func hexDigitValue(_ character: UInt8) -> UInt8? {
  switch character {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
  case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
  case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
  default: nil
  }
}

/// A code of one octet, for which the specification may have a name.
public protocol NamedCode: RawRepresentable<UInt8>, Hashable, Sendable, CustomStringConvertible {
  init(rawValue: UInt8)
  var name: String? { get }
}

extension NamedCode {
  public init(_ rawValue: UInt8) { self.init(rawValue: rawValue) }

  /// `Connection Timeout (0x08)`, or `0x7F`.
  public var description: String { describe(code: rawValue, name: name) }
}

/// `name (0x08)`, or `0x08` for a code without a name.
func describe(code: UInt8, name: String?) -> String {
  let number = "0x" + hexDigits(code, 2)
  guard let name else { return number }
  return "\(name) (\(number))"
}
