import Framing
import Report
import Testing

@testable import Workbench

/// What two captures of two actions have in common.
@Suite("Differences of messages") struct MessageDiffTests {
  /// Messages without an answer, all of one kind for each length.
  private func trace(_ spec: String, _ messages: [String]) throws -> MessageTrace {
    var found = ReportV1.Messages()
    found.layout = spec
    var stream = ReportV1.MessageStream()
    (stream.valueHandle, stream.uuid, stream.kind, stream.direction) = (3, "FFF3", .write, .tx)
    found.streams = [stream]
    var kinds: [[UInt8]] = []
    let traced = messages.enumerated().map { index, text in
      var message = TracedMessage()
      message.octets = octets(hex: text) ?? []
      message.frame = index + 1
      if let known = kinds.firstIndex(of: message.octets) {
        message.kind = known + 1
      } else {
        kinds.append(message.octets)
        message.kind = kinds.count
      }
      return message
    }
    found.kinds = kinds.enumerated().map { index, octets in
      var kind = ReportV1.MessageKind()
      (kind.id, kind.direction, kind.example) = (index + 1, .tx, hexText(octets))
      (kind.bytes, kind.bytesMax) = (octets.count, octets.count)
      return kind
    }
    return try #require(MessageTrace(found, traced))
  }

  @Test("name the octets that switch a lamp")
  func lamp() throws {
    let spec = "each-value,start:7E,end:EF"
    let on = try trace(spec, ["7E0404F00001FF00EF", "7E0701640000FF00EF", "7E0404F00001FF00EF"])
    let off = try trace(spec, ["7E0701640000FF00EF", "7E0404000000FF00EF"])
    let diff = MessageDiff([on], [off])
    #expect(diff.onlyA.isEmpty && diff.onlyB.isEmpty)
    #expect(diff.same == 1)
    #expect(diff.changes.map(\.octets) == [[3, 5]])
    #expect(diff.changes.first?.a.count == 2)
  }

  @Test("count no counter and no checksum")
  func computed() throws {
    let spec = "each-value,counter:u8@1,sum:8"
    let a = try trace(spec, ["5A01103075", "5A02103176"])
    let b = try trace(spec, ["5A07103082", "5A09103183"])
    let diff = MessageDiff([a], [b])
    #expect(diff.same == 2 && diff.changes.isEmpty)
    #expect(diff.onlyA.isEmpty && diff.onlyB.isEmpty)
  }

  @Test("put many contents of one kind together")
  func groups() throws {
    let spec = "each-value,start:7E,end:EF"
    func picture(_ octet: UInt8) throws -> MessageTrace {
      var trace = try trace(spec, (0..<9).map { "7E04" + hexText([octet, $0, 77 &* $0]) + "EF" })
      for index in trace.traced.indices { trace.traced[index].kind = 1 }
      return trace
    }
    let diff = MessageDiff([try picture(1)], [try picture(2)])
    #expect(diff.onlyA.isEmpty && diff.onlyB.isEmpty && diff.changes.isEmpty)
    let change = try #require(diff.groupChanges.first)
    #expect(change.a.contents == 9 && change.a.pattern.text == "7E 04 01 .. .. EF")
    #expect(change.octets.map(\.offset) == [2])
    let alone = MessageDiff([try picture(1)], [])
    #expect(alone.groupsA.count == 1 && alone.onlyA.isEmpty && alone.groupChanges.isEmpty)
  }

  @Test("keep apart what is of other kinds")
  func others() throws {
    let spec = "each-value,start:7E,end:EF"
    let a = try trace(spec, ["7E0404F00001FF00EF", "7E01EF"])
    let b = try trace(spec, ["7E0509112233445500EF", "7E0901020304050607EF"])
    let diff = MessageDiff([a], [b])
    #expect(diff.onlyA.map(\.firstFrame) == [1, 2])
    #expect(diff.onlyB.map(\.firstFrame) == [1, 2])
    #expect(diff.changes.isEmpty && diff.same == 0)
  }
}
