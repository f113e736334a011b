import Bytes

/// One answer of a BR/EDR device to an inquiry.
///
///     octet   0...5           6                               7
///             BD_ADDR (LE)    Page_Scan_Repetition_Mode       reserved
///     octet   8...10                  11...12              13
///             Class_Of_Device (LE)    Clock_Offset (LE)    RSSI
///
/// Core Vol 4, Part E, 7.7.33 and 7.7.38.
package struct InquiryResponse: Hashable, Sendable {
  package let address: DeviceAddress
  /// 24 bits.
  package let classOfDevice: UInt32
  /// In dBm.
  package let rssi: Int8

  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    _ = try cursor.skip(2)
    classOfDevice = try cursor.u24le(in: bytes)
    _ = try cursor.skip(2)
    rssi = try cursor.i8(in: bytes)
  }
}

/// HCI_Inquiry_Result_with_RSSI: BR/EDR devices answered an inquiry.
///
///     octet   0                1 + 14 i ..< 15 + 14 i
///             Num_Responses    an `InquiryResponse`
///
/// Core Vol 4, Part E, 7.7.33. Ask `next` for one response after the other.
package struct InquiryResultWithRSSI: Sendable {
  package let count: Int
  private var left: Int
  private var cursor: ByteCursor

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    cursor = ByteCursor(.hci, parameters)
    count = Int(try cursor.u8(in: bytes))
    left = count
  }

  /// The next response, or nil after the last one. After an issue there is nothing more to read.
  package mutating func next(in bytes: Span<UInt8>) throws(DecodeIssue) -> InquiryResponse? {
    guard left > 0 else { return nil }
    let before = left
    left = 0
    let response = try InquiryResponse(&cursor, in: bytes)
    left = before - 1
    return response
  }
}

/// HCI_Extended_Inquiry_Result: a BR/EDR device answered an inquiry and said something of itself.
///
///     octet   0                       1...14                 15...254
///             Num_Responses, 1        `InquiryResponse`      data, filled up with zeros
///
/// Core Vol 4, Part E, 7.7.38. The data has the structure of advertising data.
package struct ExtendedInquiryResult: Hashable, Sendable {
  package let response: InquiryResponse
  /// Extended inquiry response data; see `AdvertisingData`.
  package let data: ByteRange

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    _ = try cursor.skip(1)
    response = try InquiryResponse(&cursor, in: bytes)
    data = try cursor.range(240)
  }
}
