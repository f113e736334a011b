import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Foundation
import Testing

/// Every signalling command, ATT PDU, SMP command and AD type of the specification, with a decoder
/// and a vector.
@Suite("Fields of L2CAP, ATT, SMP and advertising data")
struct UpperLayerFieldTests {
  @Test func vectorsAreDecoded() {
    #expect(UpperVector.all.count > 100)
    for vector in UpperVector.all {
      let list = vector.fields(held: vector.octets.count)
      #expect(list.fields.first?.name.description == vector.name, "\(vector.kind) \(vector.code)")
      #expect(text(of: list.fields.dropFirst(), in: vector.octets) == vector.expected)
    }
  }

  @Test func eachCodeHasAVector() {
    #expect(codes(.signalling) == L2CAPLayouts.codes)
    #expect(codes(.smp) == SMPLayouts.codes)
    #expect(codes(.ad) == ADLayouts.types)
    let opcodes = (UInt8.min...UInt8.max).filter { ATTOpcode($0).role != .unrecognized }
    #expect(codes(.att) == opcodes)
    for opcode in opcodes {
      #expect(ATTOpcode(opcode).title.description != "Reserved ATT opcode")
    }
  }

  /// Numbers between those of the specification that it does not assign.
  @Test func codesWithoutAVectorAreKnown() {
    #expect(missing(.signalling, through: 0x1A) == [])
    #expect(missing(.smp, through: 0x0E) == [])
    // 0x14 and 0x15 were taken out before version 4.0 came out.
    #expect(missing(.att, through: 0x23) == [0x14, 0x15, 0x1A, 0x1C, 0x1F, 0x22])
    // 0x0B, 0x0C and 0x13 were never assigned; no public source names the others.
    #expect(
      missing(.ad, through: 0x3D)
        == [0x0B, 0x0C, 0x13, 0x33, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C])
  }

  @Test func cutAnywhere() {
    for vector in UpperVector.all {
      for held in 0..<vector.octets.count {
        for original in [held, vector.octets.count] {
          let list = vector.fields(held: held, original: original)
          expectSound(list, within: held, "\(vector.name) after \(held) of \(original)")
        }
      }
    }
  }

  @Test func anyOctetZeroOrFull() {
    for var vector in UpperVector.all {
      let octets = vector.octets
      for index in octets.indices {
        for value: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
          vector.octets = octets
          vector.octets[index] = value
          let list = vector.fields(held: octets.count)
          expectSound(list, within: octets.count, "\(vector.name), octet \(index) = \(value)")
        }
      }
    }
  }

  private func codes(_ kind: UpperVector.Kind) -> [UInt8] {
    UpperVector.all.filter { $0.kind == kind }.map(\.code)
  }

  private func missing(_ kind: UpperVector.Kind, through last: UInt8) -> [UInt8] {
    let known = Set(codes(kind))
    return (1...last).filter { !known.contains($0) }
  }
}

/// One PDU out of upper-vectors.txt.
struct UpperVector {
  enum Kind: String { case signalling, att, smp, ad }

  let kind: Kind
  let code: UInt8
  let name: String
  var octets: [UInt8]
  let expected: String

  static let all: [UpperVector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "upper-vectors.txt")
    do {
      return try VectorTable(String(contentsOf: file, encoding: .utf8)).rows.map(UpperVector.init)
    } catch {
      Issue.record("upper-vectors.txt: \(error)")
      return []
    }
  }()

  private init(_ row: VectorTable.Row) throws {
    kind = try #require(Kind(rawValue: row.kind))
    code = try #require(UInt8(exactly: row.code))
    name = row.name
    octets = row.octets
    expected = row.text
  }

  func fields(held: Int, original: Int? = nil, isBrief: Bool = false) -> FieldList {
    var list = FieldList(isBrief: isBrief)
    // The octets end with what is held, so a decoder that reads too far traps.
    let kept = Array(octets.prefix(held))
    let range = ByteRange(start: 0, end: held, originalCount: original ?? held)
    switch kind {
    case .signalling: describeSignalling(range, in: kept.span, into: &list)
    case .att: describeATT(range, in: kept.span, into: &list)
    case .smp: describeSMP(range, in: kept.span, into: &list)
    case .ad: describeAdvertisingData(range, in: kept.span, into: &list)
    }
    return list
  }
}
