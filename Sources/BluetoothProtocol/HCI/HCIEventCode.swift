/// The code of an HCI event.
///
/// Core Vol 4, Part E, 7.7.
public struct HCIEventCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  @inlinable public init(_ rawValue: UInt8) {
    self.init(rawValue: rawValue)
  }

  // Computed and inlinable, so that a switch over them in another module compiles to a jump.
  @inlinable public static var inquiryComplete: Self { Self(0x01) }
  @inlinable public static var connectionComplete: Self { Self(0x03) }
  @inlinable public static var connectionRequest: Self { Self(0x04) }
  @inlinable public static var disconnectionComplete: Self { Self(0x05) }
  @inlinable public static var remoteNameRequestComplete: Self { Self(0x07) }
  @inlinable public static var encryptionChangeV1: Self { Self(0x08) }
  @inlinable public static var remoteVersionInformationComplete: Self { Self(0x0C) }
  @inlinable public static var commandComplete: Self { Self(0x0E) }
  @inlinable public static var commandStatus: Self { Self(0x0F) }
  @inlinable public static var hardwareError: Self { Self(0x10) }
  @inlinable public static var roleChange: Self { Self(0x12) }
  @inlinable public static var numberOfCompletedPackets: Self { Self(0x13) }
  @inlinable public static var modeChange: Self { Self(0x14) }
  @inlinable public static var synchronousConnectionComplete: Self { Self(0x2C) }
  @inlinable public static var encryptionKeyRefreshComplete: Self { Self(0x30) }
  @inlinable public static var leMeta: Self { Self(0x3E) }
  @inlinable public static var encryptionChangeV2: Self { Self(0x59) }
  @inlinable public static var vendorSpecific: Self { Self(0xFF) }

  /// The specification's name without `HCI_`, or nil for a code that is newer than
  /// `HCIEventLayouts`.
  public var name: String? { HCIEventLayouts.layout(self)?.name.description }
}

extension HCIEventCode: CustomStringConvertible {
  public var description: String {
    describe(code: rawValue, name: name)
  }
}
