import Framing
import Report

/// The parts of a script that follow from the layout: functions that make and read a message.
struct ScriptParts {
  let trace: MessageTrace
  let layout: FramingLayout
  let pieces: MessagePieces

  init(_ trace: MessageTrace) {
    self.trace = trace
    layout = trace.layout
    pieces = MessagePieces(layout)
  }

  static func octets(_ octets: [UInt8]) -> String { "bytes.fromhex(\"\(hexText(octets))\")" }

  static func order(_ isBigEndian: Bool) -> String { isBigEndian ? "\"big\"" : "\"little\"" }

  static func slice(_ octets: Range<Int>) -> String {
    "[\(octets.lowerBound):\(octets.upperBound)]"
  }

  // MARK: Messages

  func writeFraming(to text: inout GeneratedText) {
    text.line()
    text.line("HEADER = \(layout.messageHeader)  # octets of a message before its payload")
    text.line("TRAILER = \(layout.messageTrailer)  # octets after it")
    if let checksum = layout.checksum { writeChecksum(checksum, named: "checksum", to: &text) }
    if let checksum = layout.chunkChecksum {
      writeChecksum(checksum, named: "chunk_checksum", to: &text)
    }
    writeEncode(to: &text)
    writeDecode(to: &text)
  }

  private func writeEncode(to text: inout GeneratedText) {
    text.lines(
      """


      def encode(parts):
          \"\"\"The message with these parts; what follows from them is computed.\"\"\"
          if "whole" in parts:
              return parts["whole"]
          message = bytearray(HEADER)
      """)
    for piece in pieces.header {
      let place = "message\(Self.slice(piece.octets))"
      switch piece.content {
      case .start: text.line("\(place) = \(Self.octets(layout.start))", indent: 4)
      case .starts: text.line("\(place) = parts[\"start\"]", indent: 4)
      case .counter(let number):
        let most = hexNumber(1 << (8 * number.width) - 1, digits: 2)
        text.line(
          "\(place) = (parts[\"counter\"] & \(most)).to_bytes(\(number.width), "
            + "\(Self.order(number.isBigEndian)))", indent: 4)
      case .data: text.line("\(place) = parts[\"\(piece.name)\"]", indent: 4)
      case .length, .checksum: break
      }
    }
    text.line("message += parts[\"payload\"]", indent: 4)
    for piece in pieces.header {
      guard case .length(let length) = piece.content else { continue }
      let extra = layout.messageTrailer - length.extra
      let counted = extra == 0 ? "" : extra > 0 ? " + \(extra)" : " - \(-extra)"
      text.line(
        "message\(Self.slice(piece.octets)) = (len(message)\(counted)).to_bytes("
          + "\(length.number.width), \(Self.order(length.number.isBigEndian)))", indent: 4)
    }
    if let checksum = layout.checksum {
      let bytes = "to_bytes(\(checksum.kind.width), \(Self.order(checksum.isBigEndian)))"
      if let offset = checksum.headerOffset {
        let covered = "checksum(message[\(offset + checksum.kind.width):])"
        let place = "message\(Self.slice(offset..<offset + checksum.kind.width))"
        text.line("\(place) = \(covered).\(bytes)", indent: 4)
      } else {
        let covered = checksum.from == 0 ? "message" : "message[\(checksum.from):]"
        text.line("message += checksum(\(covered)).\(bytes)", indent: 4)
      }
    }
    if !layout.end.isEmpty { text.line("message += \(Self.octets(layout.end))", indent: 4) }
    text.line("return bytes(message)", indent: 4)
  }

  private func writeDecode(to text: inout GeneratedText) {
    text.lines(
      """


      def decode(message):
          \"\"\"The parts of a message; "intact" says whether what is computed is right.\"\"\"
          message = bytes(message)
          if len(message) < HEADER + TRAILER:
              return blank(message)
          parts = {
      """)
    for piece in pieces.header {
      let octets = "message\(Self.slice(piece.octets))"
      switch piece.content {
      case .starts, .data: text.line("\"\(piece.name)\": \(octets),", indent: 8)
      case .counter(let number):
        text.line(
          "\"counter\": int.from_bytes(\(octets), \(Self.order(number.isBigEndian))),", indent: 8)
      case .start, .length, .checksum: break
      }
    }
    text.lines(
      """
              "payload": message[HEADER:len(message) - TRAILER],
          }
          try:
              parts["intact"] = encode(parts) == message
          except OverflowError:
              parts["intact"] = False
          return parts


      def blank(message):
          \"\"\"What is too short for a message.\"\"\"
          parts = {"payload": message, "intact": False}
      """)
    for piece in pieces.header {
      switch piece.content {
      case .starts: text.line("parts[\"start\"] = \(Self.octets(layout.start))", indent: 4)
      case .data:
        text.line("parts[\"\(piece.name)\"] = bytes(\(piece.octets.count))", indent: 4)
      case .counter: text.line("parts[\"counter\"] = 0", indent: 4)
      case .start, .length, .checksum: break
      }
    }
    text.line("return parts", indent: 4)
  }

  // MARK: Checksums

  private func writeChecksum(
    _ checksum: FramingLayout.Checksum, named name: String, to text: inout GeneratedText
  ) {
    text.lines(
      """


      def \(name)(octets):
          \"\"\"\(checksum.kind.name)\"\"\"
      """)
    if let value = checksum.headerOffset.flatMap({ _ in
      pieces.checksumOfNothing(in: trace.traced)
    }) {
      text.line("if not octets:", indent: 4)
      text.line("return \(hexNumber(value, digits: 2))  # as the capture has it", indent: 8)
    }
    switch checksum.kind.arithmetic {
    case .sum(let bits): text.line("return sum(octets) & \(Self.mask(bits))", indent: 4)
    case .complement(let bits): text.line("return ~sum(octets) & \(Self.mask(bits))", indent: 4)
    case .negated(let bits): text.line("return -sum(octets) & \(Self.mask(bits))", indent: 4)
    case .xor:
      text.lines(
        """
            rest = 0
            for octet in octets:
                rest ^= octet
            return rest
        """)
    case .crc(let steps): writeCRC(steps, to: &text)
    }
  }

  static func mask(_ bits: Int) -> String { hexNumber(1 << bits - 1, digits: 2) }

  private func writeCRC(_ steps: CRCSteps, to text: inout GeneratedText) {
    let digits = steps.bits / 4
    let polynomial = hexNumber(steps.polynomial, digits: digits)
    text.line("rest = \(hexNumber(steps.start, digits: digits))", indent: 4)
    text.line("for octet in octets:", indent: 4)
    if steps.isReflected {
      text.lines(
        """
        rest ^= octet
        for _ in range(8):
            rest = rest >> 1 ^ \(polynomial) if rest & 1 else rest >> 1
        """, indent: 8)
    } else {
      let shift = steps.bits == 8 ? "octet" : "octet << \(steps.bits - 8)"
      text.lines(
        """
        rest ^= \(shift)
        for _ in range(8):
            rest = rest << 1 ^ \(polynomial) if rest >> \(steps.bits - 1) else rest << 1
            rest &= \(Self.mask(steps.bits))
        """, indent: 8)
    }
    let inverted = hexNumber(steps.inverted, digits: digits)
    text.line("return rest" + (steps.inverted == 0 ? "" : " ^ \(inverted)"), indent: 4)
  }
}
