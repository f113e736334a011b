/// How a connection began, where the capture does not have that.
extension ReportV1.Connection {
  public var beginningWords: String { Self.beginningWords(learnedFrom: learnedFrom) }

  /// Who knows of a connection knows that it is older than the capture; data alone do not show
  /// that.
  package static func beginningWords(learnedFrom informant: ReportV1.Informant?) -> String {
    informant == nil ? "beginning not in the capture" : "began before the capture"
  }
}

extension ReportV1.Informant {
  /// What follows on who is known.
  public var words: String {
    switch self {
    case .kernel: "known from the kernel"
    case .qualityReport: "known from a quality report"
    }
  }
}

extension [ReportV1.Parameters] {
  /// The supervision timeout with which a connection began, if it was replaced and the connection
  /// lasted just as long: some controllers go by it, and not by the one set last.
  package func firstTimeoutUs(ranIn ageUs: Int) -> Int? {
    guard count > 1, let first = first?.supervisionTimeoutUs,
      first != last?.supervisionTimeoutUs, ageUs >= first,
      ageUs - first <= first / 20
    else { return nil }
    return first
  }
}
