import BletraceTestSupport
import Testing

@testable import Framing

@Suite("Messages that are meant to break the search")
struct HostileMessageTests {
  private static func layout(_ spec: String) throws -> FramingLayout {
    let read = try FramingSpec(spec)
    guard case .layout(let layout) = read else { throw Unexpected.noLayout }
    return layout
  }

  private enum Unexpected: Error { case noLayout }

  private static func stream(_ values: [[UInt8]]) -> SearchedStream {
    SearchedStream(isFromServer: false, values: values.map { $0[...] })
  }

  @Test(
    "messages of a header alone have no evidence for its checksum", arguments: ["crc:8", "sum:8"])
  func emptyMessages(checksum: String) throws {
    let layout = try Self.layout("length:u8@0/payload,\(checksum)/at=1")
    let messages: [[UInt8]] = [[0, 0], [0, 7], [0, 9], [0, 0]]
    let all = messages.map { $0[...] }
    let check = try #require(layout.checksum)
    #expect(MessageFields.evidence(check, all) <= 8)
    let fit = LayoutFit(layout, Self.stream(messages))
    #expect(LayoutEvidence.bits(layout, [fit], hint: 0) < MessageSearch.leastBits)
  }

  @Test("a checksum in the header, and some messages that are nothing but a header")
  func headerChecksum() throws {
    var numbers = SeededRandom(seed: 5)
    let kind = ChecksumKind.crc16MODBUS
    let values = (0..<80).map { index -> [UInt8] in
      let payload = index % 9 == 0 ? [] : numbers.octets(2 + numbers.below(14))
      let check = payload.isEmpty ? 0 : kind.value(of: payload)
      return [UInt8(payload.count), UInt8(check & 0xFF), UInt8(check >> 8)] + payload
    }
    var budget = SearchBudget(octets: 1 << 22)
    let found = try #require(MessageSearch.search([Self.stream(values)], &budget).first)
    #expect(found.messages == 80 && found.damaged == 0)
    #expect(found.layout?.length?.number.offset == 0)
  }

  @Test(
    "values that a counter says are missing are no messages",
    arguments: ["counter:u16le,length:u8@0/payload", "counter:u16le,length:u16le@0/payload"])
  func jumps(spec: String) throws {
    let layout = try Self.layout(spec)
    let values = (0..<2_000).map { index -> [UInt8] in
      let count = UInt16(truncatingIfNeeded: index &* 30_000)
      return [UInt8(count & 0xFF), UInt8(count >> 8)] + [UInt8](repeating: 0xF0, count: 18)
    }
    let fit = LayoutFit(layout, Self.stream(values))
    #expect(fit.messages.count <= 2 * values.count)
    #expect(fit.messages.reduce(0) { $0 + $1.octets.count } <= 3 * 20 * values.count)
  }

  @Test("a few values that are missing belong to the message that is open")
  func gap() throws {
    let layout = try Self.layout("counter:u8,length:u8@0/payload")
    let message = [60] + [UInt8](repeating: 0xAB, count: 60)
    var values: [[UInt8]] = []
    for _ in 0..<6 {
      for start in stride(from: 0, to: 61, by: 19) {
        values.append([UInt8(values.count)] + message[start..<min(61, start + 19)])
      }
    }
    values.remove(at: 9)
    let fit = LayoutFit(layout, Self.stream(values))
    #expect(fit.messages.count == 6 && fit.damaged == 1)
  }

  @Test("ends everywhere are not all tried")
  func ends() throws {
    let layout = try Self.layout("start:7E,crc:16/modbus,end:7E")
    let value: [UInt8] = [0] + [UInt8](repeating: 0x7E, count: 511)
    let values = [[0x7E, 0]] + [[UInt8]](repeating: value, count: 1_000)
    let fit = LayoutFit(layout, Self.stream(values))
    #expect(fit.right == 0)
  }

  @Test("values that nothing fits after good ones do not overdraw the budget")
  func budget() {
    var numbers = SeededRandom(seed: 9)
    var values: [[UInt8]] = (0..<40).map { _ in
      let payload = numbers.octets(6)
      return [0x7E] + payload + [ChecksumKind.sum8.value(of: payload)].map { UInt8($0) } + [0x7E]
    }
    values += [[UInt8]](repeating: [UInt8](repeating: 0x7E, count: 512), count: 2_000)
    let streams = (0..<4).map { index in
      SearchedStream(isFromServer: index % 2 == 0, values: values.map { $0[...] })
    }
    var budget = SearchBudget(octets: 1 << 22)
    _ = MessageSearch.search(streams, &budget)
    #expect(budget.left > -(1 << 23))
  }
}
