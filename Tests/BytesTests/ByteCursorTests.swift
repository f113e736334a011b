import Bytes
import Testing

@Suite("ByteCursor")
struct ByteCursorTests {
  private let bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08]

  @Test("reads integers, least significant octet first")
  func integers() throws {
    var cursor = ByteCursor(.hci, ByteRange(start: 1, end: 8))
    let octet = try cursor.u8(in: bytes.span)
    let word = try cursor.u16le(in: bytes.span)
    let long = try cursor.u32le(in: bytes.span)
    #expect(octet == 0x02 && word == 0x0403 && long == 0x0807_0605)
    #expect(cursor.remaining == 0)
    #expect(cursor.rest.isEmpty)
  }

  @Test("reads 24 and 48 bits")
  func oddWidths() throws {
    var cursor = ByteCursor(.hci, ByteRange(start: 0, end: 8))
    let three = try cursor.u24le(in: bytes.span)
    var other = ByteCursor(.hci, ByteRange(start: 2, end: 8))
    let six = try other.u48le(in: bytes.span)
    #expect(three == 0x03_0201 && six == 0x0807_0605_0403)
  }

  private func issue(
    _ range: ByteRange, _ read: (inout ByteCursor, Span<UInt8>) throws(DecodeIssue) -> Void
  ) -> DecodeIssue? {
    var cursor = ByteCursor(.att, range)
    do throws(DecodeIssue) {
      try read(&cursor, bytes.span)
      return nil
    } catch {
      return error
    }
  }

  @Test("a packet that is too short is the packet's fault")
  func packetLimit() {
    let found = issue(ByteRange(start: 4, end: 7)) { (cursor, bytes) throws(DecodeIssue) in
      _ = try cursor.u32le(in: bytes)
    }
    let wanted = DecodeIssue(layer: .att, offset: 4, needed: 4, available: 3, limit: .packet)
    #expect(found == wanted)
  }

  @Test("a packet that the logger cut is the capture's fault")
  func captureLimit() {
    let range = ByteRange(start: 4, end: 7, originalCount: 20)
    let found = issue(range) { (cursor, bytes) throws(DecodeIssue) in
      _ = try cursor.u32le(in: bytes)
    }
    #expect(found?.limit == .capture)
    #expect(found?.available == 3)
  }

  @Test("a range keeps both lengths where the cut lies inside it")
  func cutRange() throws {
    var cursor = ByteCursor(.att, ByteRange(start: 2, end: 5, originalCount: 10))
    let range = try cursor.range(8)
    #expect(range.count == 3)
    #expect(range.originalCount == 8)
    #expect(range.isCut)
    #expect(cursor.rest.originalCount == 2)
    #expect(cursor.rest.isEmpty)
  }

  @Test("a range beyond the packet's own length is an issue, cut or not")
  func rangeBeyondPacket() {
    let found = issue(ByteRange(start: 0, end: 3, originalCount: 4)) {
      (cursor, _) throws(DecodeIssue) in
      _ = try cursor.range(5)
    }
    #expect(found?.needed == 5)
    #expect(found?.limit == .packet)
  }
}

@Suite("ByteRange")
struct ByteRangeTests {
  @Test("compares octets, whatever their place", arguments: [0, 1, 7, 8, 9, 16, 23])
  func equality(count: Int) {
    let one = (0..<40).map { UInt8($0) }
    let other = [0xFF] + one
    let here = ByteRange(start: 5, end: 5 + count)
    let there = ByteRange(start: 6, end: 6 + count)
    let isEqual = here.equals(there, of: other.span, in: one.span)
    #expect(isEqual)
    if count > 0 {
      var changed = other
      changed[6 + count - 1] ^= 1
      let isStillEqual = here.equals(there, of: changed.span, in: one.span)
      #expect(!isStillEqual)
    }
    let longer = ByteRange(start: 6, end: 7 + count)
    let isPrefixEqual = here.equals(longer, of: other.span, in: one.span)
    #expect(!isPrefixEqual)
  }

  @Test("appends the octets of a range")
  func appends() {
    var list: [UInt8] = [9]
    let bytes: [UInt8] = [1, 2, 3, 4]
    list.append(ByteRange(start: 1, end: 3), of: bytes.span)
    list.append(.empty, of: bytes.span)
    #expect(list == [9, 2, 3])
  }
}

@Suite("TraceTime")
struct TraceTimeTests {
  @Test("differences of absurd times wrap instead of trapping")
  func wraps() {
    let early = TraceTime(microseconds: .min)
    let late = TraceTime(microseconds: .max)
    #expect(late.since(early) == -1)
    #expect(early < late)
  }
}
