/// The interval between connection events, in units of 1.25 ms.
///
/// Legal values are 0x0006...0x0C80, 7.5 ms to 4 s. Core Vol 4, Part E, 7.7.65.1.
public struct ConnectionInterval: Hashable, Sendable {
  public let rawValue: UInt16

  public init(_ rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public var microseconds: Int { Int(rawValue) * Self.unitUs }

  /// What intervals are multiples of.
  public static let unitUs = 1250
}

extension ConnectionInterval: Comparable {
  public static func < (left: ConnectionInterval, right: ConnectionInterval) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// How long a connection lives without a packet from the other side, in units of 10 ms.
///
/// Legal values are 0x000A...0x0C80, 100 ms to 32 s. Core Vol 4, Part E, 7.7.65.1.
public struct SupervisionTimeout: Hashable, Sendable {
  public let rawValue: UInt16

  public init(_ rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public var microseconds: Int { Int(rawValue) * 10_000 }
}

/// An interval or window of scanning or advertising, in units of 0.625 ms.
///
/// Core Vol 4, Part E, 7.8.5, 7.8.10 and, with three octets, 7.8.53.
public struct SlotInterval: Hashable, Sendable {
  public let rawValue: UInt32

  public init(_ rawValue: UInt16) {
    self.rawValue = UInt32(rawValue)
  }

  public init(_ rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public var microseconds: Int { Int(rawValue) * Self.unitUs }

  /// A slot.
  public static let unitUs = 625
}

/// Octets of the payload of a data packet on the air. Core Vol 6, Part B, 4.5.10.
public enum LEDataLength {
  /// At first, and of a device that cannot do more.
  public static let least = 27
  public static let most = 251
}
