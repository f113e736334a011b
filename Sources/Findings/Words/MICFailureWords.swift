import Report

extension MICFailureRule {
  static let summary = "A link stopped as soon as it was encrypted, or MICs do not fit the key."
  static let explanation = """
    A device that receives an encrypted packet with a wrong Message Integrity Check leaves the \
    connection at once and sends nothing more (Core Vol 6, Part B, 5.1.3.1): on the air the link \
    just stops. The rule reports a connection without a PDU that ends it, in which at most \
    \(mostPackets.word) encrypted packets were heard, while the capture goes on for the \
    supervision timeout: a warning, and not certain, because a device that goes out of range looks \
    the same. Where the sniffer decrypts and finds wrong MICs in a link that goes on, that is \
    info. If at most one in \(fittingOneIn.word) packets fits, the sniffer has no key of the link, \
    or a wrong one. If a few do not fit and later ones do, the key is right: a sniffer that misses \
    packets no longer knows the number of the next one, which decryption needs (Core Vol 6, Part \
    E, 2.1); the finding names that cause only for \
    packets before which something was missed. A \
    packet that was sent again counts once. The session key is made from LL_ENC_REQ and \
    LL_ENC_RSP: if the sniffer heard only one of the two, no key would help. Otherwise either is \
    possible: a changed key, or a wrong packet number. If the link ends with reason 0x3D, \
    pairing-failed reports the keys.
    """

  var message: String {
    let why =
      switch cause {
      case .keysDiffer:
        "nothing on the air ended it: different keys on both sides are a likely cause"
      case .key: "the sniffer has no key of this link, or a wrong one"
      case .start:
        "the sniffer took no valid \(missing?.rawValue ?? "") for this encryption, without which "
          + "the session key cannot be derived"
      case .counter:
        "others fitted it, so the key is right, and the sniffer's packet counter was "
          + "probably wrong\(missed)"
      case nil where keyIsRight:
        "others fitted it, so the key is right\(explained); nothing shows why \(unexplained) not "
          + "fit\(unread)"
      case nil:
        "the devices may have changed the key, or the sniffer's packet counter was wrong\(missed)"
      }
    return hasStopped
      ? "The link stopped after \(Wording.count(air.encryptedPackets, "encrypted packet")), and "
        + "\(why)."
      : "In \(failed) of \(Wording.count(failed + fitted, "encrypted packet")) the MIC did not "
        + "fit the sniffer's key\(air.silence == nil ? ", and the link went on" : ""): \(why)."
  }

  /// Those before which the sniffer missed something.
  private var explained: String {
    afterMiss > 0
      ? "; before \(afterMiss) of them the sniffer missed packets, so that its packet counter was "
        + "probably wrong" : ""
  }

  /// Those that no miss explains.
  private var unexplained: String {
    if afterMiss == 0 { return failed == 1 ? "it does" : "they do" }
    return failed - afterMiss == 1 ? "the other one does" : "the other \(failed - afterMiss) do"
  }

  /// Where the peripheral fell silent with the last one.
  private var unread: String {
    guard let silence = air.silence, let last = air.micFailedFrames.last,
      last == silence.firstFrame
    else { return "" }
    return ", and the peripheral answered nothing from #\(last) on: it may not have been able to "
      + "read that one either"
  }

  /// What shows that the sniffer lost count.
  private var missed: String {
    let silent = air.events.silent - air.events.unused
    let facts = [
      misheard > 0 ? "\(Wording.count(misheard, "packet")) with a wrong CRC" : nil,
      silent > 0 ? "nothing in \(Wording.count(silent, "connection event"))" : nil,
    ].compactMap(\.self)
    return facts.isEmpty ? "" : ": it heard \(Wording.list(facts))"
  }

  var advice: String? {
    switch cause {
    case .keysDiffer:
      "Remove the bond on both devices and pair again; look at their logs for MIC Failure (0x3D)."
    case .start:
      "No key helps here: let the devices connect again, with the sniffer near to both."
    case .key: "Give the sniffer the key of this bond, or let it hear the pairing."
    case .counter:
      "Move the sniffer nearer to both devices, or capture with a second one: what these packets "
        + "held is missing from this report."
    case nil where keyIsRight:
      "Capture with a second sniffer: what these packets held is missing from this report."
    case nil:
      "Let the sniffer hear each pairing, and move it nearer to both devices: what these packets "
        + "held is missing from this report."
    }
  }
}
