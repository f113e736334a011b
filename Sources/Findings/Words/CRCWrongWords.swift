import Report

extension CRCWrongRule {
  static let summary = "Nearly all packets that the sniffer wrote down have a wrong CRC."
  static let explanation = """
    A packet with a wrong CRC may hold anything: it is counted, and nothing of it is read. The rule \
    reports captures of a sniffer with \(least) or more such packets that are \(leastShare) or \
    more of all. Such a sniffer hears noise, or packets whose access address, PHY or channel it \
    does not know. The CRC of advertising packets begins with a known value and is calculated: if \
    it is right, the mark in the file is wrong. That of a connection begins with the value in \
    CONNECT_IND, which a sniffer that did not hear it does not know. If the file lacks more \
    packets that the sniffer counted than it has, a filter may have left only these.
    """

  var message: String {
    let count = Wording.count(sniffed.packets, "packet")
    let failed = Wording.count(sniffed.crcFailed, "packet")
    let which =
      sniffed.crcFailed == sniffed.packets
      ? "All \(count) in the file have a wrong CRC"
      : "Of \(count) in the file \(failed) have a wrong CRC"
    let fitting = Wording.count(sniffed.crcFits, "advertising packet")
    return isWronglyMarked
      ? "\(which) by the file's mark, but that of \(fitting) is right: the mark is wrong. Nothing "
        + "was read of packets with it."
      : "\(which): nothing was read of these.\(others)"
  }

  private var others: String {
    lacksMost
      ? " The sniffer counted \(Wording.count(sniffed.leftOut, "packet")) more, which are not in it."
      : ""
  }

  var advice: String? {
    if lacksMost { return "If the file was exported with a filter, export it without one." }
    return isWronglyMarked
      ? "Look at what wrote the file: bletrace reads no packet that is marked so."
      : "Let the sniffer hear the beginning of the connection, on the PHY and channels that the "
        + "devices use, and nearer to them."
  }
}
