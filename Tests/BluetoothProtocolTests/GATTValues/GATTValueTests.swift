import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Values of standard characteristics")
struct GATTValueTests {
  @Test("what the value says", arguments: GATTValueVector.all)
  func text(vector: GATTValueVector) {
    #expect(describe(vector.uuid, vector.octets) == .text(vector.text))
  }

  @Test("cut at each length, and each octet changed", arguments: GATTValueVector.all)
  func sweep(vector: GATTValueVector) {
    sweepValue(vector)
  }

  @Test("there is a vector of each format, and no more formats than those")
  func formats() {
    let known = (UInt16.min...UInt16.max).filter {
      GATTValue.format(of: BluetoothUUID(uuid16: $0)) != nil
    }
    let strings: Set<UInt16> = [0x2A24, 0x2A25, 0x2A26, 0x2A27, 0x2A28]
    let tested = Set(GATTValueVector.all.map(\.uuid)).union(strings).union([0x2AD9, 0x2ADA])
    #expect(Set(known) == tested)
    #expect(known.allSatisfy { BluetoothUUID(uuid16: $0).attributeTypeName != nil })
  }

  @Test("no octets of zeros or ones trap, at any length")
  func zerosAndOnes() {
    for uuid in Set(GATTValueVector.all.map(\.uuid)) {
      for filler in [UInt8(0x00), 0xFF, 0x80, 0x7F] {
        for count in 0...64 {
          let octets = [UInt8](repeating: filler, count: count)
          #expect(describe(uuid, octets) != nil)
          #expect(describe(uuid, octets, original: 512) != nil)
        }
      }
    }
  }

  @Test func unknownFormats() {
    for uuid in [BluetoothUUID(uuid16: 0x2A06), BluetoothUUID(high: 0x2A37, low: 0x2A37)] {
      #expect(GATTValue.format(of: uuid) == nil)
    }
    #expect(describe(0xFFF4, [1, 2, 3]) == nil)
  }

  @Test func tooShort() {
    #expect(describe(0x2A37, []) == .undecodable("needs 1 octet, has 0"))
    #expect(describe(0x2A37, [0x01, 0x48]) == .undecodable("needs 3 octets, has 2"))
    #expect(describe(0x2A37, [0x08, 0x48, 0x03]) == .undecodable("needs 4 octets, has 3"))
    #expect(describe(0x2A1C, [0x00]) == .undecodable("needs 5 octets, has 1"))
    #expect(describe(0x2B2A, [0x00, 0x01]) == .undecodable("needs 16 octets, has 2"))
  }

  @Test func tooLong() {
    #expect(describe(0x2A19, [50, 0]) == .text("50 %, 1 octet left over"))
    #expect(describe(0x2A37, [0x00, 0x48, 1, 2]) == .text("72 bpm, 2 octets left over"))
    // RR intervals, and half of one.
    let odd = describe(0x2A37, [0x10, 0x48, 0, 4, 1])
    #expect(odd == .text("72 bpm, RR 1000.0 ms, 1 octet left over"))
    // Bits that are reserved have fields behind them that are not known.
    #expect(describe(0x2ACD, [0x00, 0x20, 0, 0, 9, 9, 9]) == .text("0 km/h, 3 octets left over"))
  }

  @Test func cutByTheCapture() {
    let cut = describe(0x2A37, [0x10, 0x48, 0, 4], original: 8)
    #expect(cut == .text("72 bpm, RR 1000.0 ms, cut after 4 of 8 octets"))
    #expect(describe(0x2A00, Array("BC".utf8), original: 3) == .text("BC, cut after 2 of 3 octets"))
    let short = describe(0x2A1C, [0x00, 0x01], original: 5)
    #expect(short == .undecodable("needs 5 octets, cut after 2 of 5"))
    // What was on the air was too short too: that is the device's fault, not the logger's.
    #expect(describe(0x2A1C, [0x00], original: 2) == .undecodable("needs 5 octets, has 1"))
  }

  @Test func spinDownAnswersWithSpeeds() {
    let answer = hex("80 13 01 F4 01 E8 03")
    #expect(describe(0x2AD9, answer) == .text("spin down: success, from 5 to 10 km/h"))
    #expect(describe(0x2AD9, hex("80 13 01")) == .text("spin down: success"))
    #expect(describe(0x2AD9, hex("80 13 01 F4")) == .undecodable("needs 5 octets, has 4"))
  }
}

/// What a value of the characteristic with this 16-bit UUID says; `original` is its length on the
/// air, where the capture cut it.
func describe(_ uuid: UInt16, _ octets: [UInt8], original: Int? = nil) -> GATTValueText? {
  // The value stands behind others, so that an offset from its start is found out.
  let bytes = [UInt8](repeating: 0xEE, count: 5) + octets
  let range = ByteRange(
    start: 5, end: bytes.count, originalCount: original ?? octets.count)
  return GATTValue.describe(BluetoothUUID(uuid16: uuid), range, in: bytes.span)
}

/// The sweep that all decoders go through, over one vector.
func sweepValue(_ vector: GATTValueVector) {
  guard let format = GATTValue.format(of: BluetoothUUID(uuid16: vector.uuid)) else {
    Issue.record("no format for \(vector)")
    return
  }
  sweep(vector.octets, layer: .gatt, tail: .rest(vector.rest)) {
    (range, bytes) throws(DecodeIssue) in
    _ = GATTValue.describe(format, range, in: bytes)
    if let issue = format.issue(range, in: bytes) { throw issue }
  }
}
