extension ReportV1 {
  /// All notifications, or indications, of one characteristic.
  package struct NotificationStream: ReportObject {
    package var valueHandle = 0
    package var uuid: String?
    package var kind: ValueKind = .notification
    package var direction: Direction = .rx
    package var count = 0
    package var bytes = 0
    package var firstFrame = 0
    package var lastFrame = 0
    package var gapUs = Summary()
    /// At most 256, the longest.
    package var gaps: [Gap] = []
    /// How many there were, and how long they were together; `nil` where there were too many to
    /// count.
    package var gapCount: Int?
    package var gapTotalUs: Int?
    /// Of all that were counted.
    package var gapCauses: [GapCause] = []
    /// The longest value.
    package var maxBytes = 0
    package var decoded: DecodedValues?
    package var ceiling: Ceiling?
    /// Values that are almost an end marker.
    package var nearMarker: NearMarker?
    /// The longest run of equal values of 8 octets or more; `nil` where no two were equal.
    package var repeats: Repeats?
    /// When the first and the last value came, counted from the capture's first packet.
    package var firstUs: Int?
    package var lastUs: Int?
    /// Outside transfers; `nil` where there was no such pair.
    package var doubled: DoubledValues?
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("value_handle", &valueHandle)
      visitor.field("uuid", &uuid)
      visitor.field("kind", &kind)
      visitor.field("direction", &direction)
      visitor.field("count", &count)
      visitor.field("bytes", &bytes)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("gap_us", &gapUs)
      visitor.field("gaps", &gaps)
      visitor.field("max_bytes", &maxBytes)
      visitor.field("decoded", &decoded)
      visitor.field("ceiling", &ceiling)
      visitor.field("near_marker", &nearMarker)
      visitor.field("gap_count", &gapCount)
      visitor.field("gap_total_us", &gapTotalUs)
      visitor.field("gap_causes", &gapCauses)
      visitor.field("repeats", &repeats)
      visitor.field("first_us", &firstUs)
      visitor.field("last_us", &lastUs)
      visitor.field("doubled", &doubled)
    }
  }

  /// Pairs of equal values of 8 octets or more with at least 4 different ones, each pair between
  /// values that are different.
  package struct DoubledValues: ReportObject {
    package var count = 0
    /// The first pair.
    package var ofFrame = 0
    package var frame = 0
    /// The second value of the last pair.
    package var lastFrame = 0
    /// All values of 8 octets or more that were equal to the one before.
    package var equal = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("of_frame", &ofFrame)
      visitor.field("frame", &frame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("equal", &equal)
    }
  }

  /// Values of a characteristic that followed one another and were equal.
  package struct Repeats: ReportObject {
    package var count = 0
    package var firstFrame = 0
    package var lastFrame = 0
    /// From the first to the last.
    package var durationUs = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("duration_us", &durationUs)
    }
  }

  /// Values that are an end marker but for the case of letters, or for a NUL or white space after
  /// it.
  package struct NearMarker: ReportObject {
    package var marker = ""
    /// Of the last of them, in hexadecimal digits.
    package var octets = ""
    package var count = 0
    package var firstFrame = 0
    package var lastFrame = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("marker", &marker)
      visitor.field("octets", &octets)
      visitor.field("count", &count)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
    }
  }

  package enum ValueKind: String, ReportWord {
    case notification, indication
    /// Requests, commands and prepared writes together; only in `writes`.
    case write
  }

  /// A payload that was sent in chunks, up to its marker.
  package struct Transfer: ReportObject {
    /// 1-based within the connection.
    package var id = 0
    package var valueHandle = 0
    package var uuid: String?
    package var direction: Direction = .rx
    /// The text that ends it; `nil` when none came.
    package var marker: String?
    package var markerStyle: MarkerStyle?
    package var complete = false
    /// The capture, or what is known of it, begins in the middle of it.
    package var truncatedAtStart = false
    package var payloadBytes = 0
    package var payloadSha256: String?
    /// `json`, `text`, `png`, `jpeg`, `gzip`, `binary`.
    package var payloadType: String?
    /// Whether a payload of this type holds together; `nil` when its type does not show that.
    package var payloadIntact: Bool?
    package var payloadWithoutResends: Payload?
    package var chunks = 0
    /// How many chunks of each size, the most frequent first.
    package var chunkBytes: KeyedList<Int> = [:]
    /// The effective MTU less 3.
    package var chunkLimit: Int?
    package var firstFrame = 0
    package var lastFrame = 0
    package var markerFrame: Int?
    package var startUs = 0
    package var durationUs = 0
    /// `nil` where all of it took less than a connection interval, or is not known to have left.
    package var throughputBytesPerS: Double?
    package var gapUs = Summary()
    /// Those of the 256 longest of the characteristic that fell into it.
    package var gaps: [Gap] = []
    /// As of a `NotificationStream`.
    package var gapCount: Int?
    package var gapTotalUs: Int?
    package var gapCauses: [GapCause] = []
    package var resends: [Resend] = []
    package var ending: TransferEnding = .marker
    /// How often the marker's octets occur in the payload.
    package var markerInData = 0
    package var kind: ValueKind = .notification
    package var ceiling: Ceiling?
    /// Of a transfer that was sent, as far as the controller reports it.
    package var delivery: Delivery?
    /// The `id` of the transfer before it, where it is nothing but its marker once more.
    package var repeatsMarkerOf: Int?
    /// Of one that a protocol puts into messages: `null` for one that a marker ends.
    package var framing: TransferFraming?
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("id", &id)
      visitor.field("value_handle", &valueHandle)
      visitor.field("uuid", &uuid)
      visitor.field("direction", &direction)
      visitor.field("marker", &marker)
      visitor.field("marker_style", &markerStyle)
      visitor.field("complete", &complete)
      visitor.field("truncated_at_start", &truncatedAtStart)
      visitor.field("payload_bytes", &payloadBytes)
      visitor.field("payload_sha256", &payloadSha256)
      visitor.field("payload_type", &payloadType)
      visitor.field("payload_intact", &payloadIntact)
      visitor.field("payload_without_resends", &payloadWithoutResends)
      visitor.field("chunks", &chunks)
      visitor.field("chunk_bytes", &chunkBytes)
      visitor.field("chunk_limit", &chunkLimit)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("marker_frame", &markerFrame)
      visitor.field("start_us", &startUs)
      visitor.field("duration_us", &durationUs)
      visitor.number("throughput_bytes_per_s", &throughputBytesPerS, decimals: 1)
      visitor.field("gap_us", &gapUs)
      visitor.field("gaps", &gaps)
      visitor.field("resends", &resends)
      visitor.field("ending", &ending)
      visitor.field("marker_in_data", &markerInData)
      visitor.field("kind", &kind)
      visitor.field("ceiling", &ceiling)
      visitor.field("delivery", &delivery)
      visitor.field("repeats_marker_of", &repeatsMarkerOf)
      visitor.field("gap_count", &gapCount)
      visitor.field("gap_total_us", &gapTotalUs)
      visitor.field("gap_causes", &gapCauses)
      visitor.field("framing", &framing)
    }
  }

  /// How far the controller came with the packets of a transfer.
  package struct Delivery: ReportObject {
    /// The event by which it was done with the last of them; `nil` where it never was, or that is
    /// not known.
    package var completedFrame: Int?
    /// From the first chunk's record to that event.
    package var durationUs: Int?
    /// The payload by that time; `nil` where it is too short for that.
    package var bytesPerS: Double?
    /// Those that it still had of the connection when that ended, from the transfer's first to its
    /// last record: where other values were sent in between, theirs too.
    package var uncompletedPackets = 0
    /// What these held of the payload, at most.
    package var uncompletedBytes = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("completed_frame", &completedFrame)
      visitor.field("duration_us", &durationUs)
      visitor.number("bytes_per_s", &bytesPerS, decimals: 1)
      visitor.field("uncompleted_packets", &uncompletedPackets)
      visitor.field("uncompleted_bytes", &uncompletedBytes)
    }
  }

  package enum TransferEnding: String, ReportWord {
    case marker, unsubscribed, resubscribed
    case linkClosed = "link-closed"
    case captureEnded = "capture-ended"
    /// Its framing says that all of it came.
    case framing
    /// The receiver answered with an error.
    case refused
    /// Another began in its place.
    case replaced
    /// Its messages contradict each other.
    case broken
  }

  package enum MarkerStyle: String, ReportWord {
    /// A value of its own.
    case own
    /// Spread over several values.
    case split
    /// At the end of the last chunk.
    case glued
  }

  /// A payload's length and digest.
  package struct Payload: ReportObject {
    package var bytes = 0
    package var sha256 = ""
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("bytes", &bytes)
      visitor.field("sha256", &sha256)
    }
  }

  /// A silence that is longer than what is usual on the characteristic.
  package struct Gap: ReportObject {
    /// The frame that ended it.
    package var frame = 0
    /// The frame before it.
    package var afterFrame = 0
    package var gapUs = 0
    /// Connection events that passed in it, whether anything was sent in them or not: none of them
    /// need have been missed.
    package var missedEvents: Int?
    /// Of sent values `credit-stall`, `completion-stall` or `app-pause`; of received ones
    /// `request` where the client asked or wrote something meanwhile, which the value may answer,
    /// `sender-pause` where the link lived meanwhile, `missed-events` for a few connection events
    /// and `link-silence` for more in which nothing came, be it for the sender or for the link. Of
    /// both `marker-delay`, `capture-drops`, `clock-step`.
    package var explainedBy: TimeCause?
    /// When it began, counted from the capture's first packet.
    package var startUs: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("after_frame", &afterFrame)
      visitor.field("gap_us", &gapUs)
      visitor.field("missed_events", &missedEvents)
      visitor.field("explained_by", &explainedBy)
      visitor.field("start_us", &startUs)
    }
  }

  /// The gaps of one cause.
  package struct GapCause: ReportObject {
    /// As of a `Gap`.
    package var explainedBy: TimeCause?
    package var count = 0
    /// How long they were together.
    package var us = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("explained_by", &explainedBy)
      visitor.field("count", &count)
      visitor.field("us", &us)
    }
  }

  /// A value that repeats the one before it.
  package struct Resend: ReportObject {
    package var frame = 0
    package var ofFrame = 0
    package var certainty: Certainty = .likely
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("of_frame", &ofFrame)
      visitor.field("certainty", &certainty)
    }
  }

  package enum Certainty: String, ReportWord {
    case proven, likely
  }

  /// Flow control between host and controller.
  package struct Flow: ReportObject {
    package var tx = TransmitFlow()
    package var stalls: [Stall] = []
    package var rx = ReceiveFlow()
    package var throughput: Throughput?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("tx", &tx)
      visitor.field("stalls", &stalls)
      visitor.field("rx", &rx)
      visitor.field("throughput", &throughput)
    }
  }

  /// The packets handed to the controller, and when it was done with them.
  package struct TransmitFlow: ReportObject {
    package var packets = 0
    package var completed = 0
    /// `nil` where no completion was captured: then it is unknown.
    package var outstandingMax: Int?
    /// From a packet's record to the event that completes it.
    package var completionUs = Summary()
    /// L2CAP PDUs that the packets made up.
    package var pdus = 0
    package var fragmentedPdus = 0
    /// The last event that completed any: then the peer had acknowledged them.
    package var lastCompletedFrame: Int?
    package var lastCompletedUs: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("packets", &packets)
      visitor.field("completed", &completed)
      visitor.field("outstanding_max", &outstandingMax)
      visitor.field("completion_us", &completionUs)
      visitor.field("pdus", &pdus)
      visitor.field("fragmented_pdus", &fragmentedPdus)
      visitor.field("last_completed_frame", &lastCompletedFrame)
      visitor.field("last_completed_us", &lastCompletedUs)
    }
  }

  /// A time in which outgoing data stalled.
  package struct Stall: ReportObject {
    package var kind: StallKind = .completion
    package var firstFrame = 0
    package var lastFrame = 0
    package var startUs = 0
    package var durationUs = 0
    package var outstanding = 0
    /// The longest time in it in which the capture has no packet at all, and the first one after
    /// that; `nil` under 0.4 s, and where it is not known.
    package var silentUs: Int?
    package var silentFrame: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("kind", &kind)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("start_us", &startUs)
      visitor.field("duration_us", &durationUs)
      visitor.field("outstanding", &outstanding)
      visitor.field("silent_us", &silentUs)
      visitor.field("silent_frame", &silentFrame)
    }
  }

  package enum StallKind: String, ReportWord {
    /// Every buffer of the controller was taken.
    case credit
    /// No completions came while packets were outstanding.
    case completion
    /// The sender went on only some time after it could have.
    case resume
  }
}
