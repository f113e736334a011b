import BletraceTestSupport
import CaptureFiles

extension Seeds {
  /// A capture as a story: what it repeats is written once, and its pauses are kept.
  static func stories(_ capture: CaptureBuilder, _ number: Int) -> [Seed] {
    var pieces: [(head: [UInt8], octets: [UInt8], times: Int)] = []
    var time = capture.entries.first?.time ?? 0
    for entry in capture.entries {
      let passed = (entry.time - time) / 100
      time = entry.time
      if passed > 100 {
        let octets = [0, 8, 16].map { UInt8(truncatingIfNeeded: min(passed, 0xFF_FFFF) >> $0) }
        pieces.append(([StoryScript.Kind.wait.rawValue], octets, 1))
      }
      guard let (kind, octets) = piece(entry), octets.count < 200 else { continue }
      // The same PDU on the same attribute.
      if let last = pieces.last, last.head == [kind.rawValue], last.octets.count == octets.count,
        last.octets.prefix(3) == octets.prefix(3)
      {
        pieces[pieces.count - 1].times += 1
      } else {
        pieces.append(([kind.rawValue], octets, 1))
      }
    }
    let story = pieces.map { piece in
      let times = StoryScript.repetitions.lastIndex { $0 <= piece.times } ?? 0
      let choice = piece.head[0] | 0x10 | UInt8(times << 5)
      return [choice, UInt8(piece.octets.count)] + piece.octets
    }
    return cut(story, number)
  }

  /// Of the whole story that which has room, from its beginning and from its middle.
  private static func cut(_ story: [[UInt8]], _ number: Int) -> [Seed] {
    let stages: [(any FuzzStage.Type, [UInt8])] = [
      (StoryStage.self, [UInt8(truncatingIfNeeded: number &* 37), UInt8(number & 255)]),
      (
        LiveStage.self,
        [UInt8(number & 15), 80, 24, 200, 40, 7, 255, 90] + Array("j?\u{1B}[B G".utf8)
          + [0, UInt8(number & 30), 0, 0, 0]
      ),
    ]
    return stages.flatMap { stage, start in
      [0, story.count / 2].map { from in
        var octets = start
        // Each of the forms of a report.
        octets[0] ^= from == 0 ? 0 : 0x80
        for piece in story[from...] where octets.count + piece.count <= stage.longest {
          octets += piece
        }
        return Seed(stage: stage.name, octets: octets)
      }
    }
  }

  private static func piece(_ entry: CaptureBuilder.Entry) -> (StoryScript.Kind, [UInt8])? {
    let octets = entry.bytes
    let isSent = entry.direction == .tx
    switch entry.kind {
    case .event: return (.event, octets)
    case .command: return (.command, octets)
    case .acl where octets.count > 8 && octets[1] & 0x30 != 0x10 && octets[7] == 0:
      let pdu = Array(octets[8...])
      switch octets[6] {
      case 4: return (isSent ? .attSent : .attReceived, pdu)
      case 5: return (isSent ? .signallingSent : .signallingReceived, pdu)
      case 6: return (isSent ? .smpSent : .smpReceived, pdu)
      default: return (isSent ? .aclSent : .aclReceived, octets)
      }
    case .acl: return (isSent ? .aclSent : .aclReceived, octets)
    case .iso: return (.iso, octets)
    default: return nil
    }
  }
}
