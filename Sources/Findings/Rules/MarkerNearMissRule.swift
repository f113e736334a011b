import Report

/// Values are almost an end marker, and nothing is one.
enum MarkerNearMissRule: Rule {
  static let name = "marker-near-miss"
  static let severity = ReportV1.Severity.warning
  static let summary = "A value is almost an end marker, and was treated as data."
  static let explanation = """
    A receiver compares a value with the marker as a whole. If the NUL of a C string or the end of \
    a line follows the marker, or the case of its letters differs, the receiver treats the value \
    as data, and the transfer never ends. The rule looks at characteristics on which no value is \
    the marker; on others, transfer-incomplete reports a transfer that ends like this.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let near = file.connections {
      hasNearMarker($0[$1].notifications) || hasNearMarker($0[$1].writes)
    }
    return near.findings { connection, _ in
      (connection.notifications + connection.writes).compactMap { stream in
        let isReported = connection.transfers.containsInPlace {
          $0.valueHandle == stream.valueHandle && $0.direction == stream.direction
            && ($0.marker != nil || $0.lastFrame == stream.nearMarker?.lastFrame)
        }
        guard let near = stream.nearMarker, !isReported, stream.count > near.count,
          let words = NearMarkerWords(near)
        else { return nil }
        return RuleFinding(
          .warning, connection: connection.id,
          frames: near.count == 1 ? [near.firstFrame] : [near.firstFrame, near.lastFrame],
          "\(Wording.count(near.count, stream.kind.rawValue)) of "
            + "\(stream.uuid ?? Wording.handle(stream.valueHandle)) "
            + "\(near.count == 1 ? "is" : "are") almost the end marker, and none equals it: "
            + "\(words.difference).",
          evidence: [
            .marker: .string(near.marker), .octets: .string(near.octets),
            .values: .int(near.count),
          ],
          advice: words.advice)
      }
    }
  }

  private static func hasNearMarker(_ streams: [ReportV1.NotificationStream]) -> Bool {
    streams.containsInPlace { $0.nearMarker != nil }
  }
}

/// What keeps a value from being a marker, and what to do about it.
struct NearMarkerWords {
  /// `454f4d00 is EOM with NUL after it`
  let difference: String
  let advice: String

  init?(_ near: ReportV1.NearMarker) {
    guard let marker = TransferMarker(argument: near.marker),
      let value = TransferMarker(argument: "hex:" + near.octets),
      value.bytes.count >= marker.bytes.count
    else { return nil }
    let behind = value.bytes[marker.bytes.count...]
    var parts: [String] = []
    if !value.bytes.starts(with: marker.bytes) { parts.append("in letters of another case") }
    if !behind.isEmpty {
      parts.append("followed by \(behind.map(Self.name).joined(separator: " "))")
    }
    difference = "\(near.octets.uppercased()) is \(near.marker) \(parts.joined(separator: ", "))"
    let sizeof = behind.contains(0) ? ": sizeof counts the NUL that ends a C string" : ""
    advice =
      "The sending app should send exactly the marker's bytes\(sizeof). To analyze this capture "
      + "anyway: --marker hex:\(near.octets.uppercased())"
  }

  /// Of the last value of a transfer that has no end.
  init?(_ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer) {
    let streams = transfer.kind == .write ? connection.writes : connection.notifications
    let near = streams.lazy.compactMap { stream in
      stream.valueHandle == transfer.valueHandle && stream.direction == transfer.direction
        ? stream.nearMarker : nil
    }.first { $0.lastFrame == transfer.lastFrame }
    guard let near else { return nil }
    self.init(near)
  }

  private static func name(_ octet: UInt8) -> String {
    switch octet {
    case 0x00: "NUL"
    case 0x09: "a tab"
    case 0x0A: "LF"
    case 0x0D: "CR"
    case 0x20: "a space"
    default: Wording.code(Int(octet))
    }
  }
}
