extension ReportV1 {
  /// All notifications, or indications, of one characteristic.
  public struct NotificationStream: ReportObject {
    public var valueHandle = 0
    public var uuid: String?
    /// Which PDUs carry it.
    public var kind: ValueKind = .notification
    public var direction: Direction = .rx
    public var count = 0
    public var bytes = 0
    public var firstFrame = 0
    public var lastFrame = 0
    /// The times from one value to the next, whether they count as gaps or not.
    public var gapUs = Summary()
    /// The silences that count as gaps; at most 256, the longest.
    public var gaps: [Gap] = []
    /// The longest value.
    public var maxBytes = 0
    /// Its values by the format of the characteristic.
    public var decoded: DecodedValues?
    /// What the link could have done.
    public var ceiling: Ceiling?
    /// Values that are almost an end marker.
    public var nearMarker: NearMarker?
    /// How many gaps there were; `nil` where there were too many to count.
    public var gapCount: Int?
    /// How long the gaps were together; `nil` where there were too many to count.
    public var gapTotalUs: Int?
    /// Of all that were counted.
    public var gapCauses: [GapCause] = []
    /// The longest run of equal values of 8 octets or more; `nil` where no two were equal.
    public var repeats: Repeats?
    /// When the first value came, counted from the capture's first packet.
    public var firstUs: Int?
    /// When the last value came, counted from the capture's first packet.
    public var lastUs: Int?
    /// Outside transfers; `nil` where there was no such pair.
    public var doubled: DoubledValues?
    /// What its values are for; `nil` where the frames do not show it.
    public var purpose: StreamPurpose?
    /// The time from value to value, or from one group of values to the next, where most are as
    /// long.
    public var periodUs: Int?
    /// The characteristic whose values these ask for or answer.
    public var partnerHandle: Int?
    /// How many writes were commands, which are not answered; `nil` where they are no writes.
    public var commands: Int?
    /// The first command.
    public var firstCommandFrame: Int?
    /// The first write that is no command.
    public var firstRequestFrame: Int?
    /// How received values came while this host's controller used the radio for something else,
    /// too; `nil` where it never did.
    public var radio: RadioUse?
    /// The first octets of all values that were written, at most four, in hexadecimal digits; `nil`
    /// where they have none in common, or there are fewer than three.
    public var commonOctets: String?
    /// How many different values there were; `nil` beyond 64, and where it is not known.
    public var distinctValues: Int?
    /// Values that were equal to the one before; `nil` where it is not known.
    public var repeatedValues: Int?
    package static var isCompound: Bool { true }
  }

  /// Pairs of equal values of 8 octets or more with at least 4 different ones, each pair between
  /// values that are different.
  public struct DoubledValues: ReportObject {
    public var count = 0
    /// The first pair.
    public var ofFrame = 0
    /// The second value of the first pair.
    public var frame = 0
    /// The second value of the last pair.
    public var lastFrame = 0
    /// All values of 8 octets or more that were equal to the one before.
    public var equal = 0
  }

  /// Values of a characteristic that followed one another and were equal.
  public struct Repeats: ReportObject {
    public var count = 0
    public var firstFrame = 0
    public var lastFrame = 0
    /// From the first to the last.
    public var durationUs = 0
    /// The two times from value to value, where these alternate, as those of two series with one
    /// period do; `nil` elsewhere.
    public var shortStepUs: Int?
    /// The longer one of the two times.
    public var longStepUs: Int?
  }

  /// Values that are an end marker but for the case of letters, or for a NUL or white space after
  /// it.
  public struct NearMarker: ReportObject {
    /// The marker that it nearly is.
    public var marker = ""
    /// Of the last of them, in hexadecimal digits.
    public var octets = ""
    public var count = 0
    public var firstFrame = 0
    public var lastFrame = 0
  }

  public enum ValueKind: String, ReportWord {
    case notification, indication
    /// Requests, commands and prepared writes together; only in `writes`.
    case write
  }

  /// A payload that was sent in chunks, up to its marker.
  public struct Transfer: ReportObject {
    /// 1-based within the connection.
    public var id = 0
    public var valueHandle = 0
    public var uuid: String?
    public var direction: Direction = .rx
    /// The text that ends it; `nil` when none came.
    public var marker: String?
    /// How the marker came.
    public var markerStyle: MarkerStyle?
    /// Whether its end was seen; `outcome` says more.
    public var complete = false
    /// The capture, or what is known of it, begins in the middle of it.
    public var truncatedAtStart = false
    /// The length of the payload.
    public var payloadBytes = 0
    /// The SHA-256 of the payload.
    public var payloadSha256: String?
    /// `json`, `text`, `png`, `jpeg`, `gzip`, `binary`.
    public var payloadType: String?
    /// Whether a payload of this type holds together; `nil` when its type does not show that.
    public var payloadIntact: Bool?
    /// The payload without the values that were sent again.
    public var payloadWithoutResends: Payload?
    /// How many values carry it.
    public var chunks = 0
    /// How many chunks of each size, the most frequent first.
    public var chunkBytes: KeyedList<Int> = [:]
    /// The effective MTU less 3.
    public var chunkLimit: Int?
    public var firstFrame = 0
    public var lastFrame = 0
    /// The frame of the marker.
    public var markerFrame: Int?
    public var startUs = 0
    /// From its first value to its last one or its marker; of what this host sent, from one to the
    /// next as they were given to the controller: `paceUs` has how long they took to leave.
    public var durationUs = 0
    /// `nil` where all of it took less than a connection interval, or is not known to have left.
    public var throughputBytesPerS: Double?  // decimals: 1
    /// The times from one value to the next, its marker included, whether they count as gaps or
    /// not: to test that no silence is longer than 100 ms, compare its `max`.
    public var gapUs = Summary()
    /// The silences that count as gaps: those of the 256 longest of the characteristic that fell
    /// into it.
    public var gaps: [Gap] = []
    /// Values that were sent again.
    public var resends: [Resend] = []
    /// What ended it.
    public var ending: TransferEnding = .marker
    /// How often the marker's octets occur in the payload.
    public var markerInData = 0
    /// Which PDUs carry it.
    public var kind: ValueKind = .notification
    /// What the link could have done.
    public var ceiling: Ceiling?
    /// Of a transfer that was sent, as far as the controller reports it.
    public var delivery: Delivery?
    /// The `id` of the transfer before it, where it is nothing but its marker once more.
    public var repeatsMarkerOf: Int?
    /// As of a `NotificationStream`.
    public var gapCount: Int?
    /// How long the gaps lasted together.
    public var gapTotalUs: Int?
    /// The gaps by their causes.
    public var gapCauses: [GapCause] = []
    /// Of one that a protocol puts into messages: `nil` for one that a marker ends.
    public var framing: TransferFraming?
    /// Where its time went; empty where the account of the link is not known.
    public var time: [CauseShare] = []
    /// Where the time went up to the moment at which it had left: see `paceUs`.
    package var paceTime: [CauseShare] = []  // no key
    package static var isCompound: Bool { true }
  }

  /// How far the controller came with the packets of a transfer.
  public struct Delivery: ReportObject {
    /// The event by which it was done with the last of them; `nil` where it never was, or that is
    /// not known.
    public var completedFrame: Int?
    /// From the first chunk's record to that event.
    public var durationUs: Int?
    /// The payload by that time; `nil` where it is too short for that.
    public var bytesPerS: Double?  // decimals: 1
    /// Those that it still had of the connection when that ended, from the transfer's first to its
    /// last record: where other values were sent in between, theirs too.
    public var uncompletedPackets = 0
    /// What these held of the payload, at most.
    public var uncompletedBytes = 0
  }

  public enum TransferEnding: String, ReportWord {
    case marker, unsubscribed, resubscribed
    case linkClosed = "link-closed"
    case captureEnded = "capture-ended"
    /// Its framing says that all of it came.
    case framing
    /// The receiver answered with an error.
    case refused
    /// Another began in its place.
    case replaced
    /// The client ended it before its end.
    case cancelled
    /// Its messages contradict each other.
    case broken
  }

  public enum MarkerStyle: String, ReportWord {
    /// A value of its own.
    case own
    /// Spread over several values.
    case split
    /// At the end of the last chunk.
    case glued
  }

  /// A payload's length and digest.
  public struct Payload: ReportObject {
    public var bytes = 0
    /// The SHA-256 of the octets.
    public var sha256 = ""
  }

  /// A silence that is longer than what is usual on the characteristic.
  public struct Gap: ReportObject {
    /// The frame that ended it.
    public var frame = 0
    /// The frame before it.
    public var afterFrame = 0
    /// How long it lasted.
    public var gapUs = 0
    /// Connection events that passed in it, whether anything was sent in them or not: none of them
    /// need have been missed.
    public var missedEvents: Int?
    /// Of sent values `credit-stall`, `completion-stall`, `peer-values` or `app-pause`; of received
    /// ones `request` where the client asked or wrote something meanwhile, which the value may
    /// answer, `sender-pause` where the link lived meanwhile, `missed-events` for a few connection
    /// events and `link-silence` for more in which nothing came, be it for the sender or for the
    /// link, `parameter-update` where the parameters were being changed. Of both `marker-delay`,
    /// `capture-drops`, and `clock-step` where the clock was set forward; of a sniffed capture
    /// `sniffer-missed` where packets were missed meanwhile, or could not be read.
    public var explainedBy: TimeCause?
    /// When it began, counted from the capture's first packet.
    public var startUs: Int?
  }

  /// The gaps of one cause.
  public struct GapCause: ReportObject {
    /// As of a `Gap`.
    public var explainedBy: TimeCause?
    public var count = 0
    /// How long they were together.
    public var us = 0
  }

  /// A value that repeats the one before it.
  public struct Resend: ReportObject {
    /// The value that was sent again.
    public var frame = 0
    /// The value that it repeats.
    public var ofFrame = 0
    /// How certain it is that it is a repetition.
    public var certainty: Certainty = .likely
  }

  public enum Certainty: String, ReportWord {
    case proven, likely
  }

  /// Flow control between host and controller.
  public struct Flow: ReportObject {
    /// Packets to the controller.
    public var tx = TransmitFlow()
    /// Times in which packets were not completed.
    public var stalls: [Stall] = []
    /// Packets from the controller.
    public var rx = ReceiveFlow()
    /// Octets over time.
    public var throughput: Throughput?
  }

  /// The packets handed to the controller, and when it was done with them.
  public struct TransmitFlow: ReportObject {
    /// Packets that the host handed to the controller.
    public var packets = 0
    /// Packets that the controller reported as completed.
    public var completed = 0
    /// `nil` where no completion was captured: then it is unknown.
    public var outstandingMax: Int?
    /// From a packet's record to the event that completes it.
    public var completionUs = Summary()
    /// L2CAP PDUs that the packets made up.
    public var pdus = 0
    /// PDUs that were sent in more than one packet.
    public var fragmentedPdus = 0
    /// The last event that completed any: then the peer had acknowledged them.
    public var lastCompletedFrame: Int?
    /// When the last packet was completed, from the capture's first packet.
    public var lastCompletedUs: Int?
  }

  /// A time in which outgoing data stalled.
  public struct Stall: ReportObject {
    /// What kind of stall it is.
    public var kind: StallKind = .completion
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    public var durationUs = 0
    /// How many packets the controller held.
    public var outstanding = 0
    /// The longest time in it in which the capture has no packet at all, and the first one after
    /// that; `nil` under 0.4 s, and where it is not known.
    public var silentUs: Int?
    /// The last frame before the silence.
    public var silentFrame: Int?
    /// Where its time went; it adds up to `duration_us`.
    public var time: [CauseShare] = []
    /// The command that was pending for the longest time in which the controller reported nothing:
    /// its name; `nil` where there was none.
    public var command: String?
  }

  public enum StallKind: String, ReportWord {
    /// Every buffer of the controller was taken.
    case credit
    /// No completions came while packets were outstanding.
    case completion
    /// The sender went on only some time after it could have.
    case resume
  }
}
