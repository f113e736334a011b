import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("ATT: discovery")
struct ATTDiscoveryTests {
  @Test func findInformationRequest() throws {
    let vector = hex("14 00 FF FF  // from 0x0014 to 0xFFFF")
    let decoder: Decoder<ATTFindInformationRequest> = { (range, bytes) throws(DecodeIssue) in
      try ATTFindInformationRequest(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.first == ATTHandle(0x0014) && request.last == ATTHandle(0xFFFF))
    sweep(vector, layer: .att, decoder)
  }

  private let findInformation: Decoder<ATTFindInformationResponse> = {
    (range, bytes) throws(DecodeIssue) in try ATTFindInformationResponse(range, in: bytes)
  }

  @Test func findInformationResponse() throws {
    let vector = hex(
      """
      01            // format: 16-bit UUIDs
      14 00 02 29   // 0x0014: CCCD
      15 00 01 29   // 0x0015: User Description
      """)
    let response = try decode(vector, findInformation)
    #expect(response.uuidOctets == 2)
    #expect(response.entries.count == 2)
    #expect(octets(response.entries.entry(1), of: vector) == [0x15, 0x00, 0x01, 0x29])
    sweep(vector, layer: .att, tail: .rest(8), findInformation)
  }

  @Test("format 2 has 128-bit UUIDs")
  func longFormat() throws {
    let vector = hex(
      """
      02                        // format: 128-bit UUIDs
      16 00                     // 0x0016
      D3 13 EB FA F6 72 57 88   // UUID, least significant octet first
      7E 46 05 DB 7E 8F 59 08
      """)
    let response = try decode(vector, findInformation)
    #expect(response.uuidOctets == 16)
    #expect(response.entries.count == 1)
    sweep(vector, layer: .att, tail: .rest(18), findInformation)
  }

  @Test func findByTypeValue() throws {
    let vector = hex(
      """
      01 00 FF FF   // everywhere
      00 28         // a primary service
      0D 18         // with the UUID 0x180D
      """)
    let decoder: Decoder<ATTFindByTypeValueRequest> = { (range, bytes) throws(DecodeIssue) in
      try ATTFindByTypeValueRequest(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.first == ATTHandle(1) && request.last == ATTHandle(0xFFFF))
    #expect(request.type == 0x2800)
    #expect(octets(request.value, of: vector) == [0x0D, 0x18])
    sweep(vector, layer: .att, tail: .rest(2), decoder)

    let found = hex("10 00 17 00 20 00 FF FF  // 0x0010...0x0017, 0x0020...0xFFFF")
    let answer: Decoder<ATTFindByTypeValueResponse> = { (range, bytes) throws(DecodeIssue) in
      try ATTFindByTypeValueResponse(range, in: bytes)
    }
    #expect(try decode(found, answer).entries.count == 2)
    sweep(found, layer: .att, tail: .rest(8), answer)
  }

  private let readByType: Decoder<ATTReadByTypeRequest> = { (range, bytes) throws(DecodeIssue) in
    try ATTReadByTypeRequest(range, in: bytes)
  }

  @Test func readByTypeRequest() throws {
    let vector = hex("10 00 17 00 03 28  // 0x0010...0x0017: characteristic declarations")
    let request = try decode(vector, readByType)
    #expect(request.first == ATTHandle(0x0010) && request.last == ATTHandle(0x0017))
    #expect(request.type == BluetoothUUID(uuid16: 0x2803))
    sweep(vector, layer: .att, readByType)
  }

  @Test("a type of 128 bits; a capture cut inside it does not make it one of 16")
  func readByLongType() throws {
    let vector = hex(
      """
      10 00 17 00               // 0x0010...0x0017
      74 72 5A 66 68 8C B0 B2   // UUID, least significant octet first
      6D 4F 53 21 8B 4E 53 9D
      """)
    let request = try decode(vector, readByType)
    #expect(request.type.description == "9D534E8B-2153-4F6D-B2B0-8C68665A7274")
    for held in 0..<20 {
      guard case .failure(let issue) = outcome(of: vector, held: held, original: 20, readByType)
      else {
        Issue.record("decoded after \(held)")
        continue
      }
      #expect(issue.layer == .att && issue.limit == .capture)
    }
    for held in 0..<20 where held != 6 {
      guard case .failure(let issue) = outcome(of: vector, held: held, original: held, readByType)
      else {
        Issue.record("decoded a packet of \(held)")
        continue
      }
      #expect(issue.limit == .packet)
    }
  }

  @Test func readByTypeResponse() throws {
    let vector = hex(
      """
      07               // entries of 7 octets
      11 00            // declaration 0x0011
      10 12 00 37 2A   // notify, value 0x0012, UUID 0x2A37
      14 00
      02 15 00 38 2A
      """)
    let decoder: Decoder<ATTReadByTypeResponse> = { (range, bytes) throws(DecodeIssue) in
      try ATTReadByTypeResponse(range, in: bytes)
    }
    let entries = try decode(vector, decoder).entries
    #expect(entries.octets == 7 && entries.count == 2)
    #expect(octets(entries.entry(1), of: vector) == hex("14 00 02 15 00 38 2A"))
    sweep(vector, layer: .att, tail: .rest(14), decoder)
  }

  @Test(
    "an entry length that makes no entries",
    arguments: [("00 11 00", 0), ("01 11 00", 0), ("02 11 00 12", 1), ("FF 11 00", 0)])
  func entryLength(text: String, count: Int) throws {
    let entries = try decode(hex(text)) { (range, bytes) throws(DecodeIssue) in
      try ATTReadByTypeResponse(range, in: bytes).entries
    }
    #expect(entries.count == count)
  }

  @Test func readByGroupTypeResponse() throws {
    let vector = hex(
      """
      06            // entries of 6 octets
      01 00 07 00   // 0x0001...0x0007
      00 18         // Generic Access
      08 00 FF FF
      0D 18
      """)
    let decoder: Decoder<ATTReadByGroupTypeResponse> = { (range, bytes) throws(DecodeIssue) in
      try ATTReadByGroupTypeResponse(range, in: bytes)
    }
    let entries = try decode(vector, decoder).entries
    #expect(entries.octets == 6 && entries.count == 2)
    #expect(octets(entries.entry(0), of: vector) == hex("01 00 07 00 00 18"))
    sweep(vector, layer: .att, tail: .rest(12), decoder)
  }
}
