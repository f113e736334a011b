import BluetoothProtocol
import Report

/// What one client asks about a server's attributes, and how often it begins again.
///
/// A discovery asks each question once: of each procedure, from one handle to another, for one
/// type. Of the questions with which it began the measure sees when they are asked again; what came
/// between is another round of it. A few are enough for that, so that it takes little memory:
/// questions of the host's own may come first, and then those with which a round begins.
struct DiscoveryMeasure: Sendable {
  let server: Side
  /// Answered requests, and the time until their answers in microseconds.
  private(set) var requests = 0
  private(set) var latency: Int64 = 0
  /// The same of those that were answered within `promptLimit`.
  private var promptRequests = 0
  private var promptLatency: Int64 = 0
  /// The same as of all requests, of those of other kinds since its last one, one after the other,
  /// as long as the same parameters were in force.
  private(set) var requestsAfter = 0
  private(set) var latencyAfter: Int64 = 0
  private var isOtherLink = false
  /// The frames of the first request and of the last answer.
  let first: Int
  private(set) var last: Int
  private var questions: [Question] = []
  /// Of those that were asked again, which are few.
  private var repetitions: [Repetition] = []
  /// The index of the latest one, if it is among them.
  private var latest: Int?
  static let watched = 8

  /// Where a question was asked for the second time: from there on all is repetition.
  struct Repetition: Sendable {
    /// The question's index.
    fileprivate let question: Int
    /// How often the question was asked.
    var rounds: Int
    /// How often right after its answer, with no other question in between.
    var successions: Int
    /// The frames of the second time and of the last time.
    var second: Int
    var latest: Int
    /// What had been asked before it: the first round.
    let firstRound: FirstRound
    fileprivate var requests: Int
    fileprivate var latency: Int64
  }

  /// What was asked before a question was asked again.
  struct FirstRound: Sendable {
    /// The frame of the last answer.
    let last: Int
    /// Answered requests that took `promptLimit` at most, and the time until their answers.
    let requests: Int
    let latency: Int64
  }

  /// What takes longer is the server's affair, and reported as a slow response, in microseconds.
  static let promptLimit: Int64 = 1_000_000

  struct Question: Sendable {
    let opcode: ATTOpcode
    let first: ATTHandle?
    let last: ATTHandle?
    let type: BluetoothUUID?

    fileprivate init(_ transaction: ATTTransaction) {
      opcode = transaction.opcode
      first = transaction.handle
      last = transaction.end
      type = transaction.type
    }

    /// Whether all is known of what it asks: of a request that the logger cut it is not, and it
    /// seems to be the same as others that were cut.
    fileprivate var isKnown: Bool {
      first != nil && last != nil && (type != nil || opcode == .findInformationRequest)
    }

    fileprivate func isSame(as other: Question) -> Bool {
      opcode == other.opcode && first == other.first && last == other.last && type == other.type
    }
  }

  /// - Parameter bounds: what it takes is counted in their ledger before.
  init(_ transaction: ATTTransaction, _ bounds: inout BoundsReached) {
    server = transaction.server
    first = transaction.request.frame
    last = transaction.answer.frame
    add(transaction, &bounds)
  }

  mutating func add(_ transaction: ATTTransaction, _ bounds: inout BoundsReached) {
    let question = Question(transaction)
    if !question.isKnown {
      latest = nil
    } else if let index = questions.firstIndex(where: { $0.isSame(as: question) }) {
      repeatQuestion(index, transaction.request.frame, &bounds)
      latest = index
    } else if questions.count < Self.watched {
      latest = questions.count
      questions.append(question)
    } else {
      latest = nil
    }
    (requestsAfter, latencyAfter, isOtherLink) = (0, 0, false)
    requests &+= 1
    let (sum, overflow) = latency.addingReportingOverflow(max(0, transaction.latency))
    latency = overflow ? .max : sum
    if transaction.latency <= Self.promptLimit {
      promptRequests &+= 1
      // As many as there can be records, of a second at most each, do not overflow it.
      promptLatency &+= max(0, transaction.latency)
    }
    last = transaction.answer.frame
  }

  /// The first round, which is all of it where no question was asked twice.
  var firstRound: FirstRound {
    repeated?.times.firstRound
      ?? FirstRound(last: last, requests: promptRequests, latency: promptLatency)
  }

  /// A request of another kind.
  mutating func addOther(_ transaction: ATTTransaction) {
    guard !isOtherLink, !transaction.isOverlapped else { return }
    requestsAfter &+= 1
    let (sum, overflow) = latencyAfter.addingReportingOverflow(max(0, transaction.latency))
    latencyAfter = overflow ? .max : sum
  }

  /// What comes from here on is measured under other conditions.
  mutating func noteParameters() { isOtherLink = true }

  private mutating func repeatQuestion(_ index: Int, _ frame: Int, _ bounds: inout BoundsReached) {
    if let again = repetitions.firstIndex(where: { $0.question == index }) {
      repetitions[again].rounds &+= 1
      if latest == index { repetitions[again].successions &+= 1 }
      repetitions[again].latest = frame
    } else if bounds.take(Bound.repetition, for: .gattEntries) {
      repetitions.append(
        Repetition(
          question: index, rounds: 2, successions: latest == index ? 1 : 0, second: frame,
          latest: frame,
          firstRound: FirstRound(last: last, requests: promptRequests, latency: promptLatency),
          requests: requests, latency: latency))
    }
  }

  /// The question that was asked most often, the first one among equals; nil where none was asked
  /// twice.
  var repeated: (question: Question, times: Repetition)? {
    let most = repetitions.min { ($1.rounds, $0.question) < ($0.rounds, $1.question) }
    return most.map { (questions[$0.question], $0) }
  }

  /// How many questions were asked again.
  var repeatedQuestions: Int { repetitions.count }

  /// Requests from the second round on, and the time until their answers.
  func cost(of repetition: Repetition) -> (requests: Int, latency: Int64) {
    (requests &- repetition.requests, latency &- repetition.latency)
  }
}
