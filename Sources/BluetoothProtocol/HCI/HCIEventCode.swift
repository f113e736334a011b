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
  @inlinable public static var connectionComplete: Self { Self(0x03) }
  @inlinable public static var connectionRequest: Self { Self(0x04) }
  @inlinable public static var disconnectionComplete: Self { Self(0x05) }
  @inlinable public static var encryptionChangeV1: Self { Self(0x08) }
  @inlinable public static var readRemoteVersionInformationComplete: Self { Self(0x0C) }
  @inlinable public static var commandComplete: Self { Self(0x0E) }
  @inlinable public static var commandStatus: Self { Self(0x0F) }
  @inlinable public static var hardwareError: Self { Self(0x10) }
  @inlinable public static var flushOccurred: Self { Self(0x11) }
  @inlinable public static var roleChange: Self { Self(0x12) }
  @inlinable public static var numberOfCompletedPackets: Self { Self(0x13) }
  @inlinable public static var modeChange: Self { Self(0x14) }
  @inlinable public static var dataBufferOverflow: Self { Self(0x1A) }
  @inlinable public static var inquiryResultWithRSSI: Self { Self(0x22) }
  @inlinable public static var synchronousConnectionComplete: Self { Self(0x2C) }
  @inlinable public static var extendedInquiryResult: Self { Self(0x2F) }
  @inlinable public static var encryptionKeyRefreshComplete: Self { Self(0x30) }
  @inlinable public static var leMeta: Self { Self(0x3E) }
  @inlinable public static var authenticatedPayloadTimeoutExpired: Self { Self(0x57) }
  @inlinable public static var encryptionChangeV2: Self { Self(0x59) }
  @inlinable public static var vendorSpecific: Self { Self(0xFF) }

  /// The specification's name without `HCI_`, or nil for a code that it does not name.
  public var name: String? {
    NameTable(keyDigits: 2, names).name(for: UInt64(rawValue))
  }
}

extension HCIEventCode: CustomStringConvertible {
  public var description: String {
    describe(code: rawValue, name: name)
  }
}

private let names = """
  01 Inquiry Complete
  02 Inquiry Result
  03 Connection Complete
  04 Connection Request
  05 Disconnection Complete
  06 Authentication Complete
  07 Remote Name Request Complete
  08 Encryption Change [v1]
  09 Change Connection Link Key Complete
  0A Link Key Type Changed
  0B Read Remote Supported Features Complete
  0C Read Remote Version Information Complete
  0D QoS Setup Complete
  0E Command Complete
  0F Command Status
  10 Hardware Error
  11 Flush Occurred
  12 Role Change
  13 Number Of Completed Packets
  14 Mode Change
  15 Return Link Keys
  16 PIN Code Request
  17 Link Key Request
  18 Link Key Notification
  19 Loopback Command
  1A Data Buffer Overflow
  1B Max Slots Change
  1C Read Clock Offset Complete
  1D Connection Packet Type Changed
  1E QoS Violation
  20 Page Scan Repetition Mode Change
  21 Flow Specification Complete
  22 Inquiry Result with RSSI
  23 Read Remote Extended Features Complete
  2C Synchronous Connection Complete
  2D Synchronous Connection Changed
  2E Sniff Subrating
  2F Extended Inquiry Result
  30 Encryption Key Refresh Complete
  31 IO Capability Request
  32 IO Capability Response
  33 User Confirmation Request
  34 User Passkey Request
  35 Remote OOB Data Request
  36 Simple Pairing Complete
  38 Link Supervision Timeout Changed
  39 Enhanced Flush Complete
  3B User Passkey Notification
  3C Keypress Notification
  3D Remote Host Supported Features Notification
  3E LE Meta
  40 Physical Link Complete
  41 Channel Selected
  42 Disconnect Physical Link Complete
  43 Physical Link Loss Early Warning
  44 Physical Link Recovery
  45 Logical Link Complete
  46 Disconnect Logical Link Complete
  47 Flow Spec Modify Complete
  48 Number Of Completed Data Blocks
  49 AMP Start Test
  4A AMP Test End
  4B AMP Receiver Report
  4C Short Range Mode Change Complete
  4D AMP Status Change
  4E Triggered Clock Capture
  4F Synchronization Train Complete
  50 Synchronization Train Received
  51 Connectionless Peripheral Broadcast Receive
  52 Connectionless Peripheral Broadcast Timeout
  53 Truncated Page Complete
  54 Peripheral Page Response Timeout
  55 Connectionless Peripheral Broadcast Channel Map Change
  56 Inquiry Response Notification
  57 Authenticated Payload Timeout Expired
  58 SAM Status Change
  59 Encryption Change [v2]
  FF Vendor Specific
  """
