/// BD_ADDR: the 48-bit address of a device, its most significant octet first when written.
///
/// Core Vol 2, Part B, 1.2; for LE, Core Vol 6, Part B, 1.3. The order is that of the written form.
public struct DeviceAddress: Hashable, Sendable {
  /// The address in the lower 48 bits.
  public let rawValue: UInt64

  /// An address as `u48le` reads it from the air, least significant octet first.
  @inlinable public init(littleEndian48 value: UInt64) {
    rawValue = value & 0xFFFF_FFFF_FFFF
  }
}

extension DeviceAddress: Comparable {
  @inlinable public static func < (left: DeviceAddress, right: DeviceAddress) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension DeviceAddress: CustomStringConvertible {
  /// `66:0D:F3:0A:7B:1C`
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(17)
    for shift in stride(from: UInt64(40), through: 0, by: -8) {
      let octet = UInt8(truncatingIfNeeded: rawValue >> shift)
      if shift < 40 { text.append(UInt8(ascii: ":")) }
      text.append(upperHexDigit(octet >> 4))
      text.append(upperHexDigit(octet & 0x0F))
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension DeviceAddress {
  /// Reads `66:0D:F3:0A:7B:1C`, in upper or lower case, with colons, dashes or nothing between the
  /// octets.
  package init?(parsing text: some StringProtocol) {
    var value: UInt64 = 0
    var digits = 0
    var separators = 0
    for character in text.utf8 {
      if character == UInt8(ascii: ":") || character == UInt8(ascii: "-") {
        separators += 1
        guard digits == 2 * separators else { return nil }
        continue
      }
      guard let digit = hexDigitValue(character), digits < 12 else { return nil }
      value = value << 4 | UInt64(digit)
      digits += 1
    }
    guard digits == 12, separators == 0 || separators == 5 else { return nil }
    rawValue = value
  }
}

private func upperHexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

/// What kind of address a peer's address is.
///
/// Core Vol 4, Part E, 7.7.65.2, 7.7.65.10 and 7.7.65.13: the three events number it alike.
public struct AddressType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  @inlinable public init(_ rawValue: UInt8) {
    self.init(rawValue: rawValue)
  }

  public static let publicDevice = AddressType(0x00)
  public static let randomDevice = AddressType(0x01)
  /// The Controller resolved a private address; this is the public address of the device.
  public static let publicIdentity = AddressType(0x02)
  /// The Controller resolved a private address; this is the static random address of the device.
  public static let randomIdentity = AddressType(0x03)
  /// A resolvable private address that the Controller could not resolve.
  public static let unresolved = AddressType(0xFE)
  /// The advertiser sent no address.
  public static let anonymous = AddressType(0xFF)

  /// The word for it in reports, or nil for a type that is reserved for future use.
  public var name: String? {
    switch self {
    case .publicDevice: "public"
    case .randomDevice: "random"
    case .publicIdentity: "public-identity"
    case .randomIdentity: "random-identity"
    case .unresolved: "random-unresolved"
    case .anonymous: "anonymous"
    default: nil
    }
  }
}

/// Own_Address_Type: which address the host asks its Controller to use.
///
/// Core Vol 4, Part E, 7.8.5.
public struct OwnAddressType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public init(_ rawValue: UInt8) {
    self.init(rawValue: rawValue)
  }

  public static let publicDevice = OwnAddressType(0x00)
  public static let randomDevice = OwnAddressType(0x01)
  public static let resolvableOrPublic = OwnAddressType(0x02)
  public static let resolvableOrRandom = OwnAddressType(0x03)

  /// The word for it in reports, or nil for a type that is reserved for future use.
  public var name: String? {
    switch self {
    case .publicDevice: "public"
    case .randomDevice: "random"
    case .resolvableOrPublic: "resolvable-or-public"
    case .resolvableOrRandom: "resolvable-or-random"
    default: nil
    }
  }
}
