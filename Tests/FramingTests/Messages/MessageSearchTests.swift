import BletraceTestSupport
import Testing

@testable import Framing

@Suite("Layouts that both directions share")
struct MessageSearchTests {
  static func search(_ streams: [(isFromServer: Bool, values: [[UInt8]])]) -> [FoundMessages] {
    var budget = SearchBudget(octets: 1 << 24)
    return MessageSearch.search(
      streams.map { stream in
        SearchedStream(isFromServer: stream.isFromServer, values: stream.values.map { $0[...] })
      }, &budget)
  }

  /// Commands with two to four octets of data, and answers that are longer than a value.
  private static func dialogue(
    _ count: Int, chunk: Int = 20, frame: (_ isAnswer: Bool, _ payload: [UInt8]) -> [UInt8]
  ) -> [(isFromServer: Bool, values: [[UInt8]])] {
    var numbers = SeededRandom(seed: 7)
    var (requests, answers): ([[UInt8]], [[UInt8]]) = ([], [])
    for index in 0..<count {
      let request = [UInt8(index % 5)] + numbers.octets(2 + index % 3)
      requests.append(frame(false, request))
      let answer = frame(true, numbers.octets(8 + index % 4 * 9))
      answers += stride(from: 0, to: answer.count, by: chunk).map {
        Array(answer[$0..<min(answer.count, $0 + chunk)])
      }
    }
    return [(false, requests), (true, answers)]
  }

  private static func negated16(_ octets: [UInt8]) -> [UInt8] {
    let sum = ChecksumKind.negated16.value(of: octets)
    return [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }

  @Test("a sum of 16 bits that starts after a status octet, in commands and longer answers")
  func both() throws {
    let streams = Self.dialogue(60) { isAnswer, payload in
      let body = [isAnswer ? 0 : 0xA5, UInt8(payload.count)] + payload
      return [0xDD, isAnswer ? 3 : 0xA5] + body + Self.negated16(body) + [0x77]
    }
    let found = try #require(Self.search(streams).first)
    #expect(found.streams == [0, 1] && !found.isCandidate && found.damaged == 0)
    #expect(found.messages == 120)
    #expect(found.layout?.spec == "start:DD,length:u8@3/payload,twos:16/be/from=2,end:77")
    #expect(found.odds < -30)
  }

  @Test("streams with a checksum are one layout where another one has none")
  func someWithChecksum() throws {
    var numbers = SeededRandom(seed: 21)
    let found = Self.search(
      [(false, true), (false, true), (true, false)].map { isFromServer, hasSum in
        let values = (0..<80).map { index in
          // The length counts the checksum.
          let payload = numbers.octets(3 + index % 9)
          let body = [0x5A, UInt8(payload.count + (hasSum ? 1 : 0))] + payload
          let sum = UInt8(truncatingIfNeeded: ChecksumKind.sum8.value(of: body))
          return hasSum ? body + [sum] : body
        }
        return (isFromServer, values)
      })
    #expect(found.map { $0.streams.sorted() } == [[0, 1], [2]])
  }

  @Test("a few damaged and glued messages do not end the layout")
  func damaged() throws {
    var streams = Self.dialogue(100, chunk: 200) { _, payload in
      let body = [0x5A, UInt8(payload.count)] + payload
      return body + [UInt8(truncatingIfNeeded: ChecksumKind.sum8.value(of: body))]
    }
    streams[1].values[40][5] ^= 0x41
    streams[1].values[77].removeLast(2)
    streams[0].values[50] += streams[0].values[51]
    let found = try #require(Self.search(streams).first)
    #expect(found.streams == [0, 1] && !found.isCandidate && found.damaged == 3)
    let flaws = found.fits.flatMap { $0.messages.compactMap(\.flaw) }
    #expect(found.layout?.spec == "start:5A,length:u8@1/payload,sum:8")
    // The checksum of a message that was cut is read from the next one.
    #expect(Set(flaws) == [.glued, .checksum])
  }

  @Test("lines of text, some of which have two values")
  func lines() throws {
    let lines = (0..<40).map { Array("AT+SET\($0)=\($0 * 77)\r\n".utf8) }
    let answers = (0..<40).flatMap { index in
      let line = Array("+OK: value number \(index) is set now\r\n".utf8)
      return [Array(line.prefix(20)), Array(line.dropFirst(20))]
    }
    let found = try #require(Self.search([(false, lines), (true, answers)]).first)
    #expect(found.layout?.spec == "end:0D0A" && found.streams == [0, 1])
    #expect(found.messages == 80)
  }

  @Test("a counter that begins again once, and blocks with headers")
  func counters() throws {
    var numbers = SeededRandom(seed: 3)
    let counted = (0..<300).map { index in
      [numbers.octets(1)[0], UInt8(truncatingIfNeeded: index < 90 ? index : index - 90)]
        + numbers.octets(9)
    }
    let counter = try #require(Self.search([(true, counted)]).first)
    #expect(counter.layout?.spec == "each-value,counter:u8@1")
    #expect(counter.fits.first?.jumps == 1 && counter.damaged == 0)
    let wide = (0..<700).map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] + numbers.octets(9) }
    let number = try #require(Self.search([(true, wide)]).first)
    #expect(number.layout?.spec == "each-value,counter:u16le")
    var blocks: [[UInt8]] = []
    for count in [30, 50, 44] {
      blocks.append([0xAA, UInt8(count)])
      for index in 0..<count { blocks.append([UInt8(index)] + numbers.octets(11)) }
      blocks.append([0xFF, UInt8(count)])
    }
    let block = try #require(Self.search([(true, blocks)]).first)
    #expect(block.layout?.spec == "block:AA/FF/00@0")
    #expect(block.messages == 3)
  }

  @Test("an octet of a wider number is no counter: it stands still while values change")
  func carries() {
    var sum: UInt32 = 7
    let receipts = (0..<300).map { _ -> [UInt8] in
      sum += 240
      return [0x11] + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }
    #expect(Self.search([(true, receipts)]).allSatisfy { $0.layout?.counter?.number.offset != 2 })
  }

  @Test("octets that are escaped are no damage", arguments: [0x20, 0x88] as [UInt8])
  func escapes(mask: UInt8) throws {
    let streams = Self.dialogue(120, chunk: 200) { _, payload in
      let check = ChecksumKind.crc16MODBUS.value(of: payload)
      let plain = payload + [UInt8(check & 0xFF), UInt8(check >> 8)]
      let inner = plain.flatMap { octet -> [UInt8] in
        octet == 0x7D || octet == 0x7E ? [0x7D, octet ^ mask] : [octet]
      }
      return [0x7E] + inner + [0x7E]
    }
    let found = try #require(Self.search(streams).first)
    #expect(found.streams.contains(0))
    #expect(found.damaged * 50 <= found.messages)
    #expect(found.escape?.octet == 0x7D)
  }

  @Test("nothing is found in pairs of random streams", arguments: 0..<10)
  func random(part: Int) {
    for seed in part * 50..<(part + 1) * 50 {
      var streams = StreamsWithoutFraming(seed: seed)
      let pair = [(false, streams.random()), (true, streams.random())]
      let found = Self.search(pair)
      #expect(found.isEmpty, "\(seed): \(found.first?.layout?.spec ?? "")")
    }
  }
}
