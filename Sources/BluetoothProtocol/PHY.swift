/// A physical layer of LE: how fast, and how far, the radio sends.
///
/// Core Vol 4, Part E, 7.7.65.12. In advertising reports 0x00 stands for no packets on that
/// channel.
public struct PHY: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  @inlinable public init(_ rawValue: UInt8) {
    self.init(rawValue: rawValue)
  }

  public static let none = PHY(0x00)
  public static let le1M = PHY(0x01)
  public static let le2M = PHY(0x02)
  public static let leCoded = PHY(0x03)

  /// `1M`, `2M` or `Coded`; nil for none and for what is reserved for future use.
  public var name: String? {
    switch self {
    case .le1M: "1M"
    case .le2M: "2M"
    case .leCoded: "Coded"
    default: nil
    }
  }
}

/// A choice of physical layers, one bit each.
///
/// Core Vol 4, Part E, 7.8.49.
public struct PHYSet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let le1M = PHYSet(rawValue: 1 << 0)
  public static let le2M = PHYSet(rawValue: 1 << 1)
  public static let leCoded = PHYSet(rawValue: 1 << 2)
}
