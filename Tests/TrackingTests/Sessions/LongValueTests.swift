import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@Suite("Long values")
struct LongValueTests {
  private let text = Array("The quick brown fox jumps over the lazy dog.".utf8)

  // MARK: - Reads

  @Test("a read that goes on with blobs")
  func read() throws {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"))  // 2
      story.att(.rx, [0x0B] + text[..<22])
      story.att(.tx, hex("0C 13 00 16 00"))
      story.att(.rx, [0x0D] + text[22...])  // 5
      story.att(.tx, hex("0A 15 00"))
      story.att(.rx, hex("0B 01"))
    }
    let value = try #require(heard.connections[0].longValues.first)
    #expect(heard.connections[0].longValues.count == 1)
    #expect(value.isRead && value.server == .peer && value.handle.rawValue == 0x13)
    #expect(value.bytes == text && value.octets == 44 && value.parts == 2 && !value.isCut)
    #expect(value.firstFrame == 2 && value.lastFrame == 5)
  }

  @Test("a blob that cannot be placed is left out")
  func notPlaced() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0C 13 00 16 00"))  // the beginning was not captured
      story.att(.rx, [0x0D] + text[22...])
      story.att(.tx, hex("0A 13 00"))
      story.att(.rx, [0x0B] + text[..<22])
      story.att(.tx, hex("0C 15 00 16 00"))  // another handle
      story.att(.rx, [0x0D] + text[22...])
    }
    #expect(heard.connections[0].longValues.isEmpty)
  }

  @Test("a refused blob ends the value with what was read")
  func refusedBlob() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0C 13 00 00 00"))
      story.att(.rx, [0x0D] + text[..<22])
      story.att(.tx, hex("0C 13 00 16 00"))
      story.att(.rx, [0x0D] + text[22..<44])
      story.att(.tx, hex("0C 13 00 2C 00"))
      story.att(.rx, hex("01 0C 13 00 07"))
    }
    #expect(heard.connections[0].longValues.map(\.bytes) == [text])
  }

  @Test("a part that was cut makes a value that is known by its length")
  func cutRead() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"))
      story.l2cap(.rx, 0x0004, [0x0B] + text[..<22], keeping: 15)
      story.att(.tx, hex("0C 13 00 16 00"))
      story.att(.rx, [0x0D] + text[22...])
    }
    let value = heard.connections[0].longValues[0]
    #expect(value.isCut && value.octets == 44)
    #expect(value.bytes == Array(text[..<6]))
  }

  // MARK: - Writes

  private func prepare(
    _ story: inout CaptureBuilder, _ handle: UInt16, _ offset: UInt16, _ part: some Sequence<UInt8>,
    error: UInt8? = nil
  ) {
    story.att(.tx, [0x16] + octets(handle) + octets(offset) + part)
    if let error {
      story.att(.rx, [0x01, 0x16] + octets(handle) + [error])
    } else {
      story.att(.rx, [0x17] + octets(handle) + octets(offset) + part)
    }
  }

  private func execute(_ story: inout CaptureBuilder, _ flags: UInt8 = 1) {
    story.att(.tx, [0x18, flags])
    story.att(.rx, [0x19])
  }

  @Test("prepared parts become a value when they are executed")
  func write() throws {
    let heard = Followed { story in
      story.connect()
      prepare(&story, 0x13, 0, text[..<18])  // 2, 3
      prepare(&story, 0x13, 18, text[18..<36])
      prepare(&story, 0x13, 36, text[36...])
      execute(&story)  // 8, 9
    }
    let value = try #require(heard.connections[0].longValues.first)
    #expect(!value.isRead && value.bytes == text && value.parts == 3)
    #expect(value.firstFrame == 2 && value.lastFrame == 8)
    #expect(heard.values.map(\.kind) == [.longWrite])
    #expect(heard.values.map(\.bytes) == [text])
    #expect(heard.values.map(\.frame) == [8])
    #expect(heard.connections[0].transactions.count == 4)
  }

  @Test("several handles make several values, also with their parts in turns")
  func severalHandles() {
    let heard = Followed { story in
      story.connect()
      prepare(&story, 0x13, 0, Array("ab".utf8))
      prepare(&story, 0x15, 0, Array("AB".utf8))
      prepare(&story, 0x13, 2, Array("cd".utf8))
      prepare(&story, 0x15, 1, Array("CD".utf8))  // over what was there
      execute(&story)
    }
    #expect(heard.values.map(\.handle) == [0x13, 0x15])
    #expect(heard.texts == ["abcd", "ACD"])
  }

  @Test("cancelled, refused or never executed, they are no value")
  func notExecuted() {
    let heard = Followed { story in
      story.connect()
      prepare(&story, 0x13, 0, Array("no".utf8))
      execute(&story, 0)
      prepare(&story, 0x13, 0, Array("no".utf8))
      story.att(.tx, hex("18 01"))
      story.att(.rx, hex("01 18 13 00 0D"))
      execute(&story)
      prepare(&story, 0x13, 0, Array("no".utf8))
      story.disconnect()
    }
    #expect(heard.values.isEmpty && heard.connections[0].longValues.isEmpty)
    #expect(heard.connections[0].transactions.errors == 1)
  }

  @Test("a part that was refused is not among them")
  func refusedPart() {
    let heard = Followed { story in
      story.connect()
      prepare(&story, 0x13, 0, Array("ab".utf8))
      prepare(&story, 0x15, 0, Array("no".utf8), error: 0x03)
      prepare(&story, 0x13, 2, Array("cd".utf8))
      execute(&story)
    }
    #expect(heard.texts == ["abcd"])
    #expect(heard.values.map(\.handle) == [0x13])
  }

  @Test("a part that was cut still has its length")
  func cutPart() {
    let heard = Followed { story in
      story.connect()
      story.l2cap(.tx, 0x0004, hex("16 13 00 00 00") + text[..<18], keeping: 20)
      story.att(.rx, hex("17 13 00 00 00") + text[..<18])
      prepare(&story, 0x13, 18, text[18..<36])
      execute(&story)
    }
    let value = heard.connections[0].longValues[0]
    #expect(value.isCut && value.octets == 36)
    #expect(heard.values.map(\.octets) == [36])
  }

  @Test("a part with a hole before it cannot be placed")
  func hole() {
    let heard = Followed { story in
      story.connect()
      prepare(&story, 0x13, 0, Array("ab".utf8))
      prepare(&story, 0x13, 5, Array("cd".utf8))
      execute(&story)
    }
    #expect(heard.connections[0].longValues.map(\.isCut) == [true])
    #expect(heard.texts == ["ab"])
  }

  @Test("parts without end are kept up to a bound")
  func bound() {
    let heard = Followed { story in
      story.connect()
      for _ in 0..<1000 { prepare(&story, 0x13, 0, text) }
      execute(&story)
    }
    #expect(heard.connections[0].bounds.names == [.longValues])
    #expect(heard.texts == [String(decoding: text, as: UTF8.self)])
  }
}
