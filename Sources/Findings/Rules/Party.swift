import Report

/// Which side did what a finding is about, as its evidence names it.
///
/// `local` is the device that the capture was made on: its host and its controller. `remote` is
/// the device on the other side of the connection.
enum Party: String {
  case local, remote

  var evidence: ReportV1.Evidence { .string(rawValue) }
}

extension ReportV1.Connection {
  /// `le`, `br-edr`, or null where the capture does not show it.
  var transportEvidence: ReportV1.Evidence { transport.map { .string($0.rawValue) } ?? .null }
}

extension Party {
  init(_ side: ReportV1.PairingSide) { self = side == .local ? .local : .remote }
}
