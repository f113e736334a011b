import BletraceTestSupport
import Bytes
import Testing

@testable import Framing

@Suite("BLE MIDI: session")
struct MIDISessionTests {
  @Test("messages with a status, with that before, and of one octet")
  func messages() {
    var story = Story<MIDISession>()
    // Note on; note on again, with and without a time; program change; clock.
    story.add("80 80 90 3C 7F 81 3E 7F 40 7F 82 C0 05 83 F8", .data)
    story.add("80 80 80 3C 00", fromServer: true, .data)
    story.close()
    #expect(story.counts.fromClient == 5 && story.counts.fromServer == 1)
    #expect(story.events.isEmpty)
  }

  @Test("a system exclusive message over three packets, with a clock in it")
  func exclusive() {
    var story = Story<MIDISession>()
    story.add("80 80 F0 7E 01", .data)
    story.add("80 02 81 F8 03", .data)
    story.add("81 04 82 F7 83 90 3C 7F", .data)
    #expect(story.payload(0) == hex("F0 7E 01 02 03 04 F7") && story.endings == [.complete])
    #expect(story.facts.first?.messages == 3 && story.faults.isEmpty)
    #expect(story.counts.fromClient == 3)
  }

  @Test("two in one packet; one that another message breaks off")
  func several() {
    var story = Story<MIDISession>()
    story.add("80 80 F0 01 80 F7 80 F0 02 81 F7", .data)
    #expect(story.payload(0) == hex("F0 01 F7 F0 02 F7"))
    #expect(story.endings == [.complete, .complete])
    story.add("80 80 F0 01", fromServer: true, .data)
    story.add("80 80 90 3C 7F", fromServer: true, .data)
    #expect(story.endings.last == .broken && story.payload(1) == hex("F0 01"))
  }

  @Test("what is none")
  func malformed() {
    var story = Story<MIDISession>()
    story.add("12 80 90 3C 7F", .data)
    #expect(story.faults.map(\.kind) == [.malformed] && story.counts.stray == 1)
    // What goes on with a message that is not known is no fault.
    story.add("80 01 02 80 F7", .data)
    #expect(story.faults.count == 1)
  }

  @Test("cut anywhere: never complete")
  func cut() {
    let values = ["80 80 F0 7E 01", "80 02 81 F8 03", "81 04 82 F7"]
    for count in 1..<3 {
      var story = Story<MIDISession>()
      for value in values[..<count] { story.add(value, .data) }
      story.close()
      #expect(story.endings == [.interrupted])
    }
  }
}
