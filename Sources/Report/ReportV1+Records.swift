/// What the counts of incomplete records say of each other.
extension ReportV1.Capture {
  /// Commands and events alone, though a connection lasted long enough to carry something.
  package var lacksACLData: Bool {
    connections.containsIndex { $0[$1].lengthUs ?? 0 >= 500_000 }
      && !connections.containsIndex {
        $0[$1].flow.tx.packets > 0 || $0[$1].flow.rx.packets > 0 || $0[$1].air != nil
          || $0[$1].att.transactions.count > 0 || !$0[$1].notifications.isEmpty
      }
  }

  /// A record in which the file ends is counted as truncated too; no logger cut that one.
  public var recordsCutByLogger: Int { max(0, truncatedRecords - (cutShort ? 1 : 0)) }

  /// Records that could not be decoded, without the one in which the file ends. Where the logger
  /// cut none, that one is the only record that lacks octets: all others contradict themselves.
  public var undecodableWholeRecords: Int {
    guard cutShort, recordsCutByLogger == 0, undecodable.count < undecodableRecords,
      undecodable.count < Self.undecodableKept
    else { return undecodableRecords }
    return undecodableRecords - 1
  }

  /// So many of those that contradict themselves are listed.
  package static let undecodableKept = 16
}

extension ReportV1.Connection {
  /// `nil` where the clock went back by more than the connection lasted.
  package var lengthUs: Int? {
    endUs < startUs ? nil : endUs - startUs
  }
}
