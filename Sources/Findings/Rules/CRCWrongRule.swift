import Report

/// Nearly all packets that a sniffer wrote down have a wrong CRC: nothing is read of these.
struct CRCWrongRule: Rule, RuleFacts {
  static let name = "crc-wrong"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let traits: RuleTraits = .capture
  static let limits = [least, leastShare]
  static let least = RuleLimit("least_packets", 20, .packets)
  static let leastShare = RuleLimit("least_share", 90, .percent)

  let sniffed: ReportV1.Sniffed

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard let sniffed = file.capture.sniffed, sniffed.crcFailed >= least.value,
      Double(sniffed.crcFailed) * 100 >= Double(sniffed.packets) * Double(leastShare.value)
    else { return [] }
    return [
      Self(sniffed: sniffed).finding(
        .warning, nil, frames: [sniffed.firstFailedFrame].compactMap(\.self))
    ]
  }

  /// The mark is wrong, and not the packets.
  var isWronglyMarked: Bool { sniffed.crcFits > 0 }

  /// Most of what the sniffer received is not in the file.
  var lacksMost: Bool { !isWronglyMarked && sniffed.leftOut > sniffed.packets }

  var evidence: EvidenceList {
    [
      .packets: .of(sniffed.packets), .crcFailed: .of(sniffed.crcFailed),
      .crcFits: .of(sniffed.crcFits), .leftOut: .of(sniffed.leftOut),
    ]
  }
}
