import BletraceTestSupport
import Foundation
import Testing

@testable import PacketText

/// What is printed of a few samples stands in Golden/. `make golden` rewrites it; the difference is
/// reviewed like code.
@Suite("Packets of samples")
struct PacketGoldenTests {
  @Test(arguments: [
    ("heart-rate-central", PacketOptions.Format.line), ("coc-central", .line),
    ("fault-insufficient-security", .fields), ("fault-undecodable", .octets),
    ("read-write-notify-central", .json),
  ])
  func golden(_ story: String, _ format: PacketOptions.Format) throws {
    let file = try #require(try sampleCaptures().first { $0.hasPrefix(story + "/") })
    let capture = Array(try Data(contentsOf: URL(filePath: samplesFolder + "/" + file)))
    let text = printed(capture) {
      $0.format = format
      // JSON is long, and much the same from packet to packet.
      if format == .json { $0.selection.frames = [20...50] }
    }
    let golden = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(story)-\(format).txt")
    if ProcessInfo.processInfo.environment["BLETRACE_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: golden)
    }
    #expect(text == String(decoding: try Data(contentsOf: golden), as: UTF8.self))
  }
}
