import BluetoothProtocol
import Report

/// What was in force on the link while the values of one transfer or stream went over it.
struct LinkFacts {
  var intervalUs: Int
  /// `nil` where the capture does not show it; then 1M, with which connections begin.
  var phy: LinkPHY?
  var acknowledgementPHY: LinkPHY?
  var isEncrypted: Bool
  var llOctets: Int
  /// Whether the capture shows it; otherwise the lengths with which a connection begins are
  /// assumed, and nothing is said of a longer one.
  var knowsLLOctets: Bool
  /// Neither side's features say that it knows no longer packets, or no 2M PHY.
  var mayLengthenPackets: Bool
  var mayUse2MPHY: Bool
  /// The sending controller's buffers; `nil` where the other side sends.
  var buffers: ReportV1.ACLBuffers?
  /// As ATT_MTU - 3 says; `nil` where that is not known.
  var chunkLimit: Int?

  /// - Parameter spanUs: when the values went.
  /// - Returns: `nil` where the interval is not known.
  init?(
    _ connection: borrowing ReportV1.Connection, controllers: [ReportV1.Controller],
    direction: ReportV1.Direction, frames: ClosedRange<Int>, spanUs: ClosedRange<Int>,
    chunkLimit: Int?
  ) {
    guard connection.transport != .brEDR,
      let interval = Self.interval(connection.parameters, frames, spanUs)
    else { return nil }
    intervalUs = interval
    let sends = direction == .tx
    let phys = connection.phys.last { $0.frame <= frames.lowerBound }
    // A connection that began in the capture did so on 1M, or the capture shows the change.
    let first: LinkPHY? = connection.completeFrame == nil ? nil : .le1M
    phy = phys.map { Self.phy(sends ? $0.tx : $0.rx) } ?? first
    acknowledgementPHY = phys.map { Self.phy(sends ? $0.rx : $0.tx) } ?? first
    isEncrypted =
      connection.encryption.last { $0.frame <= frames.lowerBound }?.enabled ?? false
    knowsLLOctets =
      connection.completeFrame != nil
      || connection.dataLengths.contains { $0.frame <= frames.lowerBound }
    let local = controllers.first { $0.index == connection.controller }?.leFeatures
    let peer = connection.peerLEFeatures
    mayLengthenPackets = knowsLLOctets && connection.mayLengthenPackets(local)
    mayUse2MPHY = local?.le2MPHY != false && peer?.le2MPHY != false
    llOctets = Self.llOctets(connection, direction, frames, phy ?? .le1M)
    buffers =
      sends ? controllers.first { $0.index == connection.controller }?.leACLBuffers : nil
    let limit = chunkLimit ?? connection.mtu.effective.map { max($0, 3) - 3 }
    self.chunkLimit = limit.map { min(max($0, 0), ATTLimits.longestValue) }
  }

  /// What was in force within the frames. Where it changed, the mean that has as many connection
  /// events in that time: how long each was in force counts, and not which is the shortest.
  private static func interval(
    _ parameters: [ReportV1.Parameters], _ frames: ClosedRange<Int>, _ span: ClosedRange<Int>
  ) -> Int? {
    // The longest legal interval is 4 s.
    let legal = 1...4_000_000
    let first = parameters.lastIndex { $0.frame <= frames.lowerBound } ?? 0
    let used = parameters.dropFirst(first).prefix { $0.frame <= frames.upperBound }
      .filter { legal.contains($0.dataIntervalUs) }
    guard let interval = used.first?.dataIntervalUs else { return nil }
    if used.allSatisfy({ $0.dataIntervalUs == interval }) { return interval }
    var (time, events) = (0.0, 0.0)
    var begin = span.lowerBound
    for (index, entry) in used.enumerated() {
      let next = index + 1 < used.count ? used[index + 1].timeUs : nil
      let end = max(begin, min(next ?? span.upperBound, span.upperBound))
      time += Double(end - begin)
      events += Double(end - begin) / Double(entry.dataIntervalUs)
      begin = end
    }
    guard events > 0 else { return interval }
    let units = (time / events / Double(ConnectionInterval.unitUs)).rounded()
    return max(Int(units) * ConnectionInterval.unitUs, legal.lowerBound)
  }

  private static func phy(_ phy: ReportV1.PHY?) -> LinkPHY? {
    switch phy {
    case .le1M: .le1M
    case .le2M: .le2M
    // HCI does not show which of the two codings a packet had. The slower one promises less.
    case .coded: .codedS8
    case nil: nil
    }
  }

  private static func llOctets(
    _ connection: ReportV1.Connection, _ direction: ReportV1.Direction, _ frames: ClosedRange<Int>,
    _ phy: LinkPHY
  ) -> Int {
    guard let lengths = connection.dataLengths.last(where: { $0.frame <= frames.lowerBound }) else {
      // Of a connection that began before the capture the packets show it: a longer PDU that came
      // in one packet had a longer data length.
      let rx = connection.flow.rx
      let cameWhole = connection.completeFrame == nil && rx.pdus > 0 && rx.fragmentedPdus == 0
      return direction == .rx && cameWhole
        ? ThroughputModel.maximumOctets : ThroughputModel.minimumOctets
    }
    let octets = direction == .tx ? lengths.txOctets : lengths.rxOctets
    let time = direction == .tx ? lengths.txTimeUs : lengths.rxTimeUs
    let range = ThroughputModel.minimumOctets...ThroughputModel.maximumOctets
    // The longest packet that keeps the time limit too; it counts as if encrypted.
    // Core Vol 6, Part B, 4.5.10.
    var whole = min(max(octets, range.lowerBound), range.upperBound)
    while time > 0, whole > range.lowerBound, phy.airUs(payload: whole, isEncrypted: true) > time {
      whole -= 1
    }
    return whole
  }
}

extension ReportV1.Connection {
  /// Whether both sides may have packets of more than 27 octets: what is not known of a side is no
  /// hindrance.
  ///
  /// - Parameter local: the features of our controller.
  package borrowing func mayLengthenPackets(_ local: ReportV1.LEFeatures?) -> Bool {
    local?.dataLengthExtension != false && peerLEFeatures?.dataLengthExtension != false
  }
}

extension LinkPHY {
  /// As the report names it.
  var reportName: String {
    switch self {
    case .le1M: ReportV1.PHY.le1M.rawValue
    case .le2M: ReportV1.PHY.le2M.rawValue
    case .codedS2, .codedS8: ReportV1.PHY.coded.rawValue
    }
  }
}
