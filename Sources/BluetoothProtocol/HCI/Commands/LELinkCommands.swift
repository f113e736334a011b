import Bytes

/// HCI_LE_Set_Data_Length: suggest how long the Link Layer's data packets should be.
///
///     octet   0...1          2...3             4...5
///             handle (LE)    TX octets (LE)    TX time (LE)
///
/// Core Vol 4, Part E, 7.8.33.
package struct LESetDataLength: Hashable, Sendable {
  package let handle: ConnectionHandle
  package let txOctets: UInt16
  /// In microseconds.
  package let txTime: UInt16

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    txOctets = try cursor.u16le(in: bytes)
    txTime = try cursor.u16le(in: bytes)
  }
}

/// HCI_LE_Set_PHY: say which physical layers a connection should use.
///
///     octet   0...1          2           3          4          5...6
///             handle (LE)    All_PHYs    TX_PHYs    RX_PHYs    PHY_Options (LE)
///
/// Core Vol 4, Part E, 7.8.49.
package struct LESetPHY: Hashable, Sendable {
  package let handle: ConnectionHandle
  /// Nil where the host has no preference.
  package let txPHYs: PHYSet?
  /// Nil where the host has no preference.
  package let rxPHYs: PHYSet?
  package let phyOptions: UInt16

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    let noPreference = try cursor.u8(in: bytes)
    let tx = PHYSet(rawValue: try cursor.u8(in: bytes))
    txPHYs = noPreference & 0x01 != 0 ? nil : tx
    let rx = PHYSet(rawValue: try cursor.u8(in: bytes))
    rxPHYs = noPreference & 0x02 != 0 ? nil : rx
    phyOptions = try cursor.u16le(in: bytes)
  }
}

/// HCI_LE_Enable_Encryption: encrypt a connection with the key of a bonding.
///
///     octet   0...1          2...9                 10...11                        12...27
///             handle (LE)    Random_Number (LE)    Encrypted_Diversifier (LE)     Long_Term_Key
///
/// Core Vol 4, Part E, 7.8.24. The key must be there, but is not handed out: nothing here may end
/// up printing it.
package struct LEEnableEncryption: Hashable, Sendable {
  package let handle: ConnectionHandle
  package let randomNumber: UInt64
  package let encryptedDiversifier: UInt16

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    randomNumber = try cursor.u64le(in: bytes)
    encryptedDiversifier = try cursor.u16le(in: bytes)
    _ = try cursor.skip(16)
  }
}

/// HCI_LE_Set_Random_Address: the random address that the Controller shall use.
///
///     octet   0...5
///             Random_Address (LE)
///
/// Core Vol 4, Part E, 7.8.4.
package struct LESetRandomAddress: Hashable, Sendable {
  package let address: DeviceAddress

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
  }
}
