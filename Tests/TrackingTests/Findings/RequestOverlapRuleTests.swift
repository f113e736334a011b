import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("request-overlap")
struct RequestOverlapRuleTests {
  private func capture(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    story.connect()
    build(&story)
    return Analysed(story).capture
  }

  private func read(_ handle: UInt8) -> [UInt8] { [0x0A, handle, 0x00] }

  @Test("a second request in front of the answer to the first")
  func answered() throws {
    let finding = try only(
      RequestOverlapRule.self,
      in: capture {
        $0.att(.tx, [0x12, 0x35, 0x00, 0x01, 0x07])
        $0.att(.tx, read(0x2D))
        $0.att(.tx, read(0x2E))
        $0.att(.rx, [0x13])
        $0.att(.rx, [0x0B, 1])
        $0.att(.rx, [0x01, 0x0A, 0x2E, 0x00, 0x02])
      })
    #expect(finding.severity == .info)
    #expect(finding.frames == [2, 3, 4])
    #expect(
      finding.message
        == "This host sent 2 requests while an earlier one had no answer yet, the first of them a "
        + "Read Request (#3) while its Write Request to handle 0x0035 (#2) was open; an ATT "
        + "client has to wait for each answer before its next request on a bearer. All of the "
        + "earlier ones were answered later.")
    #expect(finding.evidence[.party] == .string("local"))
    #expect(finding.evidence[.count] == .int(2) && finding.evidence[.answered] == .int(2))
  }

  @Test("an answer that never came is a warning where others came, and information where none did")
  func unanswered() throws {
    let dropped = try only(
      RequestOverlapRule.self,
      in: capture {
        $0.att(.tx, [0x12, 0x35, 0x00, 0x01, 0x07])
        $0.att(.tx, read(0x2D))
        $0.att(.rx, [0x0B, 1])
        $0.att(.tx, read(0x2E))
        $0.att(.tx, read(0x2F))
        $0.att(.rx, [0x0B, 1])
        $0.att(.rx, [0x0B, 1])
      })
    #expect(dropped.severity == .warning)
    #expect(dropped.message.hasSuffix("1 of the earlier ones was never answered."))
    // Where none was answered, they are one stall, which another rule reports.
    let again = capture {
      $0.signalling(.rx, 0x12, 1, [6, 0, 12, 0, 0, 0, 0xF4, 0x01])
      $0.att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
      $0.wait(by: 2_900_000)
      $0.att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
    }
    #expect(RequestOverlapRule.check(again).isEmpty)
    #expect(again.connections[0].att.overlaps.map(\.count) == [1])
    let stall = try only(ATTRequestUnansweredRule.self, in: again)
    // The end may have cut off the answer to the second one, but not those to both.
    #expect(stall.frames == [3, 4])
  }

  @Test(
    "the same request again after 3 s is a timer's, and reported as unanswered",
    arguments: [
      [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28], [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28],
      [0x04, 0x01, 0x00, 0xFF, 0xFF], [0x0A, 0x03, 0x00], [0x0C, 0x03, 0x00, 0x16, 0x00],
      [0x02, 0x73, 0x00], [0x06, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28, 0x0F, 0x18],
      [0x12, 0x35, 0x00, 0x01, 0x07, 0x09], [0x12, 0x36, 0x00, 0x01, 0x00],
    ] as [[UInt8]])
  func repeated(request: [UInt8]) throws {
    let again = capture {
      for _ in 0..<3 {
        $0.att(.tx, request)
        $0.wait(by: 5_000_000)
      }
      $0.disconnect()
    }
    #expect(RequestOverlapRule.check(again).isEmpty)
    let finding = try only(ATTRequestUnansweredRule.self, in: again)
    #expect(finding.frames == [2, 3])
    #expect(finding.message.contains(", and was repeated after 5 s"))
    #expect(again.connections[0].att.pending.map(\.repeatedFrame) == [3, 4, nil])
    // Another last octet: another question, another value.
    var other = request
    other[other.count - 1] ^= 1
    let overlap = capture {
      $0.att(.tx, request)
      $0.wait(by: 5_000_000)
      $0.att(.tx, other)
      $0.att(.rx, [0x1B, 0x10, 0x00, 1])
    }
    #expect(overlap.connections[0].att.overlaps.map(\.count) == [1])
    #expect(overlap.connections[0].att.pending.allSatisfy { $0.repeatedUs == nil })
  }

  @Test("what was sent twice needs one answer, and then the next may go")
  func repeatedAndAnswered() {
    let story = capture {
      $0.att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
      $0.wait(by: 5_000_000)
      $0.att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
      $0.att(.rx, [0x11, 0x06, 0x01, 0x00, 0xFF, 0xFF, 0xE0, 0xFF])
      $0.att(.tx, read(0x03))
      $0.att(.rx, [0x0B, 1])
      $0.wait(by: 5_000_000)
      $0.disconnect()
    }
    #expect(RequestOverlapRule.check(story).isEmpty)
    #expect(ATTRequestUnansweredRule.check(story).isEmpty)
    #expect(story.connections[0].att.transactions.unanswered == 0)
  }

  @Test("what was sent three times needs one answer, and takes none of a later request")
  func settledChain() throws {
    let ofName: [UInt8] = [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x2A]
    let ofDeclarations: [UInt8] = [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28]
    let story = capture {
      for _ in 0..<3 {
        $0.att(.tx, ofDeclarations)
        $0.wait(by: 5_000_000)
      }
      $0.att(.rx, [0x01, 0x08, 0x01, 0x00, 0x0A])
      $0.att(.tx, ofName)
      $0.att(.rx, [0x09, 5, 0x03, 0x00, 0x50, 0x65, 0x6E])
      // The same once more after 3 s is no repetition, as the one before it has its answer.
      $0.wait(by: 5_000_000)
      $0.att(.tx, ofName)
      $0.att(.rx, [0x09, 5, 0x03, 0x00, 0x50, 0x65, 0x6E])
      $0.disconnect()
    }
    let connection = story.connections[0]
    #expect(connection.peer.name == "Pen", "an answer of the type that was asked for")
    #expect(connection.att.transactions.unanswered == 0 && connection.att.pending.isEmpty)
    #expect(RequestOverlapRule.check(story).isEmpty)
    #expect(ATTRequestUnansweredRule.check(story).isEmpty)
    #expect(EarlyDisconnectRule.check(story).isEmpty)
    // As long as nothing else was asked, a second answer is that of the repetition.
    let both = capture {
      for _ in 0..<2 {
        $0.att(.tx, ofName)
        $0.wait(by: 5_000_000)
      }
      for _ in 0..<2 { $0.att(.rx, [0x09, 5, 0x03, 0x00, 0x50, 0x65, 0x6E]) }
      $0.disconnect()
    }
    #expect(both.connections[0].att.transactions.unanswered == 0)
    // The second question has no answer at all.
    let lost = capture {
      for _ in 0..<2 {
        $0.att(.tx, ofName)
        $0.wait(by: 5_000_000)
      }
      $0.att(.rx, [0x09, 5, 0x03, 0x00, 0x50, 0x65, 0x6E])
      $0.att(.tx, ofDeclarations)
      $0.disconnect()
    }
    #expect(lost.connections[0].att.pending.map(\.frame) == [5])
  }

  @Test("a repetition of the later one counts no second earlier one")
  func repeatedLater() throws {
    let story = capture {
      $0.att(.tx, read(0x03))
      for _ in 0..<3 {
        $0.att(.tx, [0x12, 0x35, 0x00, 0x01, 0x07])
        $0.wait(by: 5_000_000)
      }
      $0.att(.rx, [0x0B, 1])
      $0.att(.rx, [0x13])
      $0.att(.tx, read(0x05))
      $0.att(.rx, [0x0B, 1])
      $0.disconnect()
    }
    let overlap = try #require(story.connections[0].att.overlaps.first)
    #expect((overlap.count, overlap.answered) == (1, 1))
    #expect(story.connections[0].att.transactions.unanswered == 0)
    let finding = try only(RequestOverlapRule.self, in: story)
    #expect(finding.message.hasSuffix(" The earlier one was answered later."))
  }

  @Test("a stall that requests overlapped in is one finding, with all of them")
  func stall() throws {
    let story = capture {
      $0.att(.tx, read(0x03))
      $0.wait(by: 50_000)
      $0.att(.rx, [0x0B, 1])
      $0.att(.tx, [0x12, 0x35, 0x00, 0x01, 0x07])
      $0.att(.tx, read(0x2D))
      $0.wait(by: 5_000_000)
      $0.att(.tx, read(0x2E))
      $0.wait(by: 31_000_000)
      $0.disconnect()
    }
    #expect(RequestOverlapRule.check(story).isEmpty)
    let finding = try only(ATTRequestUnansweredRule.self, in: story)
    #expect(finding.severity == .error && finding.frames == [4, 5])
    #expect(
      finding.message.hasSuffix(
        "timed out; 1 further request (#5) that was sent meanwhile had no answer either."))
    #expect(finding.evidence[.sentMeanwhile] == .int(1))
    #expect(try #require(finding.advice).hasPrefix("An ATT client has to wait for each answer"))
  }

  @Test("one request that came too early and was dropped is one finding")
  func droppedLater() throws {
    let story = capture {
      $0.att(.tx, read(0x2D))
      $0.att(.tx, [0x12, 0x35, 0x00, 0x01, 0x07])
      $0.att(.rx, [0x0B, 1])
      $0.wait(by: 5_000_000)
      $0.disconnect()
    }
    #expect(RequestOverlapRule.check(story).isEmpty)
    let finding = try only(ATTRequestUnansweredRule.self, in: story)
    #expect(finding.frames == [2, 3])
    #expect(
      finding.message.hasSuffix("; it was sent while an earlier request (#2) was open."))
  }

  @Test("a habit with a stall in it stays a finding, without the stall; a stall apart is another's")
  func stallBeside() throws {
    let habit = capture {
      for _ in 0..<2 {
        $0.att(.tx, [0x12, 0x35, 0x00, 0x01, 0x07])
        $0.att(.tx, read(0x2D))
        $0.att(.rx, [0x13])
        $0.att(.rx, [0x0B, 1])
      }
      $0.att(.tx, [0x12, 0x35, 0x00, 0x01, 0x07])
      $0.att(.tx, read(0x2E))
      $0.att(.rx, [0x0B, 1])
      $0.wait(by: 5_000_000)
      $0.disconnect()
    }
    let overlap = try only(RequestOverlapRule.self, in: habit)
    #expect(overlap.severity == .info)
    #expect(
      overlap.message.hasSuffix(
        "never answered (#10, reported by att-request-unanswered)."))
    #expect(try only(ATTRequestUnansweredRule.self, in: habit).frames == [10])
    let apart = capture {
      $0.att(.tx, [0x12, 0x35, 0x00, 0x01, 0x07])
      $0.att(.tx, read(0x2D))
      $0.att(.rx, [0x13])
      $0.att(.rx, [0x0B, 1])
      $0.att(.tx, read(0x2E))
      $0.wait(by: 5_000_000)
      $0.disconnect()
    }
    #expect(try only(RequestOverlapRule.self, in: apart).message.hasSuffix("was answered later."))
    let finding = try only(ATTRequestUnansweredRule.self, in: apart)
    #expect(finding.frames == [6] && finding.evidence[.sentMeanwhile] == .int(0))
  }

  @Test("the peer as a client")
  func remote() throws {
    let finding = try only(
      RequestOverlapRule.self,
      in: capture {
        $0.att(.rx, read(0x03))
        $0.att(.rx, read(0x05))
        $0.att(.tx, [0x0B, 1])
        $0.att(.tx, [0x0B, 1])
      })
    #expect(finding.message.hasPrefix("The peer sent 1 request while an earlier one"))
    #expect(finding.evidence[.party] == .string("remote"))
  }

  @Test("quiet about commands, the other direction, indications, and a failed transaction")
  func nearMisses() {
    let stories: [(inout CaptureBuilder) -> Void] = [
      // Commands need no answer, and may go at any time.
      {
        $0.att(.tx, read(0x03))
        $0.att(.tx, [0x52, 0x20, 0x00, 1])
        $0.att(.tx, [0x52, 0x20, 0x00, 2])
        $0.att(.rx, [0x0B, 1])
      },
      // Each side may have one under way.
      {
        $0.att(.rx, [0x02, 0x73, 0x00])
        $0.att(.tx, [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x3A, 0x2B])
        $0.att(.tx, [0x03, 0x73, 0x00])
        $0.att(.rx, [0x01, 0x08, 0x01, 0x00, 0x0A])
      },
      // What the server indicates meanwhile.
      {
        $0.att(.tx, read(0x03))
        $0.att(.rx, [0x1D, 0x10, 0x00, 1])
        $0.att(.tx, [0x1E])
        $0.att(.rx, [0x0B, 1])
        $0.att(.tx, read(0x03))
      },
      // After 30 s the transaction has failed.
      {
        $0.att(.rx, [0x1B, 0x10, 0x00, 1])
        $0.att(.tx, read(0x03))
        $0.wait(by: 30_000_000)
        $0.att(.tx, read(0x05))
        $0.att(.rx, [0x0B, 1])
      },
      // Nothing of the server is in the capture.
      {
        $0.att(.tx, read(0x03))
        $0.att(.tx, read(0x05))
      },
    ]
    for story in stories {
      #expect(RequestOverlapRule.check(capture(story)).isEmpty)
    }
  }

  @Test("each bearer of Enhanced ATT is on its own, and a capture that lost records says nothing")
  func bearers() {
    let bearers = capture {
      $0.openEATT()
      $0.att(.tx, read(0x03))
      $0.l2cap(.tx, 0x0041, octets(3) + read(0x05))
      $0.att(.rx, [0x0B, 1])
      $0.l2cap(.rx, 0x0040, octets(2) + [0x0B, 1])
    }
    #expect(bearers.connections[0].channels.count == 1)
    #expect(bearers.connections[0].att.transactions.count == 2)
    #expect(RequestOverlapRule.check(bearers).isEmpty)
    var lossy = capture {
      $0.att(.tx, read(0x03))
      $0.att(.tx, read(0x05))
      $0.att(.rx, [0x0B, 1])
    }
    #expect(RequestOverlapRule.check(lossy).count == 1)
    lossy.droppedRecords = 1
    #expect(RequestOverlapRule.check(lossy).isEmpty)
  }
}

private func octets(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

extension CaptureBuilder {
  /// One EATT channel, 0x0040 here and 0x0041 at the peer.
  fileprivate mutating func openEATT() {
    signalling(
      .tx, 0x17, 9, octets(0x0027) + octets(64) + octets(64) + octets(8) + octets(0x0040))
    signalling(
      .rx, 0x18, 9, octets(64) + octets(64) + octets(8) + octets(0) + octets(0x0041))
  }
}
