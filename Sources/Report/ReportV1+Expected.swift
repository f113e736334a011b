extension ReportV1 {
  /// How a file that was sent arrived, by the transfer or run that it fits best.
  public struct ExpectedArrival: ReportObject {
    /// As the command line names it.
    public var file = ""
    /// The length of the file.
    public var fileBytes = 0
    /// The SHA-256 of the file.
    public var fileSha256: String?
    /// Whether all octets of the file arrived, each once, in their order, and no others.
    public var intact = false
    /// What was compared with the file; `nil` where nothing in the capture has anything of it.
    public var connection: Int?
    /// The `id` of the transfer or, of data without a marker, of the run; `nil` of values that are
    /// neither.
    public var transfer: Int?
    /// The id of the run in which it arrived.
    public var run: Int?
    public var valueHandle: Int?
    public var uuid: String?
    public var direction: Direction?
    public var firstFrame: Int?
    public var lastFrame: Int?
    /// Octets that arrived, whatever they are.
    public var receivedBytes = 0
    /// Octets of the file that arrived as they were sent, each counted once.
    public var matchedBytes = 0
    /// Octets of the file that did not arrive.
    public var missingBytes = 0
    /// Octets that arrived again.
    public var doubledBytes = 0
    /// Those that came after octets that follow them in the file; they also count as matched.
    public var outOfOrderBytes = 0
    /// Octets that arrived with another value.
    public var damagedBytes = 0
    /// Octets that are not of the file.
    public var extraBytes = 0
    /// Octets that arrived, and of which the capture holds the length alone.
    public var unknownBytes = 0
    /// Twice the matched octets, divided by those of the file and those that arrived together.
    public var fit: Double = 0  // decimals: 4
    /// Other transfers and stretches of values that fit as well.
    public var equalFits = 0
    /// The octet of the file at which what arrived is first another; `nil` where it is intact.
    public var firstDifferenceOffset: Int?
    /// The record that carried what came there; `nil` where nothing more came.
    public var firstDifferenceFrame: Int?
    /// At most 100, by their position in the file.
    public var differences: [ArrivalDifference] = []
    /// How many differences are not listed.
    public var differencesOmitted = 0
    /// Whether the capture lost records meanwhile, so that what is missing may have arrived.
    public var recordsLost = false
    /// Whether there were too many differences to follow; they are not counted then.
    public var tooManyDifferences = false
    package static var isCompound: Bool { true }
  }

  public enum ArrivalDifferenceKind: String, ReportWord {
    case missing, doubled
    /// Octets of the file that came after octets that follow them in it.
    case outOfOrder = "out-of-order"
    case damaged, extra
    /// The capture does not hold what arrived.
    case unknown
  }

  /// A stretch in which what arrived is not what was sent.
  public struct ArrivalDifference: ReportObject {
    /// What is different.
    public var kind: ArrivalDifferenceKind = .missing
    /// In the file, from 0; of extra octets, where they came between.
    public var offset = 0
    public var bytes = 0
    /// The records that carried it; `nil` of what is missing.
    public var frame: Int?
    public var lastFrame: Int?
    /// Of what is missing: the records that carried the octets before and after it, where these
    /// came. Of others: the record that came before.
    public var afterFrame: Int?
    /// The frame before which octets are missing.
    public var beforeFrame: Int?
    /// In hexadecimal digits, the first 8 octets: of damaged ones what was sent and what arrived,
    /// of extra ones what arrived.
    public var sent: String?
    /// Octets that came in their place, in hexadecimal digits.
    public var found: String?
  }
}

extension ReportV1 {
  /// How the file arrived, capture by capture.
  package var arrivals: [(path: String, arrival: ExpectedArrival)] {
    captures.flatMap { capture in capture.expected.map { (capture.path, $0) } }
  }
}
