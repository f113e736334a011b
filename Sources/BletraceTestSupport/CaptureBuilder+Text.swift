import CaptureFiles

/// How a story is printed.
package enum TextForm: String, CaseIterable, Sendable {
  case espIDF, espIDFTimed, btstack, arduinoBLE, hcidump, hexDump

  /// What it has a form for.
  package func holds(_ entry: CaptureBuilder.Entry) -> Bool {
    switch entry.kind {
    case .command, .event, .acl: true
    case .sco: self != .espIDF && self != .espIDFTimed && self != .arduinoBLE
    case .iso: self == .hcidump || self == .hexDump
    default: false
    }
  }

  /// Whether the text says when a packet was.
  package var hasTimes: Bool { self != .espIDF && self != .arduinoBLE }
}

extension CaptureBuilder {
  package func text(_ form: TextForm) -> [UInt8] {
    Array(entries.enumerated().filter { form.holds($1) }.map(form.lines).joined().utf8)
  }
}

extension TextForm {
  fileprivate func lines(_ number: Int, _ entry: CaptureBuilder.Entry) -> String {
    let isSent = entry.direction == .tx
    let octets = entry.bytes
    let h4 = [entry.h4Indicator] + octets
    switch self {
    case .espIDF, .espIDFTimed:
      let tag =
        switch entry.kind {
        case .command: "C:"
        case .event: "E:"
        default: isSent ? "H:" : "D:"
        }
      var time: [UInt8] = []
      if self == .espIDFTimed { time.put(UInt64(entry.time), .little) }
      return hex([UInt8(number & 0xFF)]) + " " + tag + hex(time + octets) + " \n"
    case .btstack:
      let name = entry.kind == .command ? "CMD" : entry.kind == .event ? "EVT" : "ACL"
      return "[\(clock(entry.time))] \(entry.kind == .sco ? "SCO" : name) "
        + (isSent ? "=>" : "<=") + " \(hex(octets)) \r\n"
    case .arduinoBLE:
      let name = entry.kind == .command ? "COMMAND" : entry.kind == .event ? "EVENT" : "ACLDATA"
      return "HCI \(name) \(isSent ? "TX ->" : "RX <-") \(hex(h4, ""))\n"
    case .hcidump:
      let rows = stride(from: 0, to: h4.count, by: 20).map { hex(Array(h4[$0...].prefix(20))) }
      return "2026-01-02 \(clock(entry.time)) \(isSent ? "<" : ">") "
        + rows.joined(separator: " \n  ") + " \n"
    case .hexDump:
      let rows = stride(from: 0, to: h4.count, by: 16).map { start in
        let offset = String(start, radix: 16)
        return String(repeating: "0", count: 4 - offset.count) + offset + "  "
          + hex(Array(h4[start...].prefix(16))) + "   ...\n"
      }
      let micros = String(entry.time % 1_000_000)
      let fraction = String(repeating: "0", count: 6 - micros.count) + micros
      return "    \(number + 1) \(entry.time / 1_000_000 % 1_000_000).\(fraction) host "
        + "\(isSent ? "HCI 4 Sent" : "HCI 4 Rcvd") a packet\n" + rows.joined() + "\n"
    }
  }

  private func hex(_ octets: [UInt8], _ between: String = " ") -> String {
    octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: between)
  }

  /// The time of the day, with all that a program prints of it.
  private func clock(_ time: Int64) -> String {
    let two = { (value: Int64) in (value < 10 ? "0" : "") + String(value) }
    let seconds = time / 1_000_000 % 86_400
    let micros = String(time % 1_000_000)
    return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))."
      + String(repeating: "0", count: 6 - micros.count) + micros
  }
}
