import Report

extension PollingRule {
  static let summary = "The same attribute was read, or the same value was written, repeatedly."
  static let explanation = """
    A server that notifies sends a packet when something is new; a client that polls takes a round \
    trip each time, wakes both sides, and sees a change late. The rule reports at least \(fewest) \
    Read Requests of one attribute, and at least \(fewest) writes of one value of 8 bytes or more \
    with no other value written to that attribute in between, less than \(longestPeriod.word) \
    apart on average. Only writes that are at least \(shortestWritePeriod.seconds) apart count, \
    because equal chunks of data are sent faster. If a long and a short pause between writes \
    alternate, and their sum is constant, the writes are two series. Such writes may also keep a \
    device awake: only the app knows their purpose. Of requests that values answer, it reports those \
    that came at one period, if at least \(fewest) and at least \(equalShare) of them were equal to \
    the one before. Reads that pace an upload to the same attribute are not reported, nor those \
    that come with about as many writes to it, which select what is read, nor reads of an \
    attribute that notifies, which reads-of-notified reports.
    """

  var message: String {
    let who = server == .peer ? "This host" : "The peer"
    let every = "every \(Wording.duration(periodUs))"
    switch kind {
    case .reads(let changes, _):
      let news =
        switch changes {
        case 0: "the value never changed"
        case count - 1: "the value was different each time"
        default: "the value changed \(Wording.times(changes))"
        }
      return "\(who) read \(name.bracketed) \(count) times, \(every) on average; \(news)."
    case .writes(let apartUs):
      let rhythm =
        apartUs.map { ": two series, each \(every), \(Wording.duration($0)) apart" }
        ?? ", \(every) on average"
      return "\(who) wrote the same value to \(name.bracketed) \(count) times, with no other value "
        + "in between\(rhythm)."
    case .dialogue(let dialogue):
      let answer = dialogue.answer.uuid ?? Wording.handle(dialogue.answer.valueHandle)
      let news =
        switch dialogue.distinctAnswers {
        case 1: ", always the same value"
        case let count?: ", with \(Wording.count(count, "different value"))"
        case nil: ""
        }
      return "\(who) wrote \(Wording.count(dialogue.requests, "request")) to \(name.bracketed), "
        + "most of them \(Wording.duration(periodUs)) after the one before, and "
        + "\(dialogue.repeated) equal to it; \(answer) answered \(dialogue.answered)\(news)."
    }
  }

  var advice: String? {
    switch kind {
    case .reads(_, let canNotify):
      return canNotify
        ? "The characteristic can notify: the client's app should subscribe to it instead."
        : "The server should give the characteristic the property Notify, and the client should "
          + "subscribe to it instead."
    case .dialogue:
      return "The device should notify when something changes, or the app should ask less often."
    case .writes(let apartUs):
      let twice =
        "The app probably started the same timer twice: see whether one series is enough. "
      return (apartUs == nil ? "" : twice)
        + "If the write requests a state, the server should notify when the state changes; if it "
        + "keeps the device awake, check whether a longer period is enough."
    }
  }
}
