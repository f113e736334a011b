import Framing
import Report

/// The parts of a dissector that follow from the layout.
struct DissectorParts {
  let trace: MessageTrace
  let layout: FramingLayout
  let pieces: MessagePieces

  init(_ trace: MessageTrace) {
    self.trace = trace
    layout = trace.layout
    pieces = MessagePieces(layout)
  }

  private static func octets(_ octets: [UInt8]) -> String { "hex(\"\(hexText(octets))\")" }

  static func number(_ number: FramingLayout.Number, of name: String) -> String {
    "number(\(name), \(number.offset), \(number.width), \(number.isBigEndian))"
  }

  func writeConstants(to text: inout GeneratedText) {
    text.line("local HEADER, TRAILER = \(layout.messageHeader), \(layout.messageTrailer)")
    text.line("local CHUNK_HEADER, CHUNK_TRAILER = \(layout.chunkHeader), \(layout.chunkTrailer)")
    text.line(
      "local START, OTHER, END = \(Self.octets(layout.start)), "
        + "\(Self.octets(layout.otherStart)), \(Self.octets(layout.end))")
    text.line()
    text.line("-- Octets that all messages of a kind have (.. varies), and the fields in them:")
    text.line("-- name, offset, octets, order, factor, unit.")
    text.line("local kinds = {")
    for kind in trace.messages.kinds {
      let pattern = KindPattern(kind)
      let name = plainName(trace.name(of: kind))
      text.line(
        "{ name = \"\(name)\", request = \(trace.isRequest(kind)), least = \(pattern.least), "
          + "most = \(pattern.most),", indent: 2)
      text.line("pattern = \"\(pattern.text)\",", indent: 4)
      text.line("fields = {", indent: 4)
      for field in trace.fields(of: kind) { text.line("{ \(field.listed) },", indent: 6) }
      text.line("} },", indent: 4)
    }
    text.line("}")
    text.lines(
      """
      for _, kind in ipairs(kinds) do
        kind.octets = {}
        for one in kind.pattern:gmatch("%S+") do
          table.insert(kind.octets, tonumber(one, 16) or false)
        end
      end

      local function kind_of(octets, request)
        for _, kind in ipairs(kinds) do
          if kind.request == request and #octets >= kind.least and #octets <= kind.most then
            local same = true
            for index, octet in ipairs(kind.octets) do
              if octet and octets:byte(index) ~= octet then same = false end
            end
            if same then return kind end
          end
        end
      end
      """)
  }

  // MARK: Checksums

  func writeChecksums(to text: inout GeneratedText) {
    if let checksum = layout.checksum {
      text.line()
      text.line("-- \(checksum.kind.name) of the octets from first to last, from 0.")
      text.line("local function checksum(octets, first, last)")
      if let value = pieces.checksumOfNothing(in: trace.traced) {
        text.line("if last < first then return \(value) end", indent: 2)
      }
      writeSum(checksum.kind, to: &text)
      text.line("end")
    }
  }

  private func writeSum(_ kind: ChecksumKind, to text: inout GeneratedText) {
    func addUp() {
      text.line("local rest = 0", indent: 2)
      text.line(
        "for index = first, last do rest = rest + octets:byte(index + 1) end", indent: 2)
    }
    switch kind.arithmetic {
    case .sum(let bits):
      addUp()
      text.line("return rest % \(1 << bits)", indent: 2)
    case .complement(let bits):
      addUp()
      text.line("return \(1 << bits - 1) - rest % \(1 << bits)", indent: 2)
    case .negated(let bits):
      addUp()
      text.line("return -rest % \(1 << bits)", indent: 2)
    case .xor:
      text.line("local rest = 0", indent: 2)
      text.line(
        "for index = first, last do rest = bits.bxor(rest, octets:byte(index + 1)) end", indent: 2)
      text.line("return rest % 256", indent: 2)
    case .crc(let steps): writeCRC(steps, to: &text)
    }
  }

  private func writeCRC(_ steps: CRCSteps, to text: inout GeneratedText) {
    let digits = steps.bits / 4
    let polynomial = hexNumber(steps.polynomial, digits: digits)
    text.line("local rest = \(hexNumber(steps.start, digits: digits))", indent: 2)
    text.line("for index = first, last do", indent: 2)
    if steps.isReflected {
      text.lines(
        """
        rest = bits.bxor(rest, octets:byte(index + 1)) % 4294967296
        for _ = 1, 8 do
          local odd = rest % 2 == 1
          rest = bits.rshift(rest, 1) % 4294967296
          if odd then rest = bits.bxor(rest, \(polynomial)) % 4294967296 end
        end
        """, indent: 4)
    } else {
      let size = 1 << steps.bits
      text.lines(
        """
        rest = bits.bxor(rest, octets:byte(index + 1) * \(size / 256)) % 4294967296
        for _ = 1, 8 do
          local high = rest >= \(size / 2)
          rest = rest * 2 % \(size)
          if high then rest = bits.bxor(rest, \(polynomial)) % 4294967296 end
        end
        """, indent: 4)
    }
    text.line("end", indent: 2)
    let inverted = hexNumber(steps.inverted, digits: digits)
    text.line("return bits.bxor(rest, \(inverted)) % 4294967296", indent: 2)
  }

  // MARK: The tree

  func writeShow(to text: inout GeneratedText) {
    text.lines(
      """

      -- Adds a message to the tree. The range holds its octets.
      local function show(octets, range, pinfo, tree, request)
        local kind = kind_of(octets, request)
        local name = kind and kind.name or "unknown kind"
        local branch = tree:add(proto, range, "Message: " .. name .. ", " .. #octets .. " octets")
        pinfo.cols.info:append(" [" .. name .. "]")
        branch:add(field.kind, range, name)
        if #octets < HEADER + TRAILER then
          branch:add_proto_expert_info(damaged)
          return
        end
        local fits = true
      """)
    for piece in pieces.header {
      let (first, count) = (piece.octets.lowerBound, piece.octets.count)
      let place = "range:range(\(first), \(count))"
      switch piece.content {
      case .start, .starts:
        text.line("branch:add(field.start, \(place))", indent: 2)
        text.line("local start = octets:sub(\(first + 1), \(first + count))", indent: 2)
        let other = layout.otherStart.isEmpty ? "" : " and start ~= OTHER"
        text.line("fits = fits and not (start ~= START\(other))", indent: 2)
      case .length(let length):
        let stated = Self.number(length.number, of: "octets")
        text.line("local length = \(stated)", indent: 2)
        text.line("branch:add(field.length, \(place), length)", indent: 2)
        text.line("fits = fits and length + \(length.extra) == #octets", indent: 2)
      case .counter(let number):
        let stated = Self.number(number, of: "octets")
        text.line("branch:add(field.counter, \(place), \(stated))", indent: 2)
      case .data: text.line("branch:add(field.header, \(place))", indent: 2)
      case .checksum: break
      }
    }
    text.lines(
      """
        if #octets > HEADER + TRAILER then
          branch:add(field.payload, range:range(HEADER, #octets - HEADER - TRAILER))
        end
      """)
    if let checksum = layout.checksum { writeStatus(checksum, to: &text) }
    if !layout.end.isEmpty {
      text.lines(
        """
          branch:add(field.ending, range:range(#octets - #END, #END))
          fits = fits and octets:sub(-#END) == END
        """)
    }
    text.lines(Self.fields)
  }

  private func writeStatus(_ checksum: FramingLayout.Checksum, to text: inout GeneratedText) {
    let width = checksum.kind.width
    if let offset = checksum.headerOffset {
      text.line("local place = \(offset)", indent: 2)
      text.line(
        "local right = checksum(octets, \(offset + width), #octets - #END - 1)", indent: 2)
    } else {
      text.line("local place = #octets - TRAILER", indent: 2)
      text.line("local right = checksum(octets, \(checksum.from), place - 1)", indent: 2)
    }
    text.lines(
      """
        local held = number(octets, place, \(width), \(checksum.isBigEndian))
        branch:add(field.checksum, range:range(place, \(width)), held)
        branch:add(field.right, range:range(place, \(width)), held == right)
        fits = fits and held == right
      """)
  }

  private static let fields = """
      for _, one in ipairs(kind and kind.fields or {}) do
        local name, offset, size, order, factor, unit = table.unpack(one)
        if size > 0 and offset + size <= #octets then
          local part, text = range:range(offset, size), nil
          if order == "text" then
            text = part:string()
          elseif order == "octets" or size > 4 then
            text = tostring(part:bytes())
          else
            local is_big = order == "big" or order == "signed big"
            local result = number(octets, offset, size, is_big)
            if order:sub(1, 6) == "signed" and result >= 256 ^ size / 2 then
              result = result - 256 ^ size
            end
            text = string.format("%.10g", result * factor) .. unit
          end
          branch:add(field.value, part, name .. " = " .. text)
        end
      end
      if not fits then branch:add_proto_expert_info(damaged) end
    end
    """

  // MARK: Registration

  func writeRegistration(to text: inout GeneratedText) {
    text.line()
    text.line("local handles = DissectorTable.get(\"btatt.handle\")")
    text.line("local uuids = DissectorTable.get(\"bluetooth.uuid\")")
    var known: Set<String> = []
    for stream in trace.messages.streams {
      let handle = hexNumber(max(0, stream.valueHandle))
      if stream.valueHandle > 0, known.insert(handle).inserted {
        text.line("handles:add(\(handle), proto)")
        text.line("known[\(handle)] = true")
      }
      guard let uuid = plainUUID(stream.uuid) else { continue }
      let line = "uuids:add(\"\(uuid)\", by_uuid)"
      if known.insert(line).inserted { text.line(line) }
    }
  }
}
