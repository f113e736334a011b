import Bytes
import Testing
import Text

@Suite("Text that grows")
struct TextBufferTests {
  private func text(_ body: (inout TextBuffer) -> Void) -> String {
    var buffer = TextBuffer()
    body(&buffer)
    return buffer.text
  }

  @Test func decimals() {
    var power: UInt64 = 1
    for _ in 0..<20 {
      for value in [0, power - 1, power, power + 1, power &* 7 &+ 60, UInt64.max / power] {
        #expect(text { $0.append(decimal: value) } == String(value))
      }
      power &*= 10
    }
    for value in 0..<1000 as Range<UInt64> {
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

  /// Each octet in each place of a word, and behind the last whole word.
  @Test func plainOctets() {
    for count in [1, 7, 8, 9, 16, 19] {
      for index in 0..<count {
        for octet in UInt8.min...UInt8.max {
          var octets = [UInt8](repeating: UInt8(ascii: "~"), count: count)
          octets[index] = octet
          var buffer = TextBuffer()
          buffer.append(UInt8(ascii: "\""))
          buffer.append(contentsOf: octets)
          let isPlain = (0x20...0x7E).contains(octet) && ![0x22, 0x23, 0x5C].contains(octet)
          let (found, withQuote) = (buffer.isPlain(from: 1), buffer.isPlain(from: 0))
          #expect(found == isPlain, "\(octet) at \(index) of \(count)")
          #expect(!withQuote)
        }
      }
    }
    let empty = TextBuffer()
    let isPlain = empty.isPlain(from: 0)
    #expect(isPlain)
  }

  @Test func linesAndKeys() {
    for spaces in [0, 1, 8, 13, 16, 200] {
      let line = text {
        $0.append(lineIndentedBy: spaces)
        $0.append(UInt8(ascii: "x"))
      }
      #expect(line == "\n" + String(repeating: " ", count: spaces) + "x")
    }
    let keys = text { text in
      for _ in 0..<500 { text.append(key: "frame", spaced: true) }
      text.append(key: "rule", spaced: false)
    }
    #expect(keys == String(repeating: "\"frame\": ", count: 500) + "\"rule\":")
    for spaces in [0, 2, 8, 14, 300] {
      let members = text {
        $0.append(member: "first", indentedBy: spaces, isFirst: true)
        $0.append(member: "a_second_one", indentedBy: spaces, isFirst: false)
      }
      let indent = "\n" + String(repeating: " ", count: spaces)
      #expect(members == indent + "\"first\": ," + indent + "\"a_second_one\": ")
    }
  }

  @Test func piecesOfAnother() {
    var other = TextBuffer()
    other.append(contentsOf: "frames, \u{B5}s and a text that is no small string")
    let piece = text {
      $0.append(other, from: 0, count: 6)
      $0.append(other, from: 6, count: 0)
      $0.append(other, from: 8, count: 3)
    }
    #expect(piece == "frames\u{B5}s")
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
    let dense = ByteRange(start: 1, end: 3)
    #expect(text { $0.append(hexOctetsOf: dense, in: octets.span, spaced: false) } == "AB0F")
    #expect(text { $0.append(colonHex: 0x660D_F30A_7B1C, octets: 6) } == "66:0D:F3:0A:7B:1C")
    #expect(text { $0.append(colonHex: 0xFF07, octets: 1) } == "07")
  }

  @Test func digits() {
    #expect(text { $0.append(decimal: 42, digits: 6) } == "000042")
    #expect(text { $0.append(decimal: 1_234_567, digits: 3) } == "567")
    #expect(text { $0.append(decimal: 1, digits: 0) } == "")
    for value in [0, 7, 99_999_999, 100_000_000, 12_345_678_901_234_567_890, UInt64.max] {
      let padded = String(repeating: "0", count: 20) + String(value)
      for digits in 0...20 {
        #expect(
          text { $0.append(decimal: value, digits: digits) } == String(padded.suffix(digits)))
      }
    }
    // Each group of four digits takes each value in its turn, in both halves of eight.
    for group in 0..<10_000 as Range<UInt64> {
      let value = group * 100_000_000 + (9999 - group) * 10_000 + group
      #expect(text { $0.append(decimal: value) } == String(value))
    }
    // Each length of number, to its last digit.
    var value: UInt64 = 9
    while value < UInt64.max / 10 {
      #expect(text { $0.append(decimal: value) } == String(value))
      #expect(text { $0.append(decimal: value + 1) } == String(value + 1))
      value = value * 10 + 9
    }
  }

  /// Far beyond the room that there was at first, by each way of appending.
  @Test func grows() {
    let octets = [UInt8](repeating: 0xA5, count: 100)
    let all = ByteRange(start: 0, end: 100)
    var expected = ""
    var buffer = TextBuffer(capacity: 0)
    for round in 0..<100 {
      buffer.append(UInt8(ascii: "a"))
      buffer.append(text: "a word")
      buffer.append(text: "more than sixteen octets of text")
      buffer.append(contentsOf: "text")
      buffer.append(contentsOf: [0x62, 0x63])
      buffer.append(spaces: round)
      buffer.append(decimal: UInt64.max)
      buffer.append(seconds: -1, width: 30)
      buffer.append(hex: 0xF, digits: 2)
      buffer.append(hexOctetsOf: all, in: octets.span)
      expected += "aa wordmore than sixteen octets of texttextbc"
      expected += String(repeating: " ", count: round) + "18446744073709551615"
      expected += String(repeating: " ", count: 21) + "-0.0000010F"
      expected += String(repeating: "A5 ", count: 99) + "A5"
    }
    #expect(buffer.text == expected)
    #expect(buffer.bytes == Array(expected.utf8))
    buffer.cut(to: 3)
    #expect(buffer.text == "aa " && buffer.count == 3 && buffer[1] == 0x61)
    buffer.removeAll()
    #expect(buffer.isEmpty && buffer.text == "")
  }

  @Test func copies() {
    let octets: [UInt8] = Array("0123456789abcdefghijklmnop".utf8)
    #expect(text { $0.append(ByteRange(start: 3, end: 6), of: octets.span) } == "345")
    #expect(text { $0.append(ByteRange(start: 1, end: 26), of: octets.span) }.hasSuffix("nop"))
    #expect(text { $0.append(ByteRange(start: 2, end: 2), of: octets.span) } == "")
    #expect(text { $0.append(PermanentArray("Central")) } == "Central")
    #expect(text { $0.append(PermanentArray("")) } == "")
    #expect(PermanentArray("C").text == "C" && PermanentArray([UInt8]()).isEmpty)
    #expect(PermanentArray([7, 8])[1] == 8)
  }

  @Test func words() {
    #expect(text { $0.append(text: "a word") } == "a word")
    #expect(text { $0.append(text: "") } == "")
    #expect(text { $0.append(spaces: 3) } == "   ")
    #expect(text { $0.append(spaces: -1) } == "")
  }
}
