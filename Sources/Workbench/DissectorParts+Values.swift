import Framing

extension DissectorParts {
  /// A function that takes a value and returns the messages that end in it: their octets, and where
  /// they begin in the value if they are a part of it.
  func writeFeed(to text: inout GeneratedText) {
    text.lines(
      """

      local function feed(stream, value)
        local found = {}
        if #value < CHUNK_HEADER + CHUNK_TRAILER then return found end
        local data = value:sub(CHUNK_HEADER + 1, #value - CHUNK_TRAILER)
        local at = #stream.rest == 0 and CHUNK_HEADER or nil
      """)
    switch layout.boundary {
    case .length, .record: writeSplit(to: &text)
    case .end:
      text.lines(
        """
          local from = math.max(1, #stream.rest - #END + 2)
          stream.rest = stream.rest .. data
          while true do
            local _, last = stream.rest:find(END, from, true)
            if not last then break end
            table.insert(found, { octets = stream.rest:sub(1, last), at = at })
            stream.rest = stream.rest:sub(last + 1)
            from = 1
            at = CHUNK_HEADER + #data - #stream.rest
          end
        """)
    case .position: writeRoles(to: &text)
    case .counter:
      if let counter = layout.counter, let first = counter.restartsAt {
        writeBegin(Self.number(counter.number, of: "value") + " == \(first)", to: &text)
      } else {
        writeWhole(to: &text)
      }
    case .start:
      let other =
        layout.otherStart.isEmpty ? "" : " or data:sub(1, #OTHER) == OTHER"
      writeBegin("data:sub(1, #START) == START\(other)", to: &text)
    default: writeWhole(to: &text)
    }
    text.lines(
      """
        if #stream.rest > 65536 then stream.rest = "" end  -- no message is so long
        return found
      end
      """)
  }

  private func writeWhole(to text: inout GeneratedText) {
    text.line("table.insert(found, { octets = data, at = CHUNK_HEADER })", indent: 2)
  }

  /// A message ends where the next one begins: it is shown there.
  private func writeBegin(_ begins: String, to text: inout GeneratedText) {
    text.lines(
      """
      if \(begins) and #stream.rest > 0 then
        table.insert(found, { octets = stream.rest })
        stream.rest = ""
      end
      stream.rest = stream.rest .. data
      """, indent: 2)
  }

  private func writeSplit(to text: inout GeneratedText) {
    let size: String
    let end: Int
    if case .record(let octets) = layout.boundary {
      (size, end) = ("\(octets)", 0)
    } else if let length = layout.length {
      size = Self.number(length.number, of: "stream.rest") + " + \(length.extra)"
      end = length.number.end
    } else {
      writeWhole(to: &text)
      return
    }
    text.lines(
      """
        stream.rest = stream.rest .. data
        while #stream.rest > 0 do
          local begin = math.min(#START, #stream.rest)
          local held = stream.rest:sub(1, begin)
          local is_other = #OTHER > 0 and held == OTHER:sub(1, begin)
          if held ~= START:sub(1, begin) and not is_other then
            stream.rest = ""  -- no message begins here
            break
          end
          if #stream.rest < \(end) then break end
          local size = \(size)
          if size < math.max(1, HEADER + TRAILER) then
            stream.rest = ""
            break
          end
          if #stream.rest < size then break end
          table.insert(found, { octets = stream.rest:sub(1, size), at = at })
          stream.rest = stream.rest:sub(size + 1)
          -- The next one begins in this value.
          at = CHUNK_HEADER + #data - #stream.rest
        end
      """)
  }

  private func writeRoles(to text: inout GeneratedText) {
    func octet(_ offset: Int) -> String { "(value:byte(\(offset + 1)) or 0)" }
    func bit(_ offset: Int, _ bit: UInt8) -> String {
      bit == 0 ? "false" : "bits.band(\(octet(offset)), \(bit)) ~= 0"
    }
    guard let position = layout.position else { return }
    var isOpenEnded = false
    let (begins, ends): (String, String)
    switch position {
    case .bits(let offset, let begin, let end):
      (begins, ends) = (bit(offset, begin), bit(offset, end))
      isOpenEnded = end == 0
    case .octets(let offset, let begin, _, let end, let single):
      func among(_ octets: [UInt8?]) -> String {
        let known = octets.compactMap { $0 }.map { "\(octet(offset)) == \($0)" }
        return known.isEmpty ? "false" : known.joined(separator: " or ")
      }
      (begins, ends) = (among([begin, single]), among([end, single]))
    case .block(let offset, let begin, let end, _):
      begins = "\(octet(offset)) == \(begin)"
      ends = "\(octet(offset)) == \(end)"
    case .remaining(let number, let last):
      (begins, ends) = ("false", Self.number(number, of: "value") + " == \(last)")
    case .index(let index, let total, let first):
      let index = Self.number(index, of: "value")
      begins = index + " == \(first)"
      ends = index + " - \(first) == " + Self.number(total, of: "value") + " - 1"
    }
    if isOpenEnded {
      writeBegin("(\(begins))", to: &text)
      return
    }
    text.lines(
      """
        if \(begins) then
          stream.rest = ""
          at = CHUNK_HEADER
        end
        stream.rest = stream.rest .. data
        if \(ends) then
          table.insert(found, { octets = stream.rest, at = at })
          stream.rest = ""
        end
      """)
  }
}
