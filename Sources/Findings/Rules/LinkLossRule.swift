import Report
import Text

/// The connection ended because nothing was heard for the supervision timeout.
struct LinkLossRule: Rule, RuleFacts {
  static let name = "link-loss"
  static let severity = ReportV1.Severity.error
  static let traits: RuleTraits = [.faultyEnding, .mayBeMeant]
  static let limits = [
    LinkLoss.underWayWithin, LinkLoss.lastWriteWithin, LinkLoss.leastUpload, LinkLoss.recent,
    shortTimeout, leastAfterWrite, LossAges.leastAlike, LinkLoss.leastPolls,
  ]

  /// A hand in front of the antenna takes longer; Linux sets 420 ms where no other is asked for.
  static let shortTimeout = RuleLimit("short_timeout_us", 1_000_000, .microseconds)
  static let leastAfterWrite = RuleLimit("least_after_write", 3, .connections)

  let loss: LinkLoss
  /// The `id` of each connection that was lost after the same write, this one among them.
  let afterWrite: [Int]?
  /// How many losses of the device came as long after the connection began as this one, and
  /// how many there are.
  let alikeInAge: (count: Int, all: Int)?
  /// The host's next attempt to connect to the device, and the connection that came of it.
  let again: (frame: Int, connectedUs: Int?)?
  /// What the controller counted of the link right before the end.
  let quality: ReportV1.QualityReport?
  /// How long the capture goes on, and for how much of that this host scanned, where the device
  /// was neither heard nor asked for again.
  let gone: (restUs: Int, scannedUs: Int)?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let (writes, ages) = (AfterWrites(), LossAges())
    return file.connections {
      $0[$1].disconnect?.reason == .connectionTimeout && !$0[$1].wasClosedByHost
    }.finding { connection, index in
      guard file.restarts[index] == nil, let loss = LinkLoss(connection) else { return nil }
      writes.add(loss)
      ages.add(loss)
      return Again(file: file, index: index, writes: writes, ages: ages).finding(
        loss.severity, connection.id, frames: loss.frames,
        lostBytes: loss.severity == .error ? max(1, loss.lostBytes) : loss.lostBytes,
        lostUs: loss.lostUs
      ).about(connection, loss.likeness, frame: loss.end.frame)
    }
  }

  /// Finds the loss again when its words are asked for, as it is large, and there may be ten
  /// thousand of them.
  private struct Again: DerivedFacts {
    let file: CaseFile
    let index: Int
    let writes: AfterWrites
    let ages: LossAges

    var words: RuleFinding.Words {
      LinkLoss(file.capture.connections[index]).map {
        LinkLossRule(
          loss: $0, afterWrite: writes.common(with: $0), alikeInAge: ages.common(with: $0),
          again: again($0), quality: file.capture.lastQuality(of: $0.connection), gone: gone($0)
        ).words
      } ?? .init(message: summary)
    }

    private func again(_ loss: LinkLoss) -> (frame: Int, connectedUs: Int?)? {
      if let after = loss.connection.ending?.after, let frame = after.connectedFrame {
        return (frame, after.connectedUs)
      }
      return file.capture.attempts.first {
        $0.target != nil && $0.target == loss.connection.peer.address
          && $0.startUs >= loss.connection.endUs
      }.map { ($0.firstFrame, nil) }
    }

    private func gone(_ loss: LinkLoss) -> (restUs: Int, scannedUs: Int)? {
      let (capture, end) = (file.capture, loss.connection.endUs)
      guard let duration = capture.durationUs, loss.heard == nil,
        loss.connection.ending?.after == nil,
        loss.connection.transport == .le, let peer = loss.connection.peer.address,
        // Others may have taken another address meanwhile.
        case let type = loss.connection.peer.addressType.flatMap(RandomAddress.init),
        type == nil || type == .unchanging,
        !capture.attempts.contains(where: { $0.target == peer && $0.startUs >= end })
      else { return nil }
      let scanned = capture.scans.filter { $0.acceptListOnly != true }.map { scan in
        max(0, scan.startUs + (scan.durationUs ?? duration - scan.startUs) - max(end, scan.startUs))
      }.total
      return scanned >= LinkLoss.leastScanned ? (duration - end, scanned) : nil
    }
  }

  /// Losses of a device before which the same attribute was written last: complete when all were
  /// looked at, and the words are made after that.
  private final class AfterWrites {
    private var all: [FindingSubject: (connections: [Int], kinds: Set<String>)] = [:]

    func add(_ loss: LinkLoss) {
      guard let subject = subject(loss) else { return }
      all[subject, default: ([], [])].connections.append(loss.connection.id)
      all[subject]?.kinds.insert(loss.likeness)
    }

    /// In one finding they need no words of their own.
    func common(with loss: LinkLoss) -> [Int]? {
      guard let found = subject(loss).flatMap({ all[$0] }), found.kinds.count > 1,
        found.connections.count >= leastAfterWrite.value
      else { return nil }
      return found.connections
    }

    private func subject(_ loss: LinkLoss) -> FindingSubject? {
      guard loss.peerLeft, let handle = loss.written else { return nil }
      return FindingSubject(loss.connection, "\(handle)", count: 1)
    }
  }

  /// In dBm: what the host read, or what its controller reported right before the end.
  var rssi: Int? { loss.signal?.last ?? quality?.measuredRSSI }

  var evidence: EvidenceList {
    let base: EvidenceList = [
      .reason: .of(loss.end.reason), .silenceUs: .of(loss.silence),
      .supervisionTimeoutUs: .of(loss.timeout), .firstTimeoutUs: .of(loss.firstTimeoutUs),
      .eventsInTimeout: .of(loss.events), .rssiLast: .of(rssi),
      .rssiSlopeDbPerS: .of(loss.signal?.slopeDbPerS), .incompleteBytes: .of(loss.lostBytes),
      .peerHeardFrame: .of(loss.heard?.frame),
      .peerHeardBeforeEnd: .of(loss.heard == nil ? nil : loss.peerLeft),
      .peerHeardRssi: .of(loss.heard?.rssi), .writtenBytesBefore: .of(loss.upload?.bytes),
      .underWay: .of(loss.underWay?.shortName), .underWayValues: .of(loss.underWay?.count),
      .underWayBytes: .of(loss.underWay?.bytes), .pendingFrame: .of(loss.pending?.frame),
      .lastWrite: .of(loss.lastWrite?.shortName), .lastWriteFrame: .of(loss.lastWrite?.lastFrame),
    ]
    return base + loss.connection.actors(loss.peerLeft ? .remote : nil)
  }
}
