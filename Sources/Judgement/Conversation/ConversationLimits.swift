/// What decides what a stream of values is for. Where a stream is near to one of these, nothing is
/// said of it.
enum ConversationLimits {
  /// A request waits for its answer for so long, in microseconds, until it is known how long
  /// answers take; then for four times as long as three quarters of them took, within these bounds.
  static let firstPatience: Int64 = 1_000_000
  static let leastPatience: Int64 = 100_000
  static let mostPatience: Int64 = 5_000_000
  static let patienceFactor: Int64 = 4
  /// An answer that comes up to so many times later is late; what comes after that was not asked
  /// for.
  static let lateFactor: Int64 = 20

  /// An answer has so many times the values of three quarters of all answers, and a few, at most.
  static let repliesFactor: Int64 = 4
  static let fewReplies: Int64 = 8

  /// Fewer turns show no dialogue.
  static let fewestTurns = 6
  /// So many show one where one value follows each request; and so few do where chance would not
  /// place them, with so many writes and values for each at most.
  static let fewestOneToOne = 8
  static let fewestPlain = 4
  static let mostPlain = 12
  static let plainReplies = 3
  static let plainChance = 0.000_3
  /// Who writes so soon after a value answers it, in microseconds, where what comes after that
  /// takes so many times as long.
  static let soonestAnswer: Int64 = 50_000
  static let invertedFactor: Int64 = 5
  /// Values at a period answer where they come within this part of it after each request.
  static let soonerFactor: Int64 = 4
  /// Of a hundred: turns that were answered, and values that followed a request.
  static let answeredShare = 80
  static let explainedShare = 50
  /// A request has so many values at most, and so many octets: more is an upload.
  static let mostAsks: Int64 = 16
  /// What is written so soon after the value before is a part of the same request, in microseconds.
  static let atOnce: Int64 = 20_000
  /// Parts of one request are not so far apart, in microseconds.
  static let longestPart: Int64 = 100_000
  static let mostOctetsOut: Int64 = 2048
  /// What is cut by its MTU is at least so long.
  static let leastCut: UInt16 = 20
  /// So many parts show that requests are cut.
  static let fewestCut = 4
  /// Where the middle half of times is as wide as this part of their middle, no timer sets them.
  static let irregularity: Int64 = 5
  /// The middle of the answers has fewer octets than this: more is a download.
  static let mostOctetsIn: Int64 = 512
  /// So many writes, and so few octets after them, are blocks of data and word of them.
  static let fewestBlockAsks: Int64 = 4
  static let mostWordOctets: Int64 = 4

  /// Fewer values, or a smaller share of a hundred, show no period.
  static let fewestPeriodic = 20
  static let periodicShare = 60
  /// Where so many of a hundred are within a fiftieth and an event, and so long, in microseconds,
  /// fewer show one.
  static let fewestRegular = 8
  static let regularShare = 85
  static let leastRegular: Int64 = 200_000
  /// Of a hundred: steps that a link may have rounded to its events, sums of so many steps that
  /// differ by no more than one event, and groups that are alike.
  static let timerShare = 80
  static let timerSteps = 16
  static let steadyShare = 70
  static let groupShare = 60
  static let groupSteadyShare = 65
  static let fewestGroups = 8
  /// Silences between groups are not shorter than this part of those that one step in twenty
  /// exceeds.
  static let silencePart: Int64 = 3
  /// Connection intervals that are looked for where the capture does not say it, in microseconds:
  /// what comes once in longer ones may as well be a timer.
  static let usualIntervals: ClosedRange<Int64> = 7_500...60_000
  /// At each second event blocks may be sent as the link lets them, but not so slowly.
  static let longestPace: Int64 = 300_000
  /// Where the interval is not known, what comes sooner may have the pace of the link.
  static let leastUnknownPeriod: Int64 = 50_000
  /// How far the time of a record may be from that of its event, in microseconds.
  static let clockRoom: Int64 = 3_000

  /// Blocks of data: so many, and so many octets in all.
  static let fewestBlocks = 50
  static let leastBulk = 4096
  /// Octets of a block.
  static let leastBlock = 12
  /// An upload has so many times the octets of its acknowledgements.
  static let bulkFactor = 4

  /// Credits: so few different values, so short; and how long before and after the data, in
  /// microseconds.
  static let mostCredits = 4
  static let longestCredit = 4
  static let creditRoom: Int64 = 2_000_000
  /// A silence in values at a pace is longer than so many steps.
  static let silentSteps: Int64 = 8

  /// Fewer values say nothing of what they are for.
  static let fewestEvents = 8
  /// Events have so many different values at most.
  static let mostEventValues = 12
  static let mostEventOctets = 16
  /// What a person does has so many silences, so long in microseconds.
  static let fewestSilences = 3
  static let leastSilence: Int64 = 1_000_000
  /// For so many writes one value may be received.
  static let unansweredFactor = 50
  /// What is written once: so many values, in so long.
  static let fewestSetup = 3
  static let mostSetup = 32
  static let longestSetup: Int64 = 5_000_000
  /// What it sets up goes on for so many times as long.
  static let setupFactor: Int64 = 10
  /// And has so many times as many values: fewer may be answers. What starts it is so many values,
  /// too.
  static let startedFactor = 4
  static let fewestStarting = 5
  /// Streams, and pairs of streams, that are looked at on one link.
  static let mostStreams = 64
  static let mostPairs = 64
  static let keptFrames = 5
  /// Fewer values do not show what they have in common.
  static let fewestAlike = 3
  /// Connection intervals of which answers are counted apart.
  static let mostEras = 4
  /// Values of a sequence that comes again, and of a hundred steps those that are as the last time.
  static let leastSequence = 3
  static let sequenceShare = 80
  /// Different requests of which it is known whether they were answered.
  static let mostOutcomes = 64
}
