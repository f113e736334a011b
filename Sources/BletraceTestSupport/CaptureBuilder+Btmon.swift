import CaptureFiles

extension CaptureBuilder {
  /// As btmon prints packets that it does not decode.
  package func btmonText() -> [UInt8] {
    let start = entries.first?.time ?? 0
    var text = "Bluetooth monitor ver 5.66\n= Note: Linux version 6.1.0 (x86_64)  0.000001\n"
    for (number, entry) in entries.enumerated() where entry.kind.isPacket && entry.kind != .air {
      text += entry.btmonLines(number, entry.time - start)
    }
    return Array(text.utf8)
  }
}

extension CaptureBuilder.Entry {
  fileprivate func btmonLines(_ number: Int, _ time: Int64) -> String {
    let micros = String(time % 1_000_000)
    let fraction = String(repeating: "0", count: max(0, 6 - micros.count)) + micros
    let end = "   #\(number + 1) [hci\(controller)] \(time / 1_000_000).\(fraction)\n"
    let arrow = direction == .tx ? "< " : "> "
    let data = bytes.dropFirst(kind == .event ? 2 : kind == .acl || kind == .iso ? 4 : 3)
    let length = originalLength - (bytes.count - data.count)
    guard bytes.count >= (kind == .event ? 2 : 3) else { return "" }
    switch kind {
    case .command:
      let opcode = u16(bytes, 0)
      return "\(arrow)HCI Command: Unknown \(code(opcode)) plen \(length)" + end + dump(data)
    case .event:
      let line = "\(arrow)HCI Event: Unknown (0x\(hex(bytes[0]))) plen \(length)" + end
      if bytes[0] == 0x0E, data.count >= 3 {
        return line + "      Unknown \(code(u16(bytes, 3))) ncmd \(bytes[2])\n"
          + dump(data.dropFirst(3))
      }
      if bytes[0] == 0x0F, data.count == 4 {
        return line + "      Unknown \(code(u16(bytes, 4))) ncmd \(bytes[3])\n"
          + "        Status: Unknown (0x\(hex(bytes[2])))\n"
      }
      if bytes[0] == 0x3E, let subevent = data.first {
        return line + "      Unknown (0x\(hex(subevent)))\n" + dump(data.dropFirst())
      }
      return line + dump(data)
    default:
      let name = kind == .acl ? "ACL" : kind == .sco ? "SCO" : "ISO"
      let line =
        "\(arrow)\(name) Data \(direction == .tx ? "TX" : "RX"): "
        + "Handle \(u16(bytes, 0) & 0xFFF) flags 0x\(hex(bytes[1] >> 4)) dlen \(length)" + end
      let isFirst = kind == .acl && data.count >= 4 && bytes[1] >> 4 & 3 != 1
      guard isFirst, u16(bytes, 4) + 4 == length else { return line + dump(data) }
      return line
        + "      Channel: \(u16(bytes, 6)) len \(length - 4) "
        + "[PSM 0 mode Basic (0x00)] {chan 0}\n"
        + dump(data.dropFirst(4))
    }
  }

  private func u16(_ octets: [UInt8], _ index: Int) -> Int {
    index + 1 < octets.count ? Int(octets[index]) | Int(octets[index + 1]) << 8 : 0
  }

  private func code(_ opcode: Int) -> String {
    let command = opcode & 0x3FF
    return "(0x\(hex(UInt8(opcode >> 10)))|0x\(hex(UInt8(command >> 8)))"
      + "\(hex(UInt8(command & 0xFF))))"
  }

  private func hex(_ octet: UInt8) -> String { (octet < 16 ? "0" : "") + String(octet, radix: 16) }

  private func dump(_ data: ArraySlice<UInt8>) -> String {
    stride(from: data.startIndex, to: data.endIndex, by: 16).map { start in
      let row = data[start...].prefix(16)
      let blanks = String(repeating: " ", count: 3 * (16 - row.count) + 2)
      let characters = row.map { (0x20...0x7E).contains($0) ? String(UnicodeScalar($0)) : "." }
      return "        " + row.map(hex).joined(separator: " ") + blanks + characters.joined() + "\n"
    }.joined()
  }
}
