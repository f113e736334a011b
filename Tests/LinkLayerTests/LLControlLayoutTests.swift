import BluetoothProtocol
import Bytes
import Testing

@testable import LinkLayer

/// Lengths of CtrData in octets. Core Vol 6, Part B, 2.4.2.
private let lengths: [UInt8: Int] = [
  0x00: 11, 0x01: 7, 0x02: 1, 0x03: 22, 0x04: 12, 0x05: 0, 0x06: 0, 0x07: 1, 0x08: 8, 0x09: 8,
  0x0A: 0, 0x0B: 0, 0x0C: 5, 0x0D: 1, 0x0E: 8, 0x0F: 23, 0x10: 23, 0x11: 2, 0x12: 0, 0x13: 0,
  0x14: 8, 0x15: 8, 0x16: 2, 0x17: 2, 0x18: 4, 0x19: 2, 0x1A: 1, 0x1B: 0, 0x1C: 34, 0x1D: 1,
  0x1E: 1, 0x1F: 35, 0x20: 8, 0x21: 15, 0x22: 3, 0x23: 3, 0x24: 4, 0x25: 4, 0x26: 10, 0x27: 10,
  0x28: 3, 0x29: 10, 0x2A: 42, 0x2B: 26, 0x2C: 26, 0x2D: 20, 0x2E: 25, 0x2F: 25, 0x30: 27,
  0x31: 1, 0x32: 28, 0x33: 21, 0x34: 18, 0x35: 4, 0x36: 0, 0x37: 72, 0x38: 12, 0x39: 20, 0x3A: 4,
  0x3B: 7, 0x3C: 5, 0x3E: 26, 0x3F: 14,
]

@Suite("LL Control PDUs") struct LLControlLayoutTests {
  @Test("each takes as many octets as the specification gives it", arguments: lengths.keys.sorted())
  func length(opcode: UInt8) throws {
    let octets = try #require(lengths[opcode])
    let layout = try #require(LLControlLayouts.layout(opcode))
    for (count, isRight) in [(octets, true), (octets + 1, false)] {
      let bytes = [UInt8](repeating: 0, count: count)
      var list = FieldList(isBrief: false)
      ParameterDecoder.decode(
        layout, ByteRange(start: 0, end: count), .linkLayer, in: bytes.span, into: &list)
      let isWhole = !list.fields.contains {
        switch $0.value {
        case .missing, .leftOver: true
        default: false
        }
      }
      #expect(isWhole == isRight, "\(layout.name), \(count) octets")
    }
  }

  @Test("the message of the test protocol is as long as it is", arguments: [0, 26, 80, 250])
  func testProtocol(count: Int) throws {
    let bytes = [0x3D] + [UInt8](repeating: 1, count: count)
    let range = ByteRange(start: 0, end: bytes.count)
    guard case .other(0x3D) = try LLControl(range, in: bytes.span) else {
      Issue.record("another PDU")
      return
    }
    #expect(LLControlLayouts.layout(0x3D)?.name.description == "LL_OTA_UTP_IND")
  }

  @Test("a rate is counted in 125 us", arguments: [(3, 375), (60, 7500), (32_000, 4_000_000)])
  func rate(units: UInt16, microseconds: Int) throws {
    let (low, high) = (UInt8(units & 0xFF), UInt8(units >> 8))
    let bytes: [UInt8] = [0x3F, 2, 0, low, high, 9, 0, 4, 0, 1, 0, 2, 0, 200, 0]
    let range = ByteRange(start: 0, end: bytes.count)
    guard
      case .connectionRate(let interval, let window, let instant, let factor, 1, 2, let timeout) =
        try LLControl(range, in: bytes.span)
    else {
      Issue.record("another PDU")
      return
    }
    #expect(interval == microseconds && window.offset == 250 && instant == 9 && factor == 4)
    #expect(timeout.microseconds == 2_000_000)
  }

  @Test("one of another length is an issue", arguments: lengths.keys.sorted())
  func exact(opcode: UInt8) throws {
    let octets = try #require(lengths[opcode])
    for count in [octets - 1, octets, octets + 1, octets + 4] where count >= 0 {
      let bytes = [opcode] + [UInt8](repeating: 0, count: count)
      let range = ByteRange(start: 0, end: bytes.count)
      let isRead = (try? LLControl(range, in: bytes.span)) != nil
      #expect(isRead == (count == octets), "\(opcode), \(count) octets")
      // Some sniffers leave the MIC.
      let isReadWithMIC = (try? LLControl(range, isDecrypted: true, in: bytes.span)) != nil
      #expect(isReadWithMIC == (count == octets || count == octets + 4))
    }
  }
}
