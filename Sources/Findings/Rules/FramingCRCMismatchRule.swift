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
    Write Commands can be lost in the host of either side. The rule reports nothing if the logger \
    lost records.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0 else { return [] }
    return FramingFaults.findings(.crcMismatch, in: file) { connection, framing, faults in
      let fault = faults[0]
      let values =
        fault.found.flatMap { found in
          fault.expected.map {
            ": the device has \(Wording.code(found)), and the bytes sent give \(Wording.code($0))"
          }
        } ?? ""
      return RuleFinding(
        .error, connection: connection.id, frames: FramingFaults.frames(faults),
        "A \(Name.framing(framing.name)) checksum of the \(fault.what) does not match the bytes "
          + "sent\(values)\(FramingFaults.times(faults.count)).",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: "The device must not use the data, and the client must send the object again. If "
          + "it recurs, request packet receipt notifications after fewer packets."
      ).about(connection, framing.name)
    }
  }
}
