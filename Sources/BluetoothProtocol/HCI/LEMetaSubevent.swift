/// The subevent code of an HCI_LE_Meta event.
///
/// Core Vol 4, Part E, 7.7.65.1 to 7.7.65.35; the second versions of events have codes of their own.
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
  @inlinable public static var directedAdvertisingReport: Self { Self(0x0B) }
  @inlinable public static var phyUpdateComplete: Self { Self(0x0C) }
  @inlinable public static var extendedAdvertisingReport: Self { Self(0x0D) }
  @inlinable public static var scanTimeout: Self { Self(0x11) }
  @inlinable public static var advertisingSetTerminated: Self { Self(0x12) }
  @inlinable public static var channelSelectionAlgorithm: Self { Self(0x14) }
  @inlinable public static var cisEstablishedV1: Self { Self(0x19) }
  @inlinable public static var requestPeerSCAComplete: Self { Self(0x1F) }
  @inlinable public static var pathLossThreshold: Self { Self(0x20) }
  @inlinable public static var transmitPowerReporting: Self { Self(0x21) }
  @inlinable public static var subrateChange: Self { Self(0x23) }
  @inlinable public static var enhancedConnectionCompleteV2: Self { Self(0x29) }
  @inlinable public static var cisEstablishedV2: Self { Self(0x2A) }

  /// The specification's name without `HCI_`, or nil for a code that it does not name.
  public var name: String? {
    NameTable(keyDigits: 2, names).name(for: UInt64(rawValue))
  }
}

extension LEMetaSubevent: CustomStringConvertible {
  public var description: String {
    describe(code: rawValue, name: name)
  }
}

private let names = """
  01 LE Connection Complete
  02 LE Advertising Report
  03 LE Connection Update Complete
  04 LE Read Remote Features Complete
  05 LE Long Term Key Request
  06 LE Remote Connection Parameter Request
  07 LE Data Length Change
  08 LE Read Local P-256 Public Key Complete
  09 LE Generate DHKey Complete
  0A LE Enhanced Connection Complete [v1]
  0B LE Directed Advertising Report
  0C LE PHY Update Complete
  0D LE Extended Advertising Report
  0E LE Periodic Advertising Sync Established [v1]
  0F LE Periodic Advertising Report [v1]
  10 LE Periodic Advertising Sync Lost
  11 LE Scan Timeout
  12 LE Advertising Set Terminated
  13 LE Scan Request Received
  14 LE Channel Selection Algorithm
  15 LE Connectionless IQ Report
  16 LE Connection IQ Report
  17 LE CTE Request Failed
  18 LE Periodic Advertising Sync Transfer Received [v1]
  19 LE CIS Established
  1A LE CIS Request
  1B LE Create BIG Complete
  1C LE Terminate BIG Complete
  1D LE BIG Sync Established
  1E LE BIG Sync Lost
  1F LE Request Peer SCA Complete
  20 LE Path Loss Threshold
  21 LE Transmit Power Reporting
  22 LE BIGInfo Advertising Report
  23 LE Subrate Change
  24 LE Periodic Advertising Sync Established [v2]
  25 LE Periodic Advertising Report [v2]
  26 LE Periodic Advertising Sync Transfer Received [v2]
  27 LE Periodic Advertising Subevent Data Request
  28 LE Periodic Advertising Response Report
  29 LE Enhanced Connection Complete [v2]
  """
