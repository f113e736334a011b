import Report

extension FramingAnswerMissingRule {
  static let summary = "A request of a protocol inside the data was never answered."
  static let explanation = """
    MCUmgr SMP and Nordic's DFU answer each request; ESP BLE OTA acknowledges each sector; a \
    device with TI OAD requests blocks, and the client answers with them. A request counts as \
    unanswered when it was sent again, when the next was sent although an answer was due, when its \
    sequence number was used again, or when the connection ended. ATT has \
    delivered the bytes in each of these cases, so att-request-unanswered does not report it. The \
    rule does not report requests that were in progress when the capture ended, or a request to \
    restart the device, or those after which the logger cut a value of the server, which may be \
    the answer; and it reports nothing if the logger lost records.
    """

  static func message(_ found: FramingFaults) -> String {
    let wait =
      found.first.ofFrame == nil ? "before the connection ended" : "before the next request"
    return "The \(found.side) did not answer \"\(found.first.what)\" of \(found.protocol) "
      + "\(wait)\(found.times)."
  }

  static func advice(_ found: FramingFaults) -> String {
    found.first.by == .server
      ? "Look in the device for what blocks the answer: a full buffer pool, a flash write that "
        + "takes longer than the client waits, or a restart."
      : "Look in the app for what keeps it from sending what the device requests."
  }
}

extension FramingErrorAnsweredRule {
  static let summary = "A protocol inside the data answered with an error."
  static let explanation = """
    The rule reads the results of MCUmgr SMP, of Nordic's DFU, of ESP BLE OTA, Telink OTA and TI \
    OAD, and names their codes. ATT does not see these errors, because the values themselves \
    arrived. It is an error if the answer ended a transfer, and a warning otherwise, because a \
    client may ask for something that a device does not have.
    """

  static func message(_ found: FramingFaults) -> String {
    let code = found.first.code.map { " \($0)" } ?? ""
    let name = found.first.name.map { " (\($0))" } ?? ""
    return "The server answered \"\(found.first.what)\" of \(found.protocol) with "
      + "error\(code)\(name)\(found.times)."
  }

  static func advice(_ found: FramingFaults) -> String {
    "The code gives the reason for the refusal; the log of the device may say more."
  }
}

extension FramingCRCMismatchRule {
  static let summary = "A checksum of a protocol does not match the bytes that were sent."
  static let explanation = """
    Nordic's Secure DFU answers with the CRC-32 of all bytes that the device has. The rule \
    compares it with the CRC-32 of the bytes in the capture. If the two differ at the same offset, \
    the device did not store what was sent; if the device's offset is lower, bytes are missing. \
    Write Commands can be lost in the host of either side. ESP BLE OTA sends a CRC-16 with each \
    command and sector, Telink OTA with each block, and a GBL file of Silicon Labs ends with a \
    CRC-32: here the rule compares the checksum with the bytes that it was sent with. The rule \
    reports nothing if the logger lost records.
    """

  /// A checksum that came with the bytes is of the side that sent both.
  private static func isOwn(_ found: FramingFaults) -> Bool { found.framing.name != "nordic-dfu" }

  static func message(_ found: FramingFaults) -> String {
    let fault = found.first
    let values = fault.found.flatMap { sum in
      fault.expected.map {
        "\(isOwn(found) ? "it is" : "the device has") \(Wording.code(sum)), and the bytes sent "
          + "give \(Wording.code($0))"
      }
    }
    return "The checksum of \(name(fault)) (\(found.protocol)) does not match the bytes "
      + "sent\(found.words(values))."
  }

  /// `sector 1`, `the firmware object at 4096`
  private static func name(_ fault: ReportV1.FramingFault) -> String {
    switch fault.subject {
    case .block, .sector, .segment: fault.what
    case .request, .sectorPart, .initPacket, .firmwareObject, .lastBlockNumber, .packet, .message,
      .image, .update, .gblFile, nil:
      "the \(fault.what)"
    }
  }

  static func advice(_ found: FramingFaults) -> String {
    isOwn(found)
      ? "Calculate the checksum of the bytes that are sent, after the last change to them: the "
        + "receiver refuses what does not match."
      : "The device must not use the data, and the client must send the object again. If it "
        + "recurs, request packet receipt notifications after fewer packets."
  }
}

extension FramingSentAgainRule {
  static let summary = "A protocol inside the data sent a part of a transfer again."
  static let explanation = """
    The rule reports a request of an MCUmgr upload with bytes that were sent before, an object of \
    Nordic's DFU that was created again at the same offset, a sector of ESP BLE OTA, and a block \
    of Telink OTA or TI OAD with a number that was sent before. Each repetition costs the time to \
    send that part; Telink OTA refuses it. The rule reports nothing if the answer to the part was \
    missing (see framing-answer-missing), or if it was an error or a checksum was wrong (see \
    framing-error-answered and framing-crc-mismatch).
    """

  static func message(_ found: FramingFaults) -> String {
    "The client sent the \(found.protocol) \(found.first.what) again\(found.times)."
  }

  static func advice(_ found: FramingFaults) -> String {
    "Find what the client missed: an answer after its timer expired, or an answer whose offset "
      + "requested the part again."
  }
}

extension FramingSequenceGapRule {
  static let summary = "A sequence number of a protocol inside the data is missing."
  static let explanation = """
    Matter's BTP numbers its segments in each direction, ESP BLE OTA the packets of a sector, \
    Telink OTA and TI OAD their blocks. ATT keeps the order, so a number that is missing was never \
    sent, or was lost between the protocol and ATT; the receiver has to close the session or to \
    refuse the update. The rule reports nothing if the logger lost records, or if the device \
    accepted the update: then the capture missed a part.
    """

  static func message(_ found: FramingFaults) -> String {
    let fault = found.first
    let numbers = fault.found.flatMap { number in
      fault.expected.map {
        found.party == .local
          ? "\(number) was sent, \($0) was due" : "\(number) was received, \($0) was expected"
      }
    }
    return "The \(found.side) skipped a sequence number of \(found.protocol)"
      + "\(found.words(numbers))."
  }

  static func advice(_ found: FramingFaults) -> String {
    "Find where the sending side drops a packet after it was numbered: a queue that was full, or "
      + "two tasks that send at the same time."
  }
}

extension FramingWindowExceededRule {
  static let summary = "A side sent more segments than the window of the protocol allows."
  static let explanation = """
    The two sides of Matter's BTP agree on a window: the number of segments that may be sent \
    before an acknowledgement is received. One segment more closes the session.
    """

  static func message(_ found: FramingFaults) -> String {
    "The \(found.side) sent more than the \(found.window) allows\(found.times)."
  }

  static func advice(_ found: FramingFaults) -> String {
    "The sender must count the unacknowledged segments, and wait when the window is full."
  }
}

extension FramingWindowClosedRule {
  static let summary = "A side could not send because its segments were not acknowledged."
  static let explanation = """
    The window of Matter's BTP is the number of segments that may be sent without an \
    acknowledgement. The sender has to wait when all segments of the window are unacknowledged, or \
    all but one, which is reserved for an acknowledgement. The rule reports waits of more than \
    \(least) that an acknowledgement ended; framing-acknowledgement-late reports waits of \
    \(FramingAcknowledgementLateRule.allowed) or more. \
    The capture does not always show whether the sender had more data.
    """

  static func message(_ found: FramingFaults) -> String {
    let count = found.faults.count
    let times = count == 1 ? "" : " \(count) times"
    let time =
      found.first.found.map { (count == 1 ? " for " : ", at first for ") + Wording.duration($0) }
      ?? ""
    let sender: ReportV1.FramingSide = found.first.by == .client ? .server : .client
    return "The \(sender.rawValue) could not send\(times)\(time): of its \(found.window), nothing "
      + "was free but the segment that is kept for an acknowledgement, and the \(found.side) did "
      + "not acknowledge."
  }

  static func advice(_ found: FramingFaults) -> String {
    "The receiver should acknowledge while two segments of the window are free, even if it has no "
      + "data to send."
  }
}

extension FramingAcknowledgementLateRule {
  static let summary = "A segment was not acknowledged within the time that the protocol allows."
  static let explanation = """
    Matter's BTP requires that each segment is acknowledged within \(allowed), with or without \
    data; otherwise the session is closed. The rule names the side that did not acknowledge, and \
    says so if the link had kept to packets of 27 octets, into which a segment is cut. It \
    reports nothing if the capture ends earlier than that.
    """

  static func message(_ found: FramingFaults) -> String {
    let time = found.first.found.map { " for \(Wording.duration($0))" } ?? ""
    let short =
      found.shortPackets.map {
        " The link kept to packets of 27 octets, so that a value of \($0.valueBytes) bytes took "
          + "\($0.packets) of them."
      } ?? ""
    return "The \(found.side) did not acknowledge \(found.protocol) \(found.first.what)"
      + "\(time)\(found.times); \(allowed) are allowed.\(short)"
  }

  static func advice(_ found: FramingFaults) -> String {
    let lengthen =
      found.shortPackets == nil
      ? ""
      : "Request a longer data length first (LE Set Data Length): some devices lose values that "
        + "are cut into many packets. "
    return lengthen
      + "Find what holds up the side that has to acknowledge: a full window, a task that waits, or an "
      + "app that was suspended."
  }
}

extension FramingFaults {
  var message: String { rule.message(self) }
  var advice: String? { rule.advice(self) }

  fileprivate var `protocol`: String { Name.framing(framing.name) }
  fileprivate var side: String { first.by.rawValue }

  /// `Matter BTP window of 6 segments`
  fileprivate var window: String {
    "\(`protocol`) window\(first.expected.map { " of \($0) segments" } ?? "")"
  }

  /// ` (3 times)` where it is more than once, and all are alike.
  fileprivate var times: String { faults.count > 1 ? " (\(faults.count) times)" : "" }

  /// `, in 3 cases; the first: 38 was received`: what is known of the first is not so of the
  /// others.
  fileprivate func words(_ ofFirst: String?) -> String {
    let count = faults.count
    return (count > 1 ? ", in \(count) cases" : "")
      + (ofFirst.map { (count > 1 ? "; the first: " : ": ") + $0 } ?? "")
  }
}
