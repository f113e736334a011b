/// The subevent code of an HCI_LE_Meta event.
///
/// Core Vol 4, Part E, 7.7.65; the second versions of events have codes of their own.
public struct LEMetaSubevent: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  @inlinable public init(_ rawValue: UInt8) {
    self.init(rawValue: rawValue)
  }

  // Computed and inlinable, so that a switch over them in another module compiles to a jump.
  @inlinable public static var connectionComplete: Self { Self(0x01) }
  @inlinable public static var advertisingReport: Self { Self(0x02) }
  @inlinable public static var connectionUpdateComplete: Self { Self(0x03) }
  @inlinable public static var readRemoteFeaturesComplete: Self { Self(0x04) }
  @inlinable public static var longTermKeyRequest: Self { Self(0x05) }
  @inlinable public static var remoteConnectionParameterRequest: Self { Self(0x06) }
  @inlinable public static var dataLengthChange: Self { Self(0x07) }
  @inlinable public static var enhancedConnectionCompleteV1: Self { Self(0x0A) }
  @inlinable public static var phyUpdateComplete: Self { Self(0x0C) }
  @inlinable public static var extendedAdvertisingReport: Self { Self(0x0D) }
  @inlinable public static var periodicAdvertisingReportV1: Self { Self(0x0F) }
  @inlinable public static var scanTimeout: Self { Self(0x11) }
  @inlinable public static var advertisingSetTerminated: Self { Self(0x12) }
  @inlinable public static var channelSelectionAlgorithm: Self { Self(0x14) }
  @inlinable public static var cisEstablishedV1: Self { Self(0x19) }
  @inlinable public static var createBIGComplete: Self { Self(0x1B) }
  @inlinable public static var bigSyncEstablished: Self { Self(0x1D) }
  @inlinable public static var subrateChange: Self { Self(0x23) }
  @inlinable public static var periodicAdvertisingReportV2: Self { Self(0x25) }
  @inlinable public static var enhancedConnectionCompleteV2: Self { Self(0x29) }
  @inlinable public static var cisEstablishedV2: Self { Self(0x2A) }

  /// Whether it reports what devices that advertise sent, and nothing of connections.
  @inlinable @inline(__always)
  public var reportsAdvertising: Bool {
    self == .advertisingReport || self == .extendedAdvertisingReport
  }

  /// The specification's name without `HCI_`, or nil for a code that is newer than
  /// `LEMetaLayouts`.
  public var name: String? { LEMetaLayouts.layout(self)?.name.description }
}

extension LEMetaSubevent: CustomStringConvertible {
  public var description: String {
    describe(code: rawValue, name: name)
  }
}
