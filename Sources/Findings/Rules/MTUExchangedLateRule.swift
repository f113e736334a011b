import Report

/// The MTU grew while, or after, data were sent that would have gained by it.
struct MTUExchangedLateRule: Rule, RuleFacts {
  static let name = "mtu-exchanged-late"
  static let severity = ReportV1.Severity.warning
  static let limits = [leastBytes, leastRatio]
  static let leastBytes = BulkData.least
  /// The chunks that it had, as a multiple of those that it needed.
  static let leastRatio = RuleLimit("least_ratio", 2, .times)

  let connection: ReportV1.Connection
  let transfer: ReportV1.Transfer
  let mtu: Int
  let frame: Int
  let isInside: Bool

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
            >= leastRatio.value * BulkData.packets(of: transfers[$0].payloadBytes, mtu - 3)
      }
      guard let transfer = (inside ?? before).map({ transfers[$0] }) else { return nil }
      return Self(
        connection: connection, transfer: transfer, mtu: mtu, frame: frame, isInside: inside != nil
      ).finding(
        .warning, connection.id, frames: [transfer.firstFrame, frame, transfer.lastFrame],
        lostUs: before == nil ? 0 : transfer.durationUs / 2
      ).about(connection, transfer.uuid ?? "\(transfer.valueHandle)")
    }
  }

  /// The client, which asks for the exchange.
  private var party: Party? {
    let pdus = connection.att.pdus
    let (sent, came) = (pdus.tx[.exchangeMTURequest], pdus.rx[.exchangeMTURequest])
    return sent > 0 && came == 0 ? .local : came > 0 && sent == 0 ? .remote : nil
  }

  var evidence: EvidenceList {
    [
      .transfer: .of(transfer.id), .mtu: .of(mtu), .mtuFrame: .of(frame),
      .insideTransfer: .of(isInside), .chunks: .of(transfer.chunks),
      .chunksNeeded: .of(BulkData.packets(of: transfer.payloadBytes, mtu - 3)),
    ] + connection.by(party)
  }
}
