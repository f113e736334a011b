import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("The controller's address in a note of the logger")
struct NotedAddressTests {
  private func controllers(
    _ notes: [String], _ build: (inout CaptureBuilder) -> Void = { _ in }
  ) -> [ReportV1.Controller] {
    var story = CaptureBuilder()
    for note in notes { story.add(.loggerNote, .unknown, Array(note.utf8), detail: 0xFC) }
    build(&story)
    story.connect()
    return Analysed(story).capture.controllers
  }

  @Test("PacketLogger's is taken", arguments: ["", "\0", "\n"])
  func noted(end: String) {
    let found = controllers(["Product: iPhone", "Address: 80:96:98:42:54:b0" + end])
    #expect(found.map(\.address) == ["80:96:98:42:54:B0"])
    #expect(found.map(\.addressSource) == [.note])
  }

  @Test("what the controller says counts more")
  func read() {
    let found = controllers(["Address: 80:96:98:42:54:B0"]) {
      $0.commandComplete(0x1009, [0, 1, 2, 3, 4, 5, 6])
    }
    #expect(found.map(\.address) == ["06:05:04:03:02:01"])
    #expect(found.map(\.addressSource) == [.controller])
  }

  @Test(
    "other notes that look like it say nothing of the controller",
    arguments: [
      "Matching Addresses (4):", "  P(0):44:09:DA:5C:4F:AF", "Peer Address: 80:96:98:42:54:B0",
      "Address: 80:96:98:42:54:B0 connected", "Address: 80:96:98:42:54",
      "Address: 80-96-98-42-54-B0", "Address: 80:96:98:42:54:G0", "Address: 00:00:00:00:00:00",
      "Address: ", "",
    ])
  func unlike(note: String) {
    #expect(controllers([note]).map(\.address) == [nil])
    #expect(controllers([note]).map(\.addressSource) == [nil])
  }
}
