import Bytes

/// Whether a scanner asks advertisers for more.
///
/// Core Vol 4, Part E, 7.8.10 and 7.8.64.
package enum LEScanType: Hashable, Sendable {
  /// It only listens.
  case passive
  /// It sends scan requests.
  case active
  case unrecognized(UInt8)

  package init(_ octet: UInt8) {
    switch octet {
    case 0x00: self = .passive
    case 0x01: self = .active
    default: self = .unrecognized(octet)
    }
  }

  /// The word for it in reports, or nil for a type that is reserved for future use.
  package var name: String? {
    switch self {
    case .passive: "passive"
    case .active: "active"
    case .unrecognized: nil
    }
  }
}

/// HCI_LE_Set_Scan_Parameters: how to scan.
///
///     octet   0               1...2                     3...4
///             LE_Scan_Type    LE_Scan_Interval (LE)     LE_Scan_Window (LE)
///     octet   5                   6
///             Own_Address_Type    Scanning_Filter_Policy
///
/// Core Vol 4, Part E, 7.8.10.
package struct LESetScanParameters: Hashable, Sendable {
  package let scanType: LEScanType
  package let scanInterval: SlotInterval
  package let scanWindow: SlotInterval
  package let ownAddressType: OwnAddressType
  package let filterPolicy: UInt8

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    scanType = LEScanType(try cursor.u8(in: bytes))
    scanInterval = SlotInterval(try cursor.u16le(in: bytes))
    scanWindow = SlotInterval(try cursor.u16le(in: bytes))
    ownAddressType = OwnAddressType(try cursor.u8(in: bytes))
    filterPolicy = try cursor.u8(in: bytes)
  }
}

/// HCI_LE_Set_Scan_Enable: start or stop scanning.
///
///     octet   0                 1
///             LE_Scan_Enable    Filter_Duplicates
///
/// Core Vol 4, Part E, 7.8.11.
package struct LESetScanEnable: Hashable, Sendable {
  package let isEnabled: Bool
  package let filtersDuplicates: Bool

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    isEnabled = try cursor.u8(in: bytes) != 0
    filtersDuplicates = try cursor.u8(in: bytes) != 0
  }
}

/// HCI_LE_Set_Extended_Scan_Parameters: how to scan, on each physical layer.
///
///     octet   0                   1                         2
///             Own_Address_Type    Scanning_Filter_Policy    Scanning_PHYs
///     octet   3 + 5 i ..< 8 + 5 i
///             for each physical layer chosen, in the order 1M, Coded:
///             1 octet scan type, 2 octets scan interval (LE), 2 octets scan window (LE)
///
/// Core Vol 4, Part E, 7.8.64. There is no scanning on 2M: its bit is reserved, and no octets
/// follow for it.
package struct LESetExtendedScanParameters: Hashable, Sendable {
  package struct Scanning: Hashable, Sendable {
    package let scanType: LEScanType
    package let scanInterval: SlotInterval
    package let scanWindow: SlotInterval

    init?(
      _ phy: PHYSet, of phys: PHYSet, _ cursor: inout ByteCursor, in bytes: Span<UInt8>
    ) throws(DecodeIssue) {
      guard phys.contains(phy) else { return nil }
      scanType = LEScanType(try cursor.u8(in: bytes))
      scanInterval = SlotInterval(try cursor.u16le(in: bytes))
      scanWindow = SlotInterval(try cursor.u16le(in: bytes))
    }
  }

  package let ownAddressType: OwnAddressType
  package let filterPolicy: UInt8
  package let scanningPHYs: PHYSet
  package let le1M: Scanning?
  package let leCoded: Scanning?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    ownAddressType = OwnAddressType(try cursor.u8(in: bytes))
    filterPolicy = try cursor.u8(in: bytes)
    scanningPHYs = PHYSet(rawValue: try cursor.u8(in: bytes))
    le1M = try Scanning(.le1M, of: scanningPHYs, &cursor, in: bytes)
    leCoded = try Scanning(.leCoded, of: scanningPHYs, &cursor, in: bytes)
  }
}

/// HCI_LE_Set_Extended_Scan_Enable: start or stop scanning with the extended commands.
///
///     octet   0         1                    2...3            4...5
///             Enable    Filter_Duplicates    Duration (LE)    Period (LE)
///
/// Core Vol 4, Part E, 7.8.65.
package struct LESetExtendedScanEnable: Hashable, Sendable {
  package let isEnabled: Bool
  /// 0x02 too: duplicates are then filtered again in each period.
  package let filtersDuplicates: Bool
  /// In units of 10 ms; 0 is until it is stopped.
  package let duration: UInt16
  /// In units of 1.28 s; 0 is once.
  package let period: UInt16

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    isEnabled = try cursor.u8(in: bytes) != 0
    filtersDuplicates = try cursor.u8(in: bytes) != 0
    duration = try cursor.u16le(in: bytes)
    period = try cursor.u16le(in: bytes)
  }
}
