import Report

/// Which side did what a finding is about, as its evidence names it.
///
/// `local` is the device that the capture was made on: its host and its controller. `remote` is
/// the device on the other side of the connection.
enum Party: String {
  case local, remote

  var evidence: ReportV1.Evidence { .string(rawValue) }

  var other: Party { self == .local ? .remote : .local }
}

extension ReportV1.Connection {
  /// `le`, `br-edr`, or null where the capture does not show it.
  var transportEvidence: ReportV1.Evidence { transport.map { .string($0.rawValue) } ?? .null }
}

extension Party {
  init(_ side: ReportV1.PairingSide) { self = side == .local ? .local : .remote }
}

/// What the two sides of a connection are called. A host that captures is one of them; what a
/// sniffer hears is of neither, and is kept as if the central had captured it.
struct Sides {
  let areOnAir: Bool

  /// As in a sentence, and as its first words.
  func name(_ party: Party) -> String {
    switch party {
    case .local: areOnAir ? "the central" : "this host"
    case .remote: areOnAir ? "the peripheral" : "the peer"
    }
  }

  func opening(_ party: Party) -> String {
    switch party {
    case .local: areOnAir ? "The central" : "This host"
    case .remote: areOnAir ? "The peripheral" : "The peer"
    }
  }

  /// - Parameter party: `nil` where the frames leave it open.
  func evidence(_ party: Party?) -> ReportV1.Evidence {
    switch party {
    case nil: .null
    case .local?: areOnAir ? .string("central") : Party.local.evidence
    case .remote?: areOnAir ? .string("peripheral") : Party.remote.evidence
    }
  }
}

extension ReportV1.Connection {
  var sides: Sides { Sides(areOnAir: air != nil) }
}
