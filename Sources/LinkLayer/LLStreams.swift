import BluetoothProtocol
import Bytes

/// The terms of a Connected Isochronous Stream. Times are in microseconds.
///
///     octet   0     1     2..3   4..15                     16..19     20    21..23
///             CIG   CIS   PHYs   sizes and times of SDUs   Max_PDU    NSE   Sub_Interval
///
///     octet   24           25..26   27..28         29..34    35..36
///             BN (4 bits   FT       ISO_Interval   offsets   connEventCount
///             each)
///
/// Core Vol 6, Part B, 2.4.2.29: LL_CIS_REQ, without the opcode.
package struct CISTerms: Hashable, Sendable {
  package var group: UInt8 = 0
  package var stream: UInt8 = 0
  package var subevents: Int
  package var subInterval: Int
  /// Payloads of each side in an event, and after how many events one is given up.
  package var burst: (central: Int, peripheral: Int) { (Int(bursts & 15), Int(bursts >> 4)) }
  package var flush: (central: Int, peripheral: Int) { (Int(centralFlush), Int(peripheralFlush)) }
  package var interval: Int
  private var bursts: UInt8
  private var centralFlush: UInt8
  private var peripheralFlush: UInt8

  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    group = try cursor.u8(in: bytes)
    stream = try cursor.u8(in: bytes)
    _ = try cursor.skip(2 + 4 + 6 + 4)
    subevents = Int(try cursor.u8(in: bytes))
    subInterval = Int(try cursor.u24le(in: bytes))
    bursts = try cursor.u8(in: bytes)
    centralFlush = try cursor.u8(in: bytes)
    peripheralFlush = try cursor.u8(in: bytes)
    interval = Int(try cursor.u16le(in: bytes)) * ConnectionInterval.unitUs
  }
}

/// LL_CIS_IND, without the opcode: where a stream is. Core Vol 6, Part B, 2.4.2.31.
package struct CISBegin: Hashable, Sendable {
  package var accessAddress: UInt32

  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    accessAddress = try cursor.u32le(in: bytes)
  }
}

/// The header of a PDU of an isochronous stream.
///
///     octet   0                                                          1
///             connected: LLID (2 bits), NESN, SN, CIE, RFU, NPI, RFU     length
///             broadcast: LLID (2 bits), CSSN (3 bits), CSTF, RFU (2)
///
/// Core Vol 6, Part B, 2.6.1 and 2.6.2.
package struct LLStreamHeader: Hashable, Sendable {
  package var llid: UInt8
  package var nesn: Bool
  package var sn: Bool
  /// A connected one without a payload, whose SN means nothing.
  package var isNull: Bool
  package var payload: ByteRange

  package init(_ pdu: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, pdu)
    let first = try cursor.u8(in: bytes)
    llid = first & 3
    nesn = first & 4 != 0
    sn = first & 8 != 0
    isNull = first & 0x40 != 0
    payload = try cursor.range(Int(try cursor.u8(in: bytes)))
  }

  /// A broadcast one that controls its group.
  package var isGroupControl: Bool { llid == 3 }
}

/// SyncInfo: a periodic train. Core Vol 6, Part B, 2.3.4.6.
///
///     octet   0..1     2..3       4..8          9..12            13..15    16..17
///             offset   interval   ChM and SCA   access address   CRCInit   event counter
package struct LLSyncInfo: Hashable, Sendable {
  /// In microseconds.
  package var interval: Int
  package var accessAddress: UInt32

  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    _ = try cursor.skip(2)
    interval = Int(try cursor.u16le(in: bytes)) * ConnectionInterval.unitUs
    _ = try cursor.skip(5)
    accessAddress = try cursor.u32le(in: bytes)
    _ = try cursor.skip(5)
  }
}

/// BIGInfo, in the ACAD of a periodic train: a Broadcast Isochronous Group. All times are in
/// microseconds. Core Vol 6, Part B, 4.4.6.11; see `ADLayouts` for its layout.
package struct BIGInfo: Hashable, Sendable {
  package var interval: Int
  package var streams: Int
  package var subevents: Int
  package var burst: Int
  package var subInterval: Int
  package var repetitions: Int
  package var seed: UInt32
  package var isEncrypted: Bool

  /// - Parameter data: an AD structure's, of 33 octets, or of 57 where the group is encrypted.
  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, data)
    let first = try cursor.u32le(in: bytes)
    interval = Int(first >> 15 & 0xFFF) * ConnectionInterval.unitUs
    streams = Int(first >> 27)
    let second = try cursor.u32le(in: bytes)
    subevents = Int(second & 0x1F)
    burst = Int(second >> 5 & 7)
    subInterval = Int(second >> 8 & 0xF_FFFF)
    repetitions = Int(try cursor.u24le(in: bytes) >> 20)
    _ = try cursor.skip(2)
    seed = try cursor.u32le(in: bytes)
    _ = try cursor.skip(4 + 2 + 5 + 5)
    isEncrypted = cursor.rest.originalCount >= 24
  }

  /// The access address of one of its streams, from 1 on, or of its control PDUs, 0.
  ///
  /// A number D = (35 n + 42) mod 128 is spread over the upper half of a word, from bit 31 on, as
  /// D0 six times, D1, D6, D1, 0, D5, D4, 0, D3, D2, 0; the seed is changed by that. Core Vol 6,
  /// Part B, 2.1.2.
  package func accessAddress(ofStream number: Int) -> UInt32 {
    let spread = UInt32((35 * number + 42) & 127)
    func bit(_ place: UInt32) -> UInt32 { spread >> place & 1 }
    let places: [UInt32?] = [0, 0, 0, 0, 0, 0, 1, 6, 1, nil, 5, 4, nil, 3, 2, nil]
    let word = places.reduce(0 as UInt32) { $0 << 1 | ($1.map(bit) ?? 0) }
    return seed ^ word << 16
  }
}
