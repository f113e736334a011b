import Testing

@testable import Framing

@Suite("A framing that the user writes")
struct FramingSpecTests {
  private static func layout(_ text: String) throws -> FramingLayout? {
    guard case .layout(let layout) = try FramingSpec(text) else { return nil }
    return layout
  }

  @Test("items and their defaults")
  func items() throws {
    let number = FramingLayout.Number(offset: 0, width: 2)
    let length = try Self.layout("length:u16le,crc:16")
    #expect(
      length
        == FramingLayout(
          boundary: .length, length: FramingLayout.Length(number, extra: 2),
          checksum: FramingLayout.Checksum(.crc16MODBUS)))
    let counted = try #require(try Self.layout("start:AA55,length:u8@2/payload,xor:8/from=2"))
    #expect(counted.start == [0xAA, 0x55])
    #expect(counted.length?.extra == 4)
    #expect(counted.checksum == FramingLayout.Checksum(.xor8, from: 2))
    let all = try Self.layout("length:u32be@1/all,crc:16/xmodem/be")
    #expect(all?.length?.extra == 0)
    #expect(all?.checksum == FramingLayout.Checksum(.crc16XMODEM, isBigEndian: true))
    #expect(try Self.layout("length:u8/+7")?.length?.extra == 7)
    #expect(try Self.layout("length:u8/-1")?.length?.extra == -1)
    let inHeader = try #require(try Self.layout("length:u8/+3,crc:16/xmodem/at=1"))
    #expect(inHeader.checksum == FramingLayout.Checksum(.crc16XMODEM, headerOffset: 1))
    #expect(inHeader.messageHeader == 3)
    #expect(inHeader.spec == "length:u8/+3,crc:16/xmodem/at=1")
    #expect(try FramingSpec("none") == .none)
  }

  @Test("what says where messages begin")
  func boundaries() throws {
    #expect(try Self.layout("counter:u16le")?.boundary == .stream)
    #expect(try Self.layout("counter:u16le")?.chunkHeader == 2)
    #expect(try Self.layout("counter:u8@1/0")?.boundary == .counter)
    #expect(try Self.layout("counter:u8,length:u8")?.boundary == .length)
    #expect(try Self.layout("record:300,sum:8")?.boundary == .record(300))
    #expect(try Self.layout("start:55AA")?.boundary == .start)
    #expect(try Self.layout("start:55AA/AA55")?.otherStart == [0xAA, 0x55])
    #expect(try Self.layout("xor:8")?.boundary == .value)
    #expect(try Self.layout("each-value,length:u8@1")?.boundary == .value)
    let flags = try Self.layout("flags:80/40@1")
    #expect(flags?.position == .bits(offset: 1, begin: 0x80, end: 0x40))
    #expect(flags?.chunkHeader == 2)
    let roles = try Self.layout("roles:1/2/3/-")
    #expect(roles?.position == .octets(offset: 0, begin: 1, middle: 2, end: 3, single: nil))
    let left = FramingLayout.Number(offset: 2, width: 1)
    #expect(try Self.layout("left:u8@2/1")?.position == .remaining(left, last: 1))
    let index = try Self.layout("index:u8/1,total:u8@1,chunk-header:4")
    #expect(
      index?.position
        == .index(
          FramingLayout.Number(offset: 0, width: 1), of: FramingLayout.Number(offset: 1, width: 1),
          first: 1))
    #expect(index?.chunkHeader == 4)
  }

  @Test(
    "errors say what is expected",
    arguments: [
      ("", "an item such as"), ("length", "one of length:"), ("length:", "one of length:"),
      ("length:u12", "u8, u16le"), ("length:u8@256", "0 to 255"), ("length:u8@x", "0 to 255"),
      ("length:u8/most", "rest, all, payload"), ("length:u8/all/1", "at most one slash"),
      ("size:u8", "one of length:"), ("crc:12", "crc:8, crc:16"), ("crc:16/foo", "xmodem"),
      ("crc:8/at=1/from=2", "not both"), ("length:u8,chunk-crc:8/at=2", "no at=N"),
      ("xor:8/modbus", "be, le, from=N, at=N"),
      ("length:u8,length:u8", "already"),
      ("sum:8,crc:8", "already"), ("record:0", "1 to"), ("start:A", "hexadecimal"),
      ("start:", "one of length:"), ("flags:3/40", "two bits"), ("flags:80", "two bits"),
      ("roles:1/2/3", "four octets"), ("roles:1/2/3/x", "not 'x'"),
      ("flags:80/40,left:u8", "only one of"), ("index:u8", "needs total:"),
      ("total:u8", "needs index:"),
      ("counter:u8/256", "0 to 255"), ("record:2,length:u16le,crc:16", "longer"),
      ("counter:u16le,chunk-header:1", "at least 2"), ("none,crc:16", "one of length:"),
      ("each-value:1", "alone"), ("start:AA/BBCC", "one length"),
      ("start:AA/BB,record:4", "two starts"),
    ])
  func errors(text: String, expected: String) {
    let error = #expect(throws: FramingSpecError.self) { try FramingSpec(text) }
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
  }

  @Test("a layout that is written out is read back")
  func roundTrip() throws {
    for seed in 0..<240 {
      let layout = MadeUpFraming(seed: seed).layout
      #expect(try Self.layout(layout.spec) == layout, "\(layout.spec)")
    }
  }
}
