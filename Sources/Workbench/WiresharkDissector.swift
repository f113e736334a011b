import Framing
import Report

/// A dissector in Lua that shows the messages of a layout in Wireshark and tshark.
///
/// Nothing of the capture stands in it but octets in hexadecimal, numbers and UUIDs.
package enum WiresharkDissector {
  package static func text(of trace: MessageTrace, version: String) -> String {
    let parts = DissectorParts(trace)
    var text = GeneratedText()
    text.lines(head(trace, version: version))
    parts.writeConstants(to: &text)
    parts.writeChecksums(to: &text)
    parts.writeFeed(to: &text)
    parts.writeShow(to: &text)
    text.lines(Self.tail)
    parts.writeRegistration(to: &text)
    return text.text
  }

  private static func head(_ trace: MessageTrace, version: String) -> String {
    let parts = trace.parts.map { "--   \($0.description)" }
    return """
      -- Shows messages of this layout in Wireshark. Written by bletrace \(plainName(version)).
      --
      --   tshark -X lua_script:FILE -r CAPTURE -V
      --
      -- Wireshark loads it from its folder of personal plugins (Help, About, Folders).
      -- The layout, as the option --framing of bletrace takes it:
      --
      --   \(trace.layout.spec)
      --
      \(parts.joined(separator: "\n"))

      local proto = Proto("bletrace_messages", "Messages")

      local field = {
        kind = ProtoField.string("bletrace_messages.kind", "Kind"),
        start = ProtoField.bytes("bletrace_messages.start", "Start"),
        length = ProtoField.uint32("bletrace_messages.length", "Length", base.DEC),
        counter = ProtoField.uint32("bletrace_messages.counter", "Counter", base.DEC),
        header = ProtoField.bytes("bletrace_messages.header", "Header"),
        payload = ProtoField.bytes("bletrace_messages.payload", "Payload"),
        value = ProtoField.string("bletrace_messages.field", "Field"),
        checksum = ProtoField.uint32("bletrace_messages.checksum", "Checksum", base.HEX),
        right = ProtoField.bool("bletrace_messages.checksum_right", "Checksum is right"),
        ending = ProtoField.bytes("bletrace_messages.end", "End"),
      }
      proto.fields = {
        field.kind, field.start, field.length, field.counter, field.header, field.payload,
        field.value, field.checksum, field.right, field.ending,
      }
      local damaged = ProtoExpert.new(
        "bletrace_messages.damaged", "The message does not fit the layout",
        expert.group.MALFORMED, expert.severity.WARN)
      proto.experts = { damaged }

      local att_handle = Field.new("btatt.handle")
      local att_opcode = Field.new("btatt.opcode")

      -- Operators for bits are a part of the language since Lua 5.3.
      local bits = bit32 or bit or load([[return {
        band = function(a, b) return a & b end,
        bxor = function(a, b) return a ~ b end,
        lshift = function(a, b) return a << b end,
        rshift = function(a, b) return a >> b end,
      }]])()

      -- The octets that digits stand for, as a string.
      local function hex(digits)
        return (digits:gsub("%x%x", function(two) return string.char(tonumber(two, 16)) end))
      end

      -- The number in some octets of a string, from 0.
      local function number(octets, offset, size, is_big)
        local result = 0
        for index = 0, size - 1 do
          local place = is_big and offset + index or offset + size - 1 - index
          result = result * 256 + (octets:byte(place + 1) or 0)
        end
        return result
      end

      """
  }

  /// What is the same in all dissectors.
  private static let tail = """

    -- What is left of each stream, and the messages that end in each frame.
    local streams, frames = {}, {}

    -- The handles by which Wireshark asks.
    local known = {}

    function proto.init()
      streams, frames = {}, {}
    end

    local writes = { [0x12] = true, [0x52] = true, [0xD2] = true }
    local values = { [0x1B] = true, [0x1D] = true }

    local function dissect(tvb, pinfo, tree)
      local opcode, handle = att_opcode(), att_handle()
      opcode = opcode and opcode.value or 0
      handle = handle and handle.value or 0
      if not (writes[opcode] or values[opcode]) or tvb:len() == 0 then return 0 end
      local value = tvb:raw()
      local place = pinfo.number .. " " .. handle .. " " .. value
      if not frames[place] then
        local key = tostring(pinfo.src) .. " " .. tostring(pinfo.dst) .. " " .. handle
        key = key .. " " .. (writes[opcode] and "w" or "n")
        streams[key] = streams[key] or { rest = "" }
        frames[place] = feed(streams[key], value)
      end
      for _, message in ipairs(frames[place]) do
        local range
        if message.at and message.at + #message.octets <= tvb:len() then
          range = tvb:range(message.at, #message.octets)
        elseif #message.octets > 0 then
          local digits = message.octets:gsub(".", function(c)
            return string.format("%02x", c:byte())
          end)
          range = ByteArray.new(digits):tvb("Message"):range()
        end
        if range then show(message.octets, range, pinfo, tree, writes[opcode] or false) end
      end
      if #frames[place] == 0 then tree:add(proto, tvb:range(), "Part of a message") end
      return tvb:len()
    end

    -- By the handles of the capture, and by the UUIDs where Wireshark knows them: it asks both.
    proto.dissector = dissect

    local by_uuid = Proto("bletrace_messages_by_uuid", "Messages by UUID")

    function by_uuid.dissector(tvb, pinfo, tree)
      local handle = att_handle()
      if handle and known[handle.value] then return 0 end
      return dissect(tvb, pinfo, tree)
    end

    """
}
