import Report

/// A checksum of a protocol differs from that of the octets that were sent.
enum FramingCRCMismatchRule: Rule {
  static let name = "framing-crc-mismatch"
  static let severity = ReportV1.Severity.error
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

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0 else { return [] }
    return FramingFaults.findings(.crcMismatch, in: file) { connection, framing, faults in
      let fault = faults[0]
      // Of a checksum that came with the bytes there is one side only.
      let isOwn = framing.name != "nordic-dfu"
      let values =
        fault.found.flatMap { found in
          fault.expected.map {
            let head = isOwn ? "it is" : "the device has"
            return "\(head) \(Wording.code(found)), and the bytes sent give \(Wording.code($0))"
          }
        } ?? ""
      return RuleFinding(
        .error, connection: connection.id, frames: FramingFaults.frames(faults),
        "The checksum of \(name(fault)) (\(Name.framing(framing.name))) does not match the "
          + "bytes sent\(FramingFaults.words(faults.count, values)).",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: isOwn
          ? "Calculate the checksum of the bytes that are sent, after the last change to them: the "
            + "receiver refuses what does not match."
          : "The device must not use the data, and the client must send the object again. If "
            + "it recurs, request packet receipt notifications after fewer packets."
      ).about(connection, framing.name)
    }
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
}
