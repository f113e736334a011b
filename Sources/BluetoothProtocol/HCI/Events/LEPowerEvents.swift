import Bytes

/// HCI_LE_Path_Loss_Threshold: the path loss of a connection went from one zone into another.
///
///     octet   0...1          2                    3
///             handle (LE)    Current_Path_Loss    Zone_Entered
///
/// Core Vol 4, Part E, 7.7.65.32.
package struct LEPathLossThreshold: Hashable, Sendable {
  package enum Zone: Hashable, Sendable {
    case low, middle, high
    case unrecognized(UInt8)

    package init(_ octet: UInt8) {
      switch octet {
      case 0x00: self = .low
      case 0x01: self = .middle
      case 0x02: self = .high
      default: self = .unrecognized(octet)
      }
    }
  }

  package let handle: ConnectionHandle
  /// In dB; nil where the Controller does not know it.
  package let currentPathLoss: UInt8?
  package let zoneEntered: Zone

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    let pathLoss = try cursor.u8(in: bytes)
    currentPathLoss = pathLoss == 0xFF ? nil : pathLoss
    zoneEntered = Zone(try cursor.u8(in: bytes))
  }
}

/// HCI_LE_Transmit_Power_Reporting: one side of a connection changed its transmit power.
///
///     octet   0         1...2          3         4      5          6               7
///             status    handle (LE)    reason    PHY    TX power   TX power flag   delta
///
/// Core Vol 4, Part E, 7.7.65.33.
package struct LETransmitPowerReporting: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case localChange
    case remoteChange
    /// The answer to HCI_LE_Read_Remote_Transmit_Power_Level.
    case readRemote
    case unrecognized(UInt8)

    package init(_ octet: UInt8) {
      switch octet {
      case 0x00: self = .localChange
      case 0x01: self = .remoteChange
      case 0x02: self = .readRemote
      default: self = .unrecognized(octet)
      }
    }
  }

  /// Here, other than elsewhere, the two codings of LE Coded are told apart.
  package struct PowerPHY: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Nil for a value that is reserved for future use.
    package var name: String? {
      switch rawValue {
      case 0x01: "1M"
      case 0x02: "2M"
      case 0x03: "Coded S=8"
      case 0x04: "Coded S=2"
      default: nil
      }
    }
  }

  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let reason: Reason
  package let phy: PowerPHY
  /// In dBm; nil where it is not known or not managed (0x7F, 0x7E).
  package let txPowerLevel: Int8?
  package let isAtMinimum: Bool
  package let isAtMaximum: Bool
  /// By how much it changed, in dB; nil where it is not known.
  package let delta: Int8?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    reason = Reason(try cursor.u8(in: bytes))
    phy = PowerPHY(rawValue: try cursor.u8(in: bytes))
    let level = try cursor.i8(in: bytes)
    txPowerLevel = level >= 0x7E ? nil : level
    let flags = try cursor.u8(in: bytes)
    isAtMinimum = flags & 0x01 != 0
    isAtMaximum = flags & 0x02 != 0
    let delta = try cursor.i8(in: bytes)
    self.delta = delta == 0x7F ? nil : delta
  }
}
