import Report

/// The MTU grew while, or after, data were sent that would have gained by it.
enum MTUExchangedLateRule: Rule {
  static let name = "mtu-exchanged-late"
  static let severity = ReportV1.Severity.warning
  static let summary = "The MTU was exchanged only after a transfer had begun."
  static let explanation = """
    Until the exchange a value carries at most 20 bytes. An exchange during a transfer changes the \
    chunk size in the middle of it, and apps that calculated it once continue with the old size or \
    cut wrongly: this is reported for any transfer. An exchange after a transfer is reported if \
    the transfer had at least 1,000 bytes and at least twice the chunks it needed. For bulk data \
    without a marker, bulk-small-values reports this if the larger MTU would have saved a fifth of \
    the time.
    """

  /// The client, which asks for the exchange.
  private static func party(_ connection: ReportV1.Connection) -> Party? {
    let pdus = connection.att.pdus
    let (sent, came) = (pdus.tx[.exchangeMTURequest], pdus.rx[.exchangeMTURequest])
    return sent > 0 && came == 0 ? .local : came > 0 && sent == 0 ? .remote : nil
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].mtu.frame != nil && !$0[$1].transfers.isEmpty }.finding {
      connection, _ in
      guard let frame = connection.mtu.frame, let mtu = connection.mtu.effective, mtu > 23 else {
        return nil
      }
      let transfers = connection.transfers
      let inside = transfers.indices.first {
        transfers[$0].firstFrame < frame && frame < transfers[$0].lastFrame
          && transfers[$0].chunks > 1
      }
      let before = transfers.indices.first {
        transfers[$0].lastFrame < frame && BulkData(transfers, at: $0) != nil
          && transfers[$0].chunks
            >= 2 * BulkData.packets(of: transfers[$0].payloadBytes, mtu - 3)
      }
      guard let transfer = (inside ?? before).map({ transfers[$0] }) else { return nil }
      let moment = inside == nil ? "only after" : "in the middle of"
      // One alone may be the end of the transfer.
      let sizes = transfer.chunkBytes.entries.filter { $0.value > 1 }.compactMap { Int($0.key) }
      let size = sizes.filter { $0 <= 20 }.max()
      return RuleFinding(
        .warning, connection: connection.id,
        frames: [transfer.firstFrame, frame, transfer.lastFrame],
        "MTU \(mtu) was exchanged \(moment) \(Wording.transfer(transfer))"
          + (size.map {
            ": chunks had at most \($0) bytes before the exchange, and may have "
              + "\(mtu - 3) after it"
          }
            ?? "")
          + ".",
        evidence: .by(
          party(connection), connection,
          [
            .transfer: .int(transfer.id), .mtu: .int(mtu), .mtuFrame: .int(frame),
            .insideTransfer: .bool(inside != nil), .chunks: .int(transfer.chunks),
            .chunksNeeded: .int(BulkData.packets(of: transfer.payloadBytes, mtu - 3)),
          ]),
        advice: "The central should exchange the MTU before it subscribes, and the sending app "
          + "should query the chunk size again with each transfer.",
        lostUs: before == nil ? 0 : transfer.durationUs / 2
      ).about(connection, transfer.uuid ?? "\(transfer.valueHandle)")
    }
  }
}
