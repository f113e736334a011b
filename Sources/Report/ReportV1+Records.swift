/// What the counts of incomplete records say of each other.
extension ReportV1.Capture {
  /// Commands and events alone, though a connection lasted long enough to carry something.
  package var lacksACLData: Bool {
    // One that the end of the capture cut off may have begun a moment ago.
    connections.containsIndex { $0[$1].lengthUs ?? 0 >= ($0[$1].isOpen ? 5_000_000 : 500_000) }
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

  /// When the last data went either way.
  package var lastDataUs: Int? { [lastRxUs, lastTxUs].compactMap { $0 }.max() }

  /// For how long nothing came from the peer before the end, where that is longer than a pause.
  package var silentUs: Int? {
    guard air == nil, let lastRxUs, endUs - lastRxUs > Self.pauseUs else { return nil }
    return endUs - lastRxUs
  }

  /// Shorter than this, a silence between two phases is no phase of its own.
  private static let pauseUs = 2_000_000
}
