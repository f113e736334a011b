import Report

extension BoundReachedRule {
  static let summary = "The capture exceeds a limit: the report is not complete."
  static let explanation = """
    Every table that grows with the capture has a limit, so that no file can take all memory. \
    Entries beyond the limit are still counted if that is possible. Connections that \
    were judged before they made room for others are not left out: the report has their sums. It \
    is a warning if \
    connections, streams or transfers were left out, because rules cannot see those; it is info if \
    only a list (of errors or advertisers, for example) is not complete. Of the gaps of a \
    characteristic the longest 256 are listed, and up to 4,096 are counted; the rule reports them \
    only beyond 4,096.
    """

  /// What is left out: how much of it where that was counted.
  static func parts(
    of capture: ReportV1.Capture, _ bounds: [String], withReports: Bool
  ) -> [String] {
    var parts: [String] = []
    let connections = capture.connectionsUnseen
    if connections > 0 { parts.append(Wording.count(connections, "connection")) }
    let transfers = capture.transfersUnseen
    if transfers > 0 { parts.append(Wording.count(transfers, "complete transfer")) }
    let reports = withReports ? capture.advertiserReportsOmitted : 0
    if reports > 0 { parts.append(Wording.count(reports, "advertising report")) }
    let counted: Set<String> =
      transfers > 0 ? ["connections", "advertisers", "transfers"] : ["connections", "advertisers"]
    // How much there was of it is said by the others.
    for bound in bounds
    where (bound != "memory" || bounds.count == 1 && parts.isEmpty)
      && !(counted.contains(bound) && !parts.isEmpty)
    {
      parts.append("some \(names[bound] ?? Name.words(bound))")
    }
    return parts
  }

  private static let names = [
    "att_errors": "ATT errors", "gatt_entries": "attributes", "unanswered": "unanswered requests",
    "long_values": "long values", "pending_requests": "requests that waited",
    "reassembly": "L2CAP PDUs in fragments", "sdus": "SDUs",
    "values": "values in words", "payloads": "payloads' contents",
    "resends": "values sent again", "known_peers": "devices' remembered attributes",
    "chunk_sizes": "sizes of chunks", "memory": "facts, as the memory for them was used up",
    "audio_links": "links for voice and audio",
  ]

  fileprivate static let cut = "Cut the capture into parts, and analyze each of them."

  var message: String {
    "The capture exceeds a limit: \(Wording.list(parts)) "
      + "\(parts.count == 1 && connections == 1 ? "is" : "are") left out of the report."
  }

  var advice: String? { Self.cut }
}

extension BoundReachedRule.Findings {
  var message: String {
    "\(Wording.count(omitted, "further finding")) \(omitted == 1 ? "is" : "are") left out of the "
      + "report; the most severe ones are listed."
  }

  var advice: String? { BoundReachedRule.cut }
}
