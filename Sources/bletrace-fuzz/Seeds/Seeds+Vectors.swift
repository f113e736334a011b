import BletraceTestSupport

extension Seeds {
  /// Each vector as what carries it.
  static func of(_ table: VectorTable) -> [Seed] {
    var pieces = SeedPieces()
    for row in table.rows {
      let code = [UInt8(truncatingIfNeeded: row.code), UInt8(row.code >> 8)]
      let count = UInt8(truncatingIfNeeded: row.octets.count)
      switch row.kind {
      case "command": command(code + [count] + row.octets, &pieces)
      case "event": event([code[0], count] + row.octets, &pieces)
      case "le-event": event([0x3E, count &+ 1, code[0]] + row.octets, &pieces)
      case "returns": event([0x0E, count &+ 3, 1] + code + row.octets, &pieces)
      case "signalling": l2cap(L2CAPStage.self, 0x80, 2, row.octets, &pieces)
      case "att": l2cap(ATTStage.self, 0, 1, row.octets, &pieces)
      case "smp": l2cap(SMPStage.self, 0, 3, row.octets, &pieces)
      case "ad":
        pieces.add(AdvertisingStage.self, 0, row.octets)
        pieces.add(AdvertisingStage.self, 0x40, row.octets)
        let report: [UInt8] = [1, 0, 1, 1, 2, 3, 4, 5, 0xC6, count] + row.octets + [0xC4]
        event([0x3E, count &+ 12, 2] + report, &pieces)
      default: break
      }
    }
    return pieces.finish()
  }

  private static func command(_ packet: [UInt8], _ pieces: inout SeedPieces) {
    pieces.add(HCIStage.self, 1, packet)
    decode(2, packet, &pieces)
  }

  private static func event(_ packet: [UInt8], _ pieces: inout SeedPieces) {
    pieces.add(HCIStage.self, 0, packet)
    decode(0, packet, &pieces)
  }

  private static func l2cap(
    _ stage: any FuzzStage.Type, _ choice: UInt8, _ channel: UInt8, _ pdu: [UInt8],
    _ pieces: inout SeedPieces
  ) {
    pieces.add(stage, choice, pdu)
    pieces.add(stage, choice | 1, pdu)
    decode(channel << 4 | 4, pdu, &pieces)
  }

  /// In the form that prints everything there is to print of it: each field, with its octets.
  private static func decode(_ choice: UInt8, _ packet: [UInt8], _ pieces: inout SeedPieces) {
    pieces.add(DecodeStage.self, choice, packet, behind: [1])
  }

  // MARK: Tests

  /// Octets in hexadecimal as they stand in the source of a test, so that there is one copy of
  /// them. What they are, the folder of the test says.
  static func of(source text: String, named path: String) -> [Seed] {
    let literals = HexLiteral.all(in: text)
    if path.contains("/GATTValues/") {
      return literals.compactMap { literal in
        guard let uuid = literal.number,
          let block = ValuesStage.blocks.firstIndex(of: uuid & 0xFF00)
        else { return nil }
        let head = [UInt8(truncatingIfNeeded: uuid), UInt8(block)]
        return Seed(stage: ValuesStage.name, octets: head + literal.octets)
      }
    }
    if path.contains("/CaptureFilesTests/") {
      return literals.filter { $0.octets.count >= 16 }.map {
        Seed(stage: ContainersStage.name, octets: [0x53] + $0.octets)
      }
    }
    var pieces = SeedPieces()
    for literal in literals where !literal.octets.isEmpty {
      // The story goes to and fro; which side began is not known.
      let isSent: UInt8 = literal.index.isMultiple(of: 2) ? 1 : 0
      if path.contains("/TrackingTests/Sessions/") {
        pieces.add(ATTStage.self, isSent, literal.octets)
        pieces.add(L2CAPStage.self, isSent | 0x80, literal.octets)
      } else if path.contains("Advertising") || path.contains("Eddystone") {
        pieces.add(AdvertisingStage.self, 0, literal.octets)
      } else if path.contains("Quality") {
        let packet = [0xFF, UInt8(literal.octets.count & 0xFF)] + literal.octets
        event(packet, &pieces)
        // What the report says of it, as text.
        pieces.add(StoryStage.self, StoryScript.Kind.event.rawValue, packet, behind: [0x80, 60])
      }
    }
    return pieces.finish()
  }
}

/// A string of hexadecimal digits in Swift source, alone in a call: `hex("0A 13")`, or after a
/// number: `.init(0x2A37, "06 48")`.
struct HexLiteral {
  var number: UInt16?
  var octets: [UInt8]
  /// Among those of its file.
  var index: Int

  static func all(in source: String) -> [HexLiteral] {
    var literals: [HexLiteral] = []
    // Inside and outside of strings by turns; the quotes of a long string stand as three.
    let parts = source.replacing("\"\"\"", with: "\"").split(
      separator: "\"", omittingEmptySubsequences: false)
    for index in stride(from: 1, to: parts.count, by: 2) {
      let before = parts[index - 1].reversed().drop { $0.isWhitespace || $0 == "," }
      let word = String(before.prefix { $0.isLetter || $0.isNumber || $0 == "(" }.reversed())
      let isCall = word == "hex("
      let digits = word.split(separator: "(").last ?? ""
      let number = digits.hasPrefix("0x") ? UInt16(digits.dropFirst(2), radix: 16) : nil
      guard isCall || number != nil, let octets = hexOctets(String(parts[index])) else { continue }
      literals.append(HexLiteral(number: number, octets: octets, index: literals.count))
    }
    return literals
  }
}
