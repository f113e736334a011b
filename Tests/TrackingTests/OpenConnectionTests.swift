import BletraceTestSupport
import Testing

@testable import Report
@testable import Tracking

@Suite("How long a connection lasts")
struct OpenConnectionTests {
  /// A value, ten seconds of silence, and then what the build says.
  private static func connection(
    _ build: (inout CaptureBuilder) -> Void
  ) -> ReportV1.Connection {
    var story = CaptureBuilder()
    story.connect()
    story.notify(0x15, [1])
    story.wait(by: 10_000_000)
    build(&story)
    return Analysed(story).connections[0]
  }

  @Test("one that nothing ends lasts as long as the capture, silent or not")
  func untilTheEnd() throws {
    let connection = Self.connection {
      $0.command(0x200C, [0, 0])
      $0.wait(by: 5_000_000)
      $0.command(0x200C, [1, 0])
    }
    #expect(connection.isOpen && connection.lastFrame == 2)
    #expect(connection.endUs - connection.startUs >= 15_000_000)
    #expect(try #require(connection.silentUs) >= 15_000_000)
    let last = try #require(connection.phases.last)
    #expect(last.name == .idle && last.startUs + last.spanUs == connection.endUs)
  }

  @Test("one that this host ends in a silence: the silence is a part of it")
  func hungUp() throws {
    let connection = Self.connection {
      $0.hangUp()
      $0.disconnect(reason: 0x16)
    }
    #expect(!connection.isOpen)
    #expect(try #require(connection.silentUs) >= 10_000_000)
    #expect(connection.phases.contains { $0.name == .idle && $0.spanUs >= 9_900_000 })
  }

  @Test("a log of data alone has no ends: a connection lasts until its last packet there")
  func dataAlone() {
    var story = CaptureBuilder()
    story.notify(0x15, [1])
    story.wait(by: 10_000_000)
    story.notify(0x15, [2], 0x41)
    let connections = Analysed(story).connections
    #expect(connections.count == 2)
    #expect(connections[0].endUs == connections[0].startUs)
  }

  @Test("a reset is an end: nothing lasts longer than that")
  func reset() {
    let connection = Self.connection {
      $0.command(0x0C03, [])
      $0.commandComplete(0x0C03, [0])
      $0.wait(by: 5_000_000)
      $0.command(0x200C, [1, 0])
    }
    #expect(connection.end != nil && connection.endUs - connection.startUs < 11_000_000)
  }
}
