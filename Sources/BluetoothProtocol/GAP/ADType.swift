/// The type of an AD structure: what a piece of advertising data says.
///
/// Assigned Numbers, 2.3; the formats are in the Core Specification Supplement, Part A.
public struct ADType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  @inlinable public init(_ rawValue: UInt8) {
    self.init(rawValue: rawValue)
  }

  public static let flags = ADType(0x01)
  public static let incompleteServiceUUIDs16 = ADType(0x02)
  public static let completeServiceUUIDs16 = ADType(0x03)
  public static let incompleteServiceUUIDs32 = ADType(0x04)
  public static let completeServiceUUIDs32 = ADType(0x05)
  public static let incompleteServiceUUIDs128 = ADType(0x06)
  public static let completeServiceUUIDs128 = ADType(0x07)
  public static let shortenedLocalName = ADType(0x08)
  public static let completeLocalName = ADType(0x09)
  public static let txPowerLevel = ADType(0x0A)
  public static let serviceSolicitationUUIDs16 = ADType(0x14)
  public static let serviceSolicitationUUIDs128 = ADType(0x15)
  public static let serviceData16 = ADType(0x16)
  public static let appearance = ADType(0x19)
  public static let serviceSolicitationUUIDs32 = ADType(0x1F)
  public static let serviceData32 = ADType(0x20)
  public static let serviceData128 = ADType(0x21)
  public static let manufacturerSpecificData = ADType(0xFF)

  /// The name in the assigned numbers, or nil for a type that they do not name.
  public var name: String? {
    names.name(for: UInt64(rawValue))
  }
}

extension ADType: CustomStringConvertible {
  /// `Flags (0x01)`, or `0x7F`.
  public var description: String {
    describe(code: rawValue, name: name)
  }
}

// 0x10 has a second meaning, Security Manager TK Value, in out of band data.
private let names = NameTable(
  keyDigits: 2,
  """
  01 Flags
  02 Incomplete List of 16-bit Service or Service Class UUIDs
  03 Complete List of 16-bit Service or Service Class UUIDs
  04 Incomplete List of 32-bit Service or Service Class UUIDs
  05 Complete List of 32-bit Service or Service Class UUIDs
  06 Incomplete List of 128-bit Service or Service Class UUIDs
  07 Complete List of 128-bit Service or Service Class UUIDs
  08 Shortened Local Name
  09 Complete Local Name
  0A Tx Power Level
  0D Class of Device
  0E Simple Pairing Hash C-192
  0F Simple Pairing Randomizer R-192
  10 Device ID
  11 Security Manager Out of Band Flags
  12 Peripheral Connection Interval Range
  14 List of 16-bit Service Solicitation UUIDs
  15 List of 128-bit Service Solicitation UUIDs
  16 Service Data - 16-bit UUID
  17 Public Target Address
  18 Random Target Address
  19 Appearance
  1A Advertising Interval
  1B LE Bluetooth Device Address
  1C LE Role
  1D Simple Pairing Hash C-256
  1E Simple Pairing Randomizer R-256
  1F List of 32-bit Service Solicitation UUIDs
  20 Service Data - 32-bit UUID
  21 Service Data - 128-bit UUID
  22 LE Secure Connections Confirmation Value
  23 LE Secure Connections Random Value
  24 URI
  25 Indoor Positioning
  26 Transport Discovery Data
  27 LE Supported Features
  28 Channel Map Update Indication
  29 PB-ADV
  2A Mesh Message
  2B Mesh Beacon
  2C BIGInfo
  2D Broadcast_Code
  2E Resolvable Set Identifier
  2F Advertising Interval - long
  30 Broadcast_Name
  31 Encrypted Advertising Data
  32 Periodic Advertising Response Timing Information
  34 Electronic Shelf Label
  3D 3D Information Data
  FF Manufacturer Specific Data
  """)
