extension ReportV1 {
  /// What the values of a characteristic are for, where the frames show it.
  public enum StreamPurpose: String, ReportWord {
    /// Data in blocks that a client writes.
    case upload
    /// Data in blocks that a server sends.
    case download
    /// Each asks for something that values of another characteristic answer.
    case request
    /// Each answers something that the other side wrote.
    case answer
    /// Word of how an upload goes on.
    case acknowledgement
    /// Values at a period of their sender.
    case periodic
    /// A few values that come again at irregular times: a key, a switch, a state that changes.
    case events
    /// What is written once, before the rest begins.
    case setup
  }

  /// Requests that one side writes to a characteristic, and the values that answer them.
  public struct Dialogue: ReportObject {
    /// Its number in the connection, from 1.
    public var id = 0
    /// Whose app asks.
    public var client: PairingSide = .local
    /// What is written.
    public var request = DialogueStream()
    /// What answers it.
    public var answer = DialogueStream()
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    /// From the first request to the last answer.
    public var durationUs = 0
    /// How many requests were written; one that had to be split into several values counts once.
    public var requests = 0
    /// How many of them were followed by an answer before the next.
    public var answered = 0
    /// How many were followed by the next request, or by a long silence, without an answer.
    public var unanswered = 0
    /// The frames of those without an answer, at most five.
    public var unansweredFrames: [Int] = []
    /// How many of the unanswered were equal to a request that was answered at another time.
    public var missed = 0
    /// The frames of those, at most five.
    public var missedFrames: [Int] = []
    /// How many values most answers have.
    public var answersPerRequest = 0
    /// From a request to the first value of its answer.
    public var latencyUs = Summary()
    /// The time from one request to the next, where most are as long; `nil` where they are not.
    public var periodUs: Int?
    /// Requests that were equal to the one before.
    public var repeated = 0
    /// How many different requests there were; `nil` beyond 64.
    public var distinctRequests: Int?
    /// How many different values answered; `nil` beyond 64.
    public var distinctAnswers: Int?
    /// Where the time of the side that asks went, in the direction of its requests.
    public var time: [CauseShare] = []
    /// How long answers took together, without those that came after more than 5 s.
    public var waitedUs = 0
    /// The first octets of all requests with an answer, at most four, in hexadecimal digits; `nil`
    /// where they have none in common, or there are fewer than three.
    public var answeredOctets: String?
    /// The same of the requests without an answer.
    public var unansweredOctets: String?
    /// How long answers took with each connection interval that was in force; at most four.
    public var eras: [DialogueEra] = []
    /// The time from each of `unansweredFrames` to the next request; 0 where that came before an
    /// answer was due.
    public var unansweredWaitsUs: [Int] = []
    /// How many values a sequence has that was written again and again in the same order; `nil`
    /// where there is none.
    public var sequenceValues: Int?
    /// How often it was written.
    public var sequenceTimes: Int?
    package static var isCompound: Bool { true }
  }

  /// The answers of a dialogue while one connection interval was in force.
  public struct DialogueEra: ReportObject {
    /// The connection interval.
    public var intervalUs = 0
    /// The frame that brought it first.
    public var frame = 0
    /// How many requests were asked and answered meanwhile.
    public var answered = 0
    /// The median time from a request to the first value of its answer.
    public var latencyUs = 0
    /// The median time from an answered request to the next.
    public var paceUs: Int?
  }

  /// The values of one characteristic in a dialogue.
  public struct DialogueStream: ReportObject {
    public var valueHandle = 0
    public var uuid: String?
    /// Which PDUs carry it.
    public var kind: ValueKind = .notification
  }
}

extension ReportV1.Dialogue {
  private static let longWaitUs = 1_000_000
  private static let longWaitFactor = 4

  /// How long the app waited after a request without an answer, where that is far longer than
  /// answers take.
  package func longWait(_ index: Int) -> Int? {
    guard unansweredWaitsUs.indices.contains(index) else { return nil }
    let (wait, usual) = (unansweredWaitsUs[index], latencyUs.p50 ?? 0)
    return wait >= Self.longWaitUs && wait / Self.longWaitFactor >= usual ? wait : nil
  }
}

extension ReportV1.NotificationStream {
  /// Whether its values are data in bulk.
  package var isTransferred: Bool { purpose == .upload || purpose == .download }

  /// Whether its values may be parts of a transfer, and runs: an app may send one by a timer, a
  /// device that does reports what it measures.
  package var mayBeTransferred: Bool { mayBeBulk && (purpose != .periodic || kind == .write) }

  /// Whether its values may be data in bulk: not where they are for something else.
  package var mayBeBulk: Bool {
    switch purpose {
    // What comes at a period may be a long transfer on a timer.
    case nil, .upload, .download, .periodic: true
    case .request, .answer, .acknowledgement, .events, .setup: false
    }
  }
}
