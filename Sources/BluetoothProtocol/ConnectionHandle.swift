/// Connection_Handle: the number by which host and Controller name one connection.
///
/// 12 bits; what stands above them in a 16-bit field is reserved or has its own meaning and is left
/// out here. A handle is free for reuse once its connection has ended.
///
/// Core Vol 4, Part E, 5.3.1.
public struct ConnectionHandle: Hashable, Sendable {
  /// 0x000...0xFFF
  public let rawValue: UInt16

  /// Takes the lower 12 bits.
  @inlinable public init(_ octets: UInt16) {
    rawValue = octets & 0x0FFF
  }
}

extension ConnectionHandle: Comparable {
  @inlinable public static func < (left: ConnectionHandle, right: ConnectionHandle) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ConnectionHandle: CustomStringConvertible {
  /// In decimal, as in reports.
  public var description: String { String(rawValue) }
}

/// Role: which end of a connection the local device is.
///
/// Core Vol 4, Part E, 7.7.65.1 and, for BR/EDR, 7.7.18.
public enum ConnectionRole: Hashable, Sendable {
  case central
  case peripheral
  case unrecognized(UInt8)

  public init(_ octet: UInt8) {
    switch octet {
    case 0x00: self = .central
    case 0x01: self = .peripheral
    default: self = .unrecognized(octet)
    }
  }

  /// The word for it in reports, or nil for a role that is reserved for future use.
  public var name: String? {
    switch self {
    case .central: "central"
    case .peripheral: "peripheral"
    case .unrecognized: nil
    }
  }
}

/// Link_Type of a BR/EDR connection.
///
/// Core Vol 4, Part E, 7.7.3 and 7.7.4.
public enum LinkType: Hashable, Sendable {
  case sco
  case acl
  case esco
  case unrecognized(UInt8)

  public init(_ octet: UInt8) {
    switch octet {
    case 0x00: self = .sco
    case 0x01: self = .acl
    case 0x02: self = .esco
    default: self = .unrecognized(octet)
    }
  }

  /// The specification's name, or nil for a type that is reserved for future use.
  public var name: String? {
    switch self {
    case .sco: "SCO"
    case .acl: "ACL"
    case .esco: "eSCO"
    case .unrecognized: nil
    }
  }
}
