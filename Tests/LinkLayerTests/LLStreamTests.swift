import BluetoothProtocol
import Bytes
import Testing

@testable import LinkLayer

/// Isochronous streams, and what announces them.
@Suite struct LLStreamTests {
  private func info(_ seed: UInt32, octets: Int = 33) throws -> BIGInfo {
    // ISO_Interval 8, Num_BIS 2, NSE 4, BN 2, Sub_Interval 2,500 us, PTO 0, IRC 2.
    var bytes: [UInt8] = [0, 0, 4, 0x10, 0x44, 0xC4, 0x09, 0, 0xC4, 0x09, 0x20, 100, 0]
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: seed >> (8 * $0)) }
    bytes += [UInt8](repeating: 0, count: octets - bytes.count)
    return try BIGInfo(ByteRange(start: 0, end: bytes.count), in: bytes.span)
  }

  @Test func aGroupHasItsTermsInBits() throws {
    let info = try info(0)
    #expect(info.interval == 10_000 && info.streams == 2)
    #expect(info.subevents == 4 && info.burst == 2 && info.subInterval == 2500)
    #expect(info.repetitions == 2)
    #expect(!info.isEncrypted)
    #expect(try self.info(0, octets: 57).isEncrypted)
    #expect(throws: DecodeIssue.self) { try self.info(0, octets: 20) }
  }

  /// Values that others calculate.
  @Test(arguments: [
    (0, 0x7A41_2493 as UInt32), (1, 0x85E3_2493), (2, 0x79D5_2493), (3, 0x8675_2493),
    (4, 0x7A57_2493),
  ])
  func eachStreamHasAnAddress(number: Int, address: UInt32) throws {
    #expect(try info(0x78E5_2493).accessAddress(ofStream: number) == address)
  }

  @Test(arguments: [
    (0x40, [] as [UInt8], true, false, false), (0x0C, [1], false, true, true),
    (0x04, [1, 2], false, false, true), (0x48, [], true, true, false),
  ])
  func aHeaderNumbersPayloads(
    first: UInt8, payload: [UInt8], isNull: Bool, sn: Bool, nesn: Bool
  ) throws {
    let bytes = [first, UInt8(payload.count)] + payload
    let header = try LLStreamHeader(ByteRange(start: 0, end: bytes.count), in: bytes.span)
    #expect(header.isNull == isNull && header.sn == sn && header.nesn == nesn)
    #expect(header.payload.count == payload.count)
  }

  private func names(_ octets: [UInt8], flags: UInt16, rf: UInt8) -> [String] {
    let record =
      [rf, 0xC4, 0x80, 0, 0, 0, 0, 0, UInt8(flags & 0xFF), UInt8(flags >> 8)] + octets + [0, 0, 0]
    var list = FieldList(isBrief: false)
    _ = describeAir(
      ByteRange(start: 0, end: record.count), .radioHeader, in: record.span, into: &list)
    return list.fields.map { $0.name.description }
  }

  @Test("ADV_DECISION_IND has fields, a tag and data of its own")
  func decision() {
    let address: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E]
    // AdvA and TxPower; a Resolvable Tag, and two octets.
    let whole: [UInt8] = [0x41, 0x41, 1, 2, 3, 4, 5, 0xC6, 9] + [1, 2, 3, 4, 5, 6] + [7, 8]
    let names = names(address + [0x49, UInt8(whole.count)] + whole, flags: 0x0C13, rf: 0)
    #expect(names.contains("ADV_DECISION_IND") && names.contains("AdvA"))
    #expect(names.contains("TxPower") && names.contains("Resolvable Tag"))
    #expect(names.contains("Arbitrary Data"))
    let plain: [UInt8] = [0x40, 0x01, 1, 2, 3, 4, 5, 0xC6]
    let rest = self.names(address + [0x49, UInt8(plain.count)] + plain, flags: 0x0C13, rf: 0)
    #expect(rest.contains("ADV_DECISION_IND") && !rest.contains("Resolvable Tag"))
    #expect(!rest.contains("Arbitrary Data"))
  }

  @Test(
    "packets of streams have headers of their own",
    arguments: [
      (4, "CIS PDU", "NPI"), (5, "CIS PDU", "SN"), (6, "BIS PDU", "CSSN"),
    ] as [(UInt16, String, String)])
  func fields(kind: UInt16, name: String, field: String) {
    let names = names([1, 2, 3, 4, 0x0A, 2, 7, 7], flags: 0x0C13 | kind << 7, rf: 5)
    #expect(names.contains(name) && names.contains(field))
  }
}
