extension FramingLayout {
  /// What puts values together, as the report names it.
  public var name: String {
    switch boundary {
    case .length: "length-prefix"
    case .record: "fixed-records"
    case .position: "chunk-position"
    case .counter, .stream: "counter"
    case .start: "start-octets"
    case .end: "end-octets"
    case .value:
      checksum != nil
        ? "checksum" : length != nil ? "length-prefix" : counter != nil ? "counter" : "start-octets"
    }
  }

  /// What stands where in the values, and in the messages that they gave.
  ///
  /// - Parameter whole: messages whose header shows what is the same in all.
  func parts(
    of values: [[UInt8]], _ messages: [FramedMessage], whole: [[UInt8]] = []
  ) -> [FramingPart] {
    var parts: [FramingPart] = []
    let hasChunks = chunkHeader > 0 || chunkTrailer > 0
    let scope: FramingPart.Scope = hasChunks ? .value : .message
    func add(
      _ content: FramingPart.Content, _ scope: FramingPart.Scope, _ offset: Int, _ count: Int?,
      _ text: String
    ) {
      parts.append(
        FramingPart(scope: scope, offset: offset, count: count, content: content, text: text))
    }
    func addNumber(
      _ content: FramingPart.Content, _ scope: FramingPart.Scope, _ number: Number, _ text: String
    ) {
      add(content, scope, number.offset, number.width, "\(content.rawValue) \(number.type)\(text)")
    }
    if let counter {
      let restart = counter.restartsAt.map { ", from \($0) in each message" } ?? ""
      addNumber(.counter, scope, counter.number, restart)
    }
    if let chunkLength {
      addNumber(.length, .value, chunkLength.number, " of \(counted(chunkLength, chunkTrailer))")
    }
    if let position { parts += position.parts(scope) }
    if hasChunks {
      for offset in 0..<chunkHeader where !parts.contains(where: { $0.covers(offset) }) {
        let octets = Set(values.map { $0[offset] })
        if octets.isEmpty {
          add(.data, .value, offset, 1, "left out")
        } else if octets.count == 1 {
          add(.constant, .value, offset, 1, "constant \(prefixedHex(octets))")
        } else {
          add(.data, .value, offset, 1, "the same in all values of a message")
        }
      }
    }
    var ofMessages = parts.filter { $0.scope == .message }
    parts.removeAll { $0.scope == .message }
    parts.sort { $0.offset < $1.offset }
    if let chunkChecksum {
      add(.checksum, .value, -chunkTrailer, chunkTrailer, chunkChecksum.words(in: "value"))
    }
    let ofValues = parts
    parts = ofMessages
    ofMessages.removeAll()
    if !start.isEmpty {
      let other = otherStart.isEmpty ? "" : " or \(prefixedHex(otherStart))"
      add(.constant, .message, 0, start.count, "constant \(prefixedHex(start))\(other)")
    }
    if let length {
      let what = counted(length, messageTrailer)
      addNumber(.length, .message, length.number, " of \(what)")
    }
    if let checksum, let offset = checksum.headerOffset {
      let text = "\(checksum.words(in: "message")) of what follows"
      add(.checksum, .message, offset, checksum.kind.width, text)
    }
    // What stands between the fields of the header.
    var gap: Int?
    for offset in 0...messageHeader {
      let isFree = offset < messageHeader && !parts.contains { $0.covers(offset) }
      if isFree {
        if gap == nil { gap = offset }
      } else if let first = gap {
        for (octets, constant) in Self.runs(first..<offset, in: whole) {
          add(
            constant == nil ? .data : .constant, .message, octets.lowerBound, octets.count,
            constant.map { "always \(prefixedHex($0))" } ?? "varies")
        }
        gap = nil
      }
    }
    add(.data, .message, messageHeader, nil, "payload")
    parts.sort { $0.offset < $1.offset }
    if let checksum, checksum.headerOffset == nil {
      add(
        .checksum, .message, -messageTrailer, checksum.kind.width, checksum.words(in: "message"))
    }
    if !end.isEmpty {
      add(.constant, .message, -end.count, end.count, "constant \(prefixedHex(end))")
    }
    return ofValues + parts
  }

  /// Octets of the header one after the other, with what they are where they never vary.
  private static func runs(
    _ octets: Range<Int>, in messages: [[UInt8]]
  ) -> [(Range<Int>, [UInt8]?)] {
    var runs: [(Range<Int>, [UInt8]?)] = []
    for offset in octets {
      let found = Set(messages.map { $0.indices.contains(offset) ? Int($0[offset]) : -1 })
      let same =
        messages.count >= 2 && found.count == 1 ? found.first.flatMap { UInt8(exactly: $0) } : nil
      if let last = runs.last, (last.1 == nil) == (same == nil) {
        runs[runs.count - 1] = (
          last.0.lowerBound..<offset + 1, last.1.flatMap { before in same.map { before + [$0] } }
        )
      } else {
        runs.append((offset..<offset + 1, same.map { [$0] }))
      }
    }
    return runs
  }

  /// What a length counts.
  private func counted(_ length: Length, _ trailer: Int) -> String {
    let header = length.number.end
    let checksum = end.isEmpty ? "checksum" : "checksum and end octets"
    if length.extra == messageHeader, messageHeader > header, self.checksum?.headerOffset != nil {
      return "what follows the checksum"
    }
    switch length.extra {
    case 0: return "all"
    case header: return "what follows"
    case header + trailer where trailer > 0: return "what follows, without \(checksum)"
    case trailer where trailer > 0: return "all, without \(checksum)"
    case 1...: return "all but \(length.extra) octets"
    default: return "all and \(-length.extra) more"
    }
  }
}

extension FramingPart {
  func covers(_ octet: Int) -> Bool {
    offset >= 0 && octet >= offset && octet < offset + (count ?? 0)
  }
}

extension FramingLayout.Number {
  /// As the option names it: `u8`, `u16le`, `u32be`.
  public var type: String {
    width == 1 ? "u8" : "u\(8 * width)" + (isBigEndian ? "be" : "le")
  }
}

extension FramingLayout.Checksum {
  func words(in whole: String) -> String {
    let order = kind.width == 1 ? "" : isBigEndian ? ", big-endian" : ", little-endian"
    let covered = from == 0 || headerOffset != nil ? "" : ", from octet \(from) of the \(whole) on"
    return kind.name + order + covered
  }
}

extension FramingLayout.Position {
  func parts(_ scope: FramingPart.Scope) -> [FramingPart] {
    func part(_ number: FramingLayout.Number, _ content: FramingPart.Content, _ text: String)
      -> FramingPart
    {
      FramingPart(
        scope: scope, offset: number.offset, count: number.width, content: content, text: text)
    }
    switch self {
    case .bits(let offset, let begin, let end):
      let words = [(begin, "begins a message"), (end, "ends it")].filter { $0.0 != 0 }
        .map { "bit \(prefixedHex([$0.0])) \($0.1)" }
      let number = FramingLayout.Number(offset: offset, width: 1)
      return [part(number, .flags, "flags: " + words.joined(separator: ", "))]
    case .octets(let offset, let begin, let middle, let end, let single):
      let words = [(begin, "begin"), (middle, "continue"), (end, "end"), (single, "single")]
        .compactMap { octet, word in octet.map { "\(prefixedHex([$0])) \(word)" } }
      let number = FramingLayout.Number(offset: offset, width: 1)
      return [part(number, .flags, "flags: " + words.joined(separator: ", "))]
    case .block(let offset, let begin, let end, let first):
      let number = FramingLayout.Number(offset: offset, width: 1)
      let words = "\(prefixedHex([begin])) begins a block, \(prefixedHex([end])) ends it, "
      return [part(number, .index, words + "index from \(first) between them")]
    case .remaining(let number, let last):
      return [part(number, .remaining, "values that follow \(number.type), down to \(last)")]
    case .index(let index, let total, let first):
      return [
        part(index, .index, "index \(index.type), from \(first)"),
        part(total, .total, "number of values of the message \(total.type)"),
      ]
    }
  }
}

/// `0xAA 0x55`.
func prefixedHex(_ octets: some Sequence<UInt8>) -> String {
  octets.map { octet in
    let digits = String(octet, radix: 16, uppercase: true)
    return octet < 16 ? "0x0\(digits)" : "0x\(digits)"
  }.joined(separator: " ")
}
