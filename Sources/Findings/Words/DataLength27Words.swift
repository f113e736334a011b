import Report

extension DataLength27Rule {
  static let summary =
    "Long values were sent in Link Layer packets of 27 bytes; longer ones are possible."
  static let explanation = """
    A connection begins with 27 bytes in a Link Layer packet; after a data length update \
    (Bluetooth 4.2) a packet may have 251. Chunks of 182 bytes then need one packet instead of \
    seven. The rule reports data of at least \(BulkData.least) in chunks that need \
    \(leastPackets.word) or more packets of 27 bytes. The capture must show the length: values \
    were received in fragments, or a Data Length Change event states 27. A capture that began \
    after the connection does not show it, and sent data alone does not, because a host may mask \
    the event: then the rule reports nothing. It also reports nothing if the features of a side \
    show that it does not support Data Length Extension. A sniffed capture shows each packet. \
    There the rule also reports, as info, \(leastValues) notifications or more that each needed \
    two packets of 27 bytes, or more if a side refused to lengthen them, if the sniffer heard what \
    both sides offered, or the refusal: each packet has its own header and acknowledgement.
    """

  var message: String {
    "Each chunk of \(data.chunkBytes) bytes of \(Wording.initialLower(data.name(uuid))) took "
      + "\(packets) Link Layer packets of 27 bytes, although \(needed) of 251 bytes would be "
      + "enough."
  }

  var advice: String? {
    "The stack or firmware of one side has to request 251 bytes (LE Set Data Length); both sides "
      + "need Bluetooth 4.2. Phones request it automatically when the peripheral's firmware "
      + "supports it."
  }
}

extension DataLength27Rule.Split {
  var message: String {
    let cause =
      if let refusal {
        "the \(refusal.party.rawValue) refused LL_LENGTH_REQ"
          + (refusal.count > 1 ? " \(Wording.times(refusal.count))" : "") + " (#\(refusal.frame))"
      } else {
        "\(words(offers[0], "offered")), and \(words(offers[1], "answered"))"
      }
    return
      "\(Wording.count(count, "notification")) of up to \(most) bytes (\(Wording.list(names))) "
      + "each took \(packets == 2 ? "two" : "up to \(packets)") Link Layer packets of 27 bytes, "
      + "although one of 251 bytes would be enough: \(cause)."
  }

  private func words(_ offer: ReportV1.LengthOffer, _ verb: String) -> String {
    let octets = offer.party == .central ? offer.receiveOctets : offer.sendOctets
    return "the \(offer.party.rawValue) \(verb) \(octets) (#\(offer.frame))"
  }

  var advice: String? {
    "Firmware that sends such values should request 251 bytes, and have buffers of that size "
      + "(Zephyr: CONFIG_BT_CTLR_DATA_LENGTH_MAX and CONFIG_BT_BUF_ACL_TX_SIZE); both sides need "
      + "Bluetooth 4.2."
  }
}
