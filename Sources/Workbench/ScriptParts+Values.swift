import Framing

extension ScriptParts {
  /// Whether a message ends only where the next one begins, as far as the values say.
  var isOpenEnded: Bool {
    switch layout.boundary {
    case .counter, .start: true
    case .position:
      if case .bits(_, _, let end)? = layout.position { end == 0 } else { false }
    default: false
    }
  }

  func writeValues(to text: inout GeneratedText) {
    text.lines(
      """


      CHUNK_HEADER = \(layout.chunkHeader)  # octets of each value that are not of the message
      CHUNK_TRAILER = \(layout.chunkTrailer)


      class Sender:
          \"\"\"Cuts messages into values of at most `room` octets.\"\"\"

          def __init__(self, room):
              self.room = room
              self.count = \(layout.counter?.restartsAt ?? 0)

          def values(self, message):
      """)
    if pieces.hasChunks {
      writeChunks(to: &text)
    } else if layout.boundary == .value {
      text.line("return [message]", indent: 8)
    } else {
      text.line("size = max(1, self.room)", indent: 8)
      text.line("return [message[at:at + size] for at in range(0, len(message), size)]", indent: 8)
    }
    text.lines(
      """


      class Receiver:
          \"\"\"Puts values together to messages.\"\"\"

          def __init__(self):
              self.rest = bytearray()

          def feed(self, value):
              \"\"\"The messages that end with this value.\"\"\"
              if len(value) < CHUNK_HEADER + CHUNK_TRAILER:
                  return []
              data = value[CHUNK_HEADER:len(value) - CHUNK_TRAILER]
              found = []
      """)
    writeFeed(to: &text)
    text.lines(
      """
              return found

          def flush(self):
              \"\"\"What is left when no value follows.\"\"\"
      """)
    if isOpenEnded {
      text.line("found = [bytes(self.rest)] if self.rest else []", indent: 8)
      text.line("self.rest.clear()", indent: 8)
      text.line("return found", indent: 8)
    } else {
      text.line("return []", indent: 8)
    }
  }

  private func number(_ number: FramingLayout.Number, of name: String) -> String {
    "int.from_bytes(\(name)\(Self.slice(number.offset..<number.end)), "
      + "\(Self.order(number.isBigEndian)))"
  }

  private func set(_ number: FramingLayout.Number, _ value: String) -> String {
    "value\(Self.slice(number.offset..<number.end)) = (\(value)).to_bytes("
      + "\(number.width), \(Self.order(number.isBigEndian)))"
  }

  // MARK: Sending

  private func writeChunks(to text: inout GeneratedText) {
    if let first = layout.counter?.restartsAt { text.line("self.count = \(first)", indent: 8) }
    // A block has a value that closes it.
    let least =
      if case .block? = layout.position { "\nchunks += [b\"\"] * (2 - len(chunks))" } else { "" }
    text.lines(
      """
      size = max(1, self.room - CHUNK_HEADER - CHUNK_TRAILER)
      chunks = [message[at:at + size] for at in range(0, len(message), size)] or [b""]
      found = []\(least)
      for index, data in enumerate(chunks):
          left = len(chunks) - 1 - index
          value = bytearray(CHUNK_HEADER)
      """, indent: 8)
    if let number = layout.counter?.number {
      text.line(set(number, "self.count"), indent: 12)
      text.line(
        "self.count = (self.count + 1) % \(hexNumber(1 << (8 * number.width)))", indent: 12)
    }
    if let position = layout.position {
      for line in lines(setting: position) { text.line(line, indent: 12) }
    }
    text.line("value += data", indent: 12)
    if let length = layout.chunkLength {
      let extra = layout.chunkTrailer - length.extra
      let size = "len(value)" + (extra == 0 ? "" : extra > 0 ? " + \(extra)" : " - \(-extra)")
      text.line(set(length.number, size), indent: 12)
    }
    if let checksum = layout.chunkChecksum {
      text.line(
        "value += chunk_checksum(value[\(checksum.from):]).to_bytes(\(checksum.kind.width), "
          + "\(Self.order(checksum.isBigEndian)))", indent: 12)
    }
    text.line("found.append(bytes(value))", indent: 12)
    text.line("return found", indent: 8)
  }

  private func lines(setting position: FramingLayout.Position) -> [String] {
    switch position {
    case .bits(let offset, let begin, let end):
      let (begin, end) = (hexNumber(begin, digits: 2), hexNumber(end, digits: 2))
      return [
        "value[\(offset)] |= (\(begin) if index == 0 else 0) | (\(end) if left == 0 else 0)"
      ]
    case .octets(let offset, let begin, let middle, let end, let single):
      // A role that the capture does not show is taken for the one that is nearest.
      let some = begin ?? middle ?? end ?? single ?? 0
      let roles = [
        single ?? end ?? some, begin ?? middle ?? some, end ?? middle ?? some,
        middle ?? some,
      ].map { hexNumber($0, digits: 2) }
      return [
        "first, last = index == 0, left == 0",
        "value[\(offset)] = \(roles[0]) if first and last else \(roles[1]) if first "
          + "else \(roles[2]) if last else \(roles[3])",
      ]
    case .block(let offset, let begin, let end, let first):
      let (begin, end) = (hexNumber(begin, digits: 2), hexNumber(end, digits: 2))
      return [
        "value[\(offset)] = \(begin) if index == 0 else \(end) if left == 0 "
          + "else \(first) + index - 1 & 0xFF"
      ]
    case .remaining(let number, let last):
      return [set(number, "left + \(last)")]
    case .index(let index, let total, let first):
      return [set(index, "index + \(first)"), set(total, "len(chunks)")]
    }
  }

  // MARK: Receiving

  private func writeFeed(to text: inout GeneratedText) {
    switch layout.boundary {
    case .length, .record: writeSplit(to: &text)
    case .end:
      text.lines(
        """
        self.rest += data
        end = \(Self.octets(layout.end))
        while end in self.rest:
            size = self.rest.index(end) + len(end)
            found.append(bytes(self.rest[:size]))
            del self.rest[:size]
        """, indent: 8)
    case .position: writeRoles(to: &text)
    case .counter:
      if let counter = layout.counter, let first = counter.restartsAt {
        writeBegin(number(counter.number, of: "value") + " == \(first)", to: &text)
      }
    case .start:
      let starts = [layout.start, layout.otherStart].filter { !$0.isEmpty }.map(Self.octets)
      writeBegin("data.startswith((\(starts.joined(separator: ", ")),))", to: &text)
    default: text.line("found.append(bytes(data))", indent: 8)
    }
  }

  private func writeBegin(_ begins: String, to text: inout GeneratedText) {
    text.lines(
      """
      if \(begins) and self.rest:
          found.append(bytes(self.rest))
          self.rest.clear()
      self.rest += data
      """, indent: 8)
  }

  private func writeSplit(to text: inout GeneratedText) {
    let size: String
    let end: Int
    if case .record(let octets) = layout.boundary {
      (size, end) = ("\(octets)", 0)
    } else if let length = layout.length {
      let extra = length.extra
      size =
        number(length.number, of: "self.rest")
        + (extra == 0 ? "" : extra > 0 ? " + \(extra)" : " - \(-extra)")
      end = length.number.end
    } else {
      text.line("found.append(bytes(data))", indent: 8)
      return
    }
    text.lines(
      """
      self.rest += data
      while self.rest:
      """, indent: 8)
    if !layout.start.isEmpty {
      let starts = [layout.start, layout.otherStart].filter { !$0.isEmpty }.map(Self.octets)
      text.lines(
        """
        begin = self.rest[:\(layout.start.count)]
        if not any(one.startswith(begin) for one in (\(starts.joined(separator: ", ")),)):
            self.rest.clear()  # no message begins here
            break
        """, indent: 12)
    }
    text.lines(
      """
      if len(self.rest) < \(end):
          break
      size = \(size)
      if size < max(1, HEADER + TRAILER):
          self.rest.clear()
          break
      if len(self.rest) < size:
          break
      found.append(bytes(self.rest[:size]))
      del self.rest[:size]
      """, indent: 12)
  }

  private func writeRoles(to text: inout GeneratedText) {
    guard let position = layout.position else { return }
    let (begins, ends): (String, String)
    switch position {
    case .bits(let offset, let begin, let end):
      begins = begin == 0 ? "False" : "value[\(offset)] & \(hexNumber(begin, digits: 2)) != 0"
      ends = end == 0 ? "False" : "value[\(offset)] & \(hexNumber(end, digits: 2)) != 0"
    case .octets(let offset, let begin, _, let end, let single):
      func among(_ octets: [UInt8?]) -> String {
        let known = octets.compactMap { $0 }.map { hexNumber($0, digits: 2) }
        return known.isEmpty ? "False" : "value[\(offset)] in (\(known.joined(separator: ", ")),)"
      }
      (begins, ends) = (among([begin, single]), among([end, single]))
    case .block(let offset, let begin, let end, _):
      begins = "value[\(offset)] == \(hexNumber(begin, digits: 2))"
      ends = "value[\(offset)] == \(hexNumber(end, digits: 2))"
    case .remaining(let number, let last):
      (begins, ends) = ("False", self.number(number, of: "value") + " == \(last)")
    case .index(let index, let total, let first):
      begins = number(index, of: "value") + " == \(first)"
      ends =
        number(index, of: "value") + " - \(first) == " + number(total, of: "value") + " - 1"
    }
    text.line("begins, ends = \(begins), \(ends)", indent: 8)
    if isOpenEnded {
      writeBegin("begins", to: &text)
    } else {
      text.lines(
        """
        if begins:
            self.rest.clear()
        self.rest += data
        if ends:
            found.append(bytes(self.rest))
            self.rest.clear()
        """, indent: 8)
    }
  }
}
