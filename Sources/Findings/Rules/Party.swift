import Report

/// Which side did what a finding is about, as its evidence names it.
///
/// `local` is the device that the capture was made on: its host and its controller. `remote` is
/// the device on the other side of the connection.
enum Party: String, EvidenceValue {
  case local, remote

  init(_ side: ReportV1.PairingSide) { self = side == .local ? .local : .remote }

  var asEvidence: ReportV1.Evidence { .string(rawValue) }

  var other: Party { self == .local ? .remote : .local }
}

/// The two sides of a connection. A host that captures is one of them; what a sniffer hears is of
/// neither, and is kept as if the central had captured it.
struct Sides {
  let areOnAir: Bool

  /// - Parameter party: `nil` where the frames leave it open.
  func actor(_ party: Party?) -> ReportV1.Actor? {
    switch party {
    case nil: nil
    case .local?: areOnAir ? .central : .local
    case .remote?: areOnAir ? .peripheral : .remote
    }
  }
}

/// What the rules about links share: who is on a link, and who did what.
extension ReportV1.Connection {
  var sides: Sides { Sides(areOnAir: air != nil) }

  /// `party`, `role` and `transport`, as the last keys of a finding's evidence.
  ///
  /// - Parameter party: whose doing it was; `nil` where the frames leave that open.
  func actors(_ party: Party?) -> EvidenceList {
    [.party: .of(sides.actor(party)), .role: .of(role), .transport: .of(transport)]
  }

  /// `party` and `transport`: the same, short.
  func by(_ party: Party?) -> EvidenceList {
    [.party: .of(sides.actor(party)), .transport: .of(transport)]
  }

  /// Trouble of a BR/EDR connection is beside the point of a report about LE: a warning at most.
  func tempered(_ severity: ReportV1.Severity) -> ReportV1.Severity {
    transport == .brEDR && severity == .error ? .warning : severity
  }

  /// The last data that went either way.
  var lastDataFrame: Int? { [lastRxFrame, lastTxFrame].compactMap { $0 }.max() }

  /// Which side ended it, as far as that is known; on the air the central counts as this host.
  var partyOfEnd: Party? {
    switch endedBy {
    case .local?: .local
    case .remote?: .remote
    case .link?, .controller?, .unknown?, nil: nil
    }
  }
}

extension ReportV1.NotificationStream {
  var sender: Party { direction == .rx ? .remote : .local }
}
