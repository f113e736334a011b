import Report
import Text

/// What became of the encrypted packets of a sniffed connection.
extension ConnectionSection {
  static func writeDecryption(
    _ air: ReportV1.Air, limit: Int, to document: inout Document
  ) {
    document.items("Decryption", air.encryptions.map(description(of:)), limit: limit)
  }

  private static func description(of time: ReportV1.AirEncryption) -> StyledText {
    let isGood = time.outcome == .decrypted && time.decrypted == time.packets
    let head =
      "\(Name.frames(time.firstFrame, time.lastFrame)) \(time.refresh ? "new key, " : "")"
    return StyledText(head) + StyledText(words(of: time), isGood ? .good : .warning)
      + StyledText(missed(in: time))
  }

  private static func words(of time: ReportV1.AirEncryption) -> String {
    let packets = Quantity.count(time.packets, "packet")
    switch time.outcome {
    case .decrypted:
      let key = time.key.map(words(of:)) ?? "a key"
      return "\(Quantity.count(time.decrypted)) of \(packets) decrypted with \(key)"
    case .noKey:
      return "\(packets) not decrypted: no key (see --keys, --keys-from and --crack-tk)"
    case .wrongKey: return "\(packets) not decrypted: no key fits"
    case .notTried:
      return "\(packets) not decrypted: there are more keys and connections than are tried"
    case .startMissed:
      return "\(packets) not decrypted: the sniffer missed LL_ENC_REQ or LL_ENC_RSP, without "
        + "which no key is of use"
    case .beganBefore:
      return "\(packets) not decrypted: the encryption began before the capture; no key can "
        + "open it"
    case .unreadable:
      return "\(packets) not readable: encrypted or damaged; no beginning of an encryption was "
        + "heard"
    }
  }

  private static func words(of key: ReportV1.AirKeyOrigin) -> String {
    switch key {
    case .given: "a key that was given"
    case .hciCapture: "a key from an HCI capture"
    case .temporaryKeyZero: "the key of its pairing (temporary key 0)"
    case .passkey: "the key of its pairing (by the passkey)"
    case .outOfBand: "the key of its pairing (by what was exchanged out of band)"
    case .debugKey: "the key of its pairing (with the debug key, which is public)"
    case .distributed: "a key that an earlier pairing in the capture handed out"
    }
  }

  /// What the packet counters prove.
  private static func missed(in time: ReportV1.AirEncryption) -> String {
    let missed = time.missedCentral &+ time.missedPeripheral
    var facts: [String] = []
    if time.repeated > 0 { facts.append("\(Quantity.count(time.repeated)) retransmitted") }
    if missed > 0 { facts.append("\(Quantity.count(missed)) more that the sniffer missed") }
    return facts.isEmpty ? "" : "; the packet counters show " + facts.joined(separator: ", and ")
  }
}
