import Report

/// Values are almost an end marker, and nothing is one.
struct MarkerNearMissRule: Rule, RuleFacts {
  static let name = "marker-near-miss"
  static let severity = ReportV1.Severity.warning

  let stream: ReportV1.NotificationStream
  let difference: MarkerDifference

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
          let difference = MarkerDifference(near)
        else { return nil }
        return Self(stream: stream, difference: difference).finding(
          .warning, connection.id,
          frames: near.count == 1 ? [near.firstFrame] : [near.firstFrame, near.lastFrame])
      }
    }
  }

  private static func hasNearMarker(_ streams: [ReportV1.NotificationStream]) -> Bool {
    streams.containsInPlace { $0.nearMarker != nil }
  }

  var evidence: EvidenceList {
    [
      .marker: .of(difference.near.marker), .octets: .of(difference.near.octets),
      .values: .of(difference.near.count),
    ]
  }
}

/// What keeps a value from being a marker.
struct MarkerDifference {
  let near: ReportV1.NearMarker
  let isInOtherCase: Bool
  /// What follows the marker.
  let behind: ArraySlice<UInt8>

  init?(_ near: ReportV1.NearMarker) {
    guard let marker = TransferMarker(argument: near.marker),
      let value = TransferMarker(argument: "hex:" + near.octets),
      value.bytes.count >= marker.bytes.count
    else { return nil }
    self.near = near
    isInOtherCase = !value.bytes.starts(with: marker.bytes)
    behind = value.bytes[marker.bytes.count...]
  }

  /// What the last value of a transfer that has no end differs in.
  init?(_ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer) {
    let streams = transfer.kind == .write ? connection.writes : connection.notifications
    let near = streams.lazy.compactMap { stream in
      stream.valueHandle == transfer.valueHandle && stream.direction == transfer.direction
        ? stream.nearMarker : nil
    }.first { $0.lastFrame == transfer.lastFrame }
    guard let near else { return nil }
    self.init(near)
  }
}
