import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Bytes

@Suite("Connections of which the kernel was asked")
struct KernelConnectionTests {
  private func note(
    _ handle: UInt16 = 0x0040, _ role: ConnectionRole = .peripheral,
    _ transport: KernelConnectionNote.Transport = .le
  ) -> KernelConnectionNote {
    KernelConnectionNote(
      handle: ConnectionHandle(handle), transport: transport, role: role,
      peer: DeviceAddress(parsing: "66:0D:F3:41:90:E7")!)
  }

  private func add(_ note: KernelConnectionNote, to story: inout CaptureBuilder) {
    story.add(.userLogging, .unknown, note.octets)
  }

  @Test("the note is a text that other programs show")
  func text() throws {
    let octets = note().octets
    let message = "connection 64 LE peripheral 66:0D:F3:41:90:E7, asked of the kernel"
    #expect(octets == [6, 9] + Array("bletrace\0\(message)\0".utf8))
    let range = ByteRange(start: 0, end: octets.count)
    #expect(KernelConnectionNote(range, in: octets.span) == note())
    let other = note(0x0EFF, .central, .brEDR)
    let longest = other.octets
    #expect(
      KernelConnectionNote(ByteRange(start: 0, end: longest.count), in: longest.span) == other)
  }

  @Test("what is not written exactly so is none of ours")
  func foreign() {
    let octets = note().octets
    for count in 0..<octets.count {
      #expect(KernelConnectionNote(ByteRange(start: 0, end: count), in: octets.span) == nil)
    }
    for index in octets.indices {
      var changed = octets
      changed[index] = 0xFF
      let range = ByteRange(start: 0, end: changed.count)
      #expect(KernelConnectionNote(range, in: changed.span) == nil, "octet \(index)")
    }
    for words in ["64 LE central 66:0d:f3:41:90:e7", "3840 LE central 66:0D:F3:41:90:E7", "64"] {
      let text = [6, 9] + Array("bletrace\0connection \(words), asked of the kernel\0".utf8)
      #expect(KernelConnectionNote(ByteRange(start: 0, end: text.count), in: text.span) == nil)
    }
  }

  @Test("address, role and transport are known where the capture does not show them")
  func learned() throws {
    let heard = Followed { story in
      add(note(), to: &story)
      story.notify(0x15, "one")
      story.disconnect(reason: 0x13)
    }
    let connection = try #require(heard.connections.first)
    #expect(heard.connections.count == 1)
    #expect(connection.learnedFrom == .kernel)
    #expect(connection.peer?.description == "66:0D:F3:41:90:E7" && connection.peerType == nil)
    #expect(connection.role == .peripheral && connection.transport == .le)
    #expect(connection.completeFrame == nil && connection.mtuExchange.effective == nil)
    #expect(connection.disconnect?.frame == 3)
    #expect(heard.observed.opened == [false])
  }

  @Test("a connection that was heard before the note learns the rest from it")
  func late() throws {
    let heard = Followed { story in
      story.notify(0x15, "one")
      add(note(), to: &story)
      add(note(0x0040, .central), to: &story)
    }
    let connection = try #require(heard.connections.first)
    #expect(heard.connections.count == 1)
    #expect(connection.learnedFrom == .kernel && connection.role == .peripheral)
  }

  @Test("it changes nothing about a connection that the capture shows")
  func shown() throws {
    let heard = Followed { story in
      story.connect()
      add(note(), to: &story)
      story.disconnect(reason: 0x13)
      // The kernel was asked before it knew of the end.
      add(note(), to: &story)
    }
    let connection = try #require(heard.connections.first)
    #expect(heard.connections.count == 1)
    #expect(connection.learnedFrom == nil && connection.role == .central)
    #expect(connection.peer?.description == "66:0D:F3:0A:7B:1C")
  }

  @Test("a connection that begins on the handle afterwards is another one")
  func reused() {
    let heard = Followed { story in
      add(note(), to: &story)
      story.connect()
    }
    #expect(heard.connections.map(\.learnedFrom) == [.kernel, nil])
    #expect(heard.connections.map(\.isOpen) == [false, true])
  }

  @Test("what bletrace itself causes in a monitor is counted apart")
  func ownRecords() {
    let open = hex("07000000 0000 02 1600 00000000 10") + Array("bletrace".utf8)
    let padding = [UInt8](repeating: 0, count: 8)
    let heard = Followed { story in
      story.add(.controlOpen, .unknown, open + padding, controller: 0xFFFF)
      story.add(.controlOpen, .unknown, [8] + open.dropFirst() + Array("-other-\0".utf8))
      add(note(), to: &story)
      story.add(.controlClose, .unknown, hex("08000000"), controller: 0xFFFF)
      story.add(.controlClose, .unknown, hex("07000000"), controller: 0xFFFF)
      story.add(.controlClose, .unknown, hex("07000000"), controller: 0xFFFF)
      // Cut.
      for count in 0..<20 {
        story.add(.controlOpen, .unknown, Array(open.prefix(count)), controller: 0xFFFF)
      }
    }
    #expect(heard.tracker.sessions.ownRecords == 3)
    #expect(heard.tracker.sessions.undecodableRecords == 0)
  }
}
