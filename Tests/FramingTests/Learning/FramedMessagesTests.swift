import Testing

@testable import Framing

@Suite("Messages put together by a layout")
struct FramedMessagesTests {
  private static func messages(_ spec: String, _ values: [[UInt8]]) throws -> [FramedMessage] {
    guard case .layout(let layout) = try FramingSpec(spec) else { return [] }
    return FramingLearnerTests.messages(layout, values)
  }

  @Test("a length separates messages, wherever values end")
  func lengths() throws {
    let found = try Self.messages("length:u8", [[3, 1, 2], [3, 2, 9, 8, 1], [7, 4, 1]])
    #expect(found.map(\.payload) == [[1, 2, 3], [9, 8], [7], [1]])
    #expect(found.map(\.ending) == [.complete, .complete, .complete, .cut])
    #expect(found.map(\.first) == [0, 1, 1, 2])
    #expect(found.map(\.last) == [1, 1, 2, 2])
    #expect(found.map(\.values) == [2, 1, 2, 1])
  }

  @Test("a length that is shorter than its own header ends nothing and hangs nothing")
  func impossibleLength() throws {
    let found = try Self.messages("length:u16be@2/all", [[0, 0, 0, 1, 5, 6], [0, 0, 0, 4]])
    #expect(found.map(\.octets) == [4])
    guard case .layout(let layout) = try FramingSpec("length:u32le/all") else { return }
    var messages = FramedMessages(layout, mostOctets: 100)
    #expect(messages.add([0xFF, 0xFF, 0xFF, 0xFF, 1], number: 1) == [])
    #expect(messages.strayValues == 1)
    #expect(messages.add([6, 0, 0, 0, 1, 2], number: 2).map(\.payload) == [[1, 2]])
  }

  @Test("start octets find the next message again")
  func resynchronisation() throws {
    let values: [[UInt8]] = [[0x55, 2, 1, 2], [9, 9], [0x55, 1, 7], [0x54], [0x55, 1, 8]]
    let found = try Self.messages("start:55,length:u8@1", values)
    #expect(found.map(\.payload) == [[1, 2], [7], [8]])
  }

  @Test("a counter that restarts shows what is missing, came twice and came late")
  func counters() throws {
    let found = try Self.messages(
      "counter:u8/0",
      [
        [0, 1], [1, 2], [1, 2], [2, 3],  // 1 came twice
        [0, 4], [2, 5],  // 1 is missing
        [0, 6], [1, 7], [2, 8], [0, 9],
      ])
    #expect(found.map(\.payload) == [[1, 2, 3], [4, 5], [6, 7, 8], [9]])
    #expect(found.map(\.repeated) == [1, 0, 0, 0])
    #expect(found.map(\.missing) == [0, 1, 0, 0])
    #expect(found.map(\.ending) == [.open, .cut, .open, .open])
  }

  @Test("a counter wraps, and a late value is left out")
  func wrap() throws {
    let values: [[UInt8]] = [[254, 1], [255, 2], [0, 3], [254, 9], [1, 4], [3, 5]]
    let found = try Self.messages("counter:u8", values)
    // The first number again begins the stream anew.
    #expect(found.map(\.payload) == [[1, 2, 3], [9, 4, 5]])
    let late = try Self.messages("counter:u8", [[9, 0], [10, 1], [11, 2], [10, 8], [12, 3]])
    #expect(late.map(\.payload) == [[0, 1, 2, 3]])
    #expect(late.map(\.outOfOrder) == [1])
  }

  @Test("a missing value keeps the messages that follow")
  func missingInLength() throws {
    let values: [[UInt8]] = [[0, 6, 1, 2], [2, 7], [3, 2, 5, 6]]
    let found = try Self.messages("counter:u8,length:u8", values)
    #expect(found.map(\.missing) == [1, 0])
    #expect(found.map(\.ending) == [.cut, .complete])
    #expect(found.last?.payload == [5, 6])
  }

  @Test("flags, roles and numbers left")
  func positions() throws {
    let flags: [[UInt8]] = [[0x80, 1], [0, 2], [0x40, 3], [0xC0, 4], [0x80, 5], [0x80, 6]]
    let found = try Self.messages("flags:80/40", flags)
    #expect(found.map(\.payload) == [[1, 2, 3], [4], [5], [6]])
    #expect(found.map(\.ending) == [.complete, .complete, .cut, .cut])
    let roles: [[UInt8]] = [[1, 1], [3, 2], [0, 3], [9, 9], [1, 4], [2, 5], [3, 6]]
    #expect(try Self.messages("roles:1/2/3/0", roles).map(\.payload) == [[1, 2], [3], [4, 5, 6]])
    let left: [[UInt8]] = [[2, 1], [1, 2], [0, 3], [0, 4]]
    #expect(try Self.messages("left:u8", left).map(\.payload) == [[1, 2, 3], [4]])
    let index: [[UInt8]] = [[1, 3, 1], [3, 3, 2], [1, 1, 3], [2, 2, 4]]
    let indexed = try Self.messages("index:u8/1,total:u8@1", index)
    #expect(indexed.map(\.payload) == [[1, 2], [3], [4]])
    #expect(indexed.map(\.missing) == [1, 0, 1])
  }

  @Test("checksums: right, wrong, and of a message that is too short")
  func checksums() throws {
    let values: [[UInt8]] = [[1, 2, 3], [1, 2, 4], [5], [0x0D]]
    let found = try Self.messages("xor:8", values)
    #expect(found.map(\.checksumIsRight) == [true, false, false, false])
    #expect(found.map(\.payload) == [[1, 2], [1, 2], [], []])
    let ends = try Self.messages("sum:8/from=1,end:FF,each-value", [[9, 1, 2, 3, 0xFF], [0xFF]])
    #expect(ends.map(\.checksumIsRight) == [true, false])
  }

  @Test("the named CRCs give the check values of the catalogue")
  func catalogue() {
    let checks: [ChecksumKind: UInt32] = [
      .crc8SMBus: 0xF4, .crc8Maxim: 0xA1, .crc8ROHC: 0xD0, .crc8ITU: 0xA1, .crc8J1850: 0x4B,
      .crc8AUTOSAR: 0xDF, .crc8DVB: 0xBC, .crc8NRSC5: 0xF7, .crc8WCDMA: 0x25, .crc8DARC: 0x15,
      .crc8Tech3250: 0x97, .crc8CDMA2000: 0xDA, .crc16ARC: 0xBB3D, .crc16MODBUS: 0x4B37,
      .crc16USB: 0xB4C8, .crc16Maxim: 0x44C2, .crc16XMODEM: 0x31C3, .crc16IBM3740: 0x29B1,
      .crc16SPIFujitsu: 0xE5CC, .crc16GENIBUS: 0xD64E, .crc16KERMIT: 0x2189,
      .crc16MCRF4XX: 0x6F91, .crc16SDLC: 0x906E, .crc16UMTS: 0xFEE8, .crc16CMS: 0xAEE7,
      .crc16DNP: 0xEA82, .crc32ISO: 0xCBF4_3926, .crc32BZIP2: 0xFC89_1918,
      .crc32MPEG2: 0x0376_E6E7, .crc32JAMCRC: 0x340B_C6D9, .crc32ISCSI: 0xE306_9283,
      .crc32CKSUM: 0x765E_7680, .sum8: 0xDD, .sum16: 0x1DD, .complement8: 0x22,
      .negated8: 0x23, .complement16: 0xFE22, .negated16: 0xFE23, .xor8: 0x31,
    ]
    for kind in ChecksumKind.allCases {
      #expect(kind.value(of: Array("123456789".utf8)) == checks[kind], "\(kind)")
    }
  }

  @Test("a value of thousands of messages and one that never ends take linear time")
  func bounds() throws {
    let many = try Self.messages("length:u8", [[UInt8](repeating: 0, count: 60_000)])
    #expect(many.count == 60_000)
    guard case .layout(let layout) = try FramingSpec("counter:u8") else { return }
    var messages = FramedMessages(layout, mostOctets: 1000)
    var octets = 0
    for index in 0..<100_000 {
      for message in messages.add([UInt8(truncatingIfNeeded: index), 1, 2], number: index) {
        octets += message.octets
        #expect(message.octets <= 1002)
        #expect(message.ending == .cut)
      }
    }
    octets += messages.finish().reduce(0) { $0 + $1.octets }
    #expect(octets == 200_000)
  }

  @Test("values with a length and a checksum of their own")
  func chunks() throws {
    guard
      case .layout(let layout) = try FramingSpec("left:u8,chunk-length:u8@1/all,chunk-xor:8")
    else { return }
    var messages = FramedMessages(layout)
    #expect(messages.add([1, 5, 7, 8, 11], number: 1) == [])
    #expect(messages.damaged == 0)
    #expect(messages.add([0, 4, 9, 13], number: 2).map(\.payload) == [[7, 8, 9]])
    #expect(messages.damaged == 0)
    #expect(messages.add([0, 4, 9, 12], number: 3).count == 1)
    #expect(messages.add([0, 5, 9, 12], number: 4).count == 1)
    #expect(messages.damaged == 2)
  }
}
