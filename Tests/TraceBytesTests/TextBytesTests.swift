import Testing
import TraceBytes

@Suite("Text appended to bytes")
struct TextBytesTests {
  private func text(_ body: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    body(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func decimals() {
    for value in [0, 7, 10, 99, 1_000_000, UInt64.max] {
      #expect(text { $0.append(decimal: value) } == String(value))
    }
    for value in [Int64.min, -1, 0, 12, Int64.max] {
      #expect(text { $0.append(decimal: value) } == String(value))
    }
    #expect(text { $0.append(padded: 42, width: 5) } == "   42")
    #expect(text { $0.append(padded: 123_456, width: 3) } == "123456")
    #expect(text { $0.append(padded: 1, width: 0) } == "1")
    #expect(text { $0.append(padded: 1, width: 30) } == String(repeating: " ", count: 19) + "1")
  }

  @Test func seconds() {
    #expect(text { $0.append(seconds: 12_345_678, width: 13) } == "    12.345678")
    #expect(text { $0.append(seconds: 5, width: 13) } == "     0.000005")
    #expect(text { $0.append(seconds: -1_748_000, width: 13) } == "    -1.748000")
    #expect(text { $0.append(seconds: -5, width: 9) } == "-0.000005")
    #expect(text { $0.append(seconds: .max, width: 4) } == "9223372036854.775807")
    #expect(text { $0.append(seconds: .min, width: 4) } == "-9223372036854.775808")
  }

  @Test func hexadecimals() {
    #expect(text { $0.append(hex: 0x2A, digits: 4) } == "002A")
    #expect(text { $0.append(hex: .max, digits: 16) } == "FFFFFFFFFFFFFFFF")
    #expect(text { $0.append(hex: 0x1234, digits: 2) } == "34")
    let octets: [UInt8] = [0x00, 0xAB, 0x0F]
    let all = text { $0.append(hexOctetsOf: ByteRange(start: 0, end: 3), in: octets.span) }
    #expect(all == "00 AB 0F")
    let none = text { $0.append(hexOctetsOf: ByteRange(start: 1, end: 1), in: octets.span) }
    #expect(none == "")
  }

  @Test func words() {
    #expect(text { $0.append(text: "a word") } == "a word")
    #expect(text { $0.append(text: "") } == "")
    #expect(text { $0.append(spaces: 3) } == "   ")
    #expect(text { $0.append(spaces: -1) } == "")
  }
}
