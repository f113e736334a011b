import BletraceTestSupport
import Bytes
import Framing
import Testing

@Suite("MCUmgr: header")
struct MCUmgrHeaderTests {
  private func header(_ text: String) throws -> MCUmgrHeader? {
    let octets = hex(text)
    return try MCUmgrHeader(ByteRange(start: 0, end: octets.count), in: octets.span)
  }

  @Test("an image upload of version 2")
  func upload() throws {
    let found = try #require(
      try header(
        """
        0A      // op 2, write; version 1, which is the second
        00      // flags
        01 2C   // 300 octets follow
        00 01   // group 1, image
        42      // sequence
        01      // command 1, upload
        """))
    #expect(found.operation == .write && !found.operation.isResponse)
    #expect(found.version == 1 && found.flags == 0 && found.length == 300)
    #expect(found.group == 1 && found.sequence == 0x42 && found.command == 1)
  }

  @Test("reserved operations and bits are no header")
  func reserved() throws {
    #expect(try header("04 00 0000 0000 00 00") == nil)
    #expect(try header("23 00 0000 0000 00 00") == nil)
  }

  @Test("a value that ends inside it")
  func short() {
    #expect(throws: DecodeIssue.self) { try header("03 00 0006 0000 00") }
  }
}
