import Testing

@testable import Bytes
@testable import Tracking

@Suite("ACLReassembly")
struct ACLReassemblyTests {
  private let pdu: [UInt8] = [0x05, 0x00, 0x04, 0x00, 1, 2, 3, 4, 5]

  private func isIncomplete(_ outcome: ACLReassembly.Outcome) -> Bool {
    if case .incomplete = outcome { true } else { false }
  }

  @Test("puts fragments together wherever they are cut", arguments: 1...8)
  func fragments(cut: Int) {
    var reassembly = ACLReassembly()
    #expect(isIncomplete(reassembly.start(with: ByteRange(start: 0, end: cut), of: pdu.span)))
    let outcome = reassembly.append(ByteRange(start: cut, end: 9), of: pdu.span)
    guard case .complete(let range) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(Array(reassembly.buffer[range.start..<range.end]) == pdu)
    #expect(range.originalCount == 9)
  }

  @Test("keeps what stands before a cut, and counts the rest")
  func cutFragment() {
    var reassembly = ACLReassembly()
    let cut = ByteRange(start: 0, end: 6, originalCount: 7)
    #expect(isIncomplete(reassembly.start(with: cut, of: pdu.span)))
    let outcome = reassembly.append(ByteRange(start: 7, end: 9), of: pdu.span)
    guard case .complete(let range) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(range.count == 6)
    #expect(range.originalCount == 9)
    #expect(range.isCut)
  }

  @Test("a continuation without a start, or too long, is unusable")
  func unusable() {
    var reassembly = ACLReassembly()
    let whole = ByteRange(start: 0, end: 9)
    guard case .unusable = reassembly.append(whole, of: pdu.span) else {
      Issue.record("a continuation without a start was taken")
      return
    }
    _ = reassembly.start(with: ByteRange(start: 0, end: 6), of: pdu.span)
    guard case .unusable = reassembly.append(whole, of: pdu.span) else {
      Issue.record("a continuation beyond the PDU was taken")
      return
    }
    #expect(!reassembly.isActive)
  }
}
