extension ReportV1 {
  /// All notifications, or indications, of one characteristic.
  package struct NotificationStream: Equatable, Sendable {
    package var valueHandle: Int
    package var uuid: String?
    package var kind: NotificationKind
    package var direction: Direction
    package var count: Int
    package var bytes: Int
    package var firstFrame: Int
    package var lastFrame: Int
    package var gapUs: Summary
    /// At most 256, the longest.
    package var gaps: [Gap]
    /// How many there were, and how long they were together; `nil` where there were too many to
    /// count.
    package var gapCount: Int?
    package var gapTotalUs: Int?
    /// Of all that were counted.
    package var gapCauses: [GapCause]
    /// The longest value.
    package var maxBytes: Int
    package var decoded: DecodedValues?
    package var ceiling: Ceiling?
    /// Values that are almost an end marker.
    package var nearMarker: NearMarker?

    package init(
      valueHandle: Int = 0, uuid: String? = nil, kind: NotificationKind = .notification,
      direction: Direction = .rx, count: Int = 0, bytes: Int = 0, firstFrame: Int = 0,
      lastFrame: Int = 0, gapUs: Summary = Summary(), gaps: [Gap] = [], gapCount: Int? = nil,
      gapTotalUs: Int? = nil, gapCauses: [GapCause] = [], maxBytes: Int = 0,
      decoded: DecodedValues? = nil, ceiling: Ceiling? = nil,
      nearMarker: NearMarker? = nil
    ) {
      self.valueHandle = valueHandle
      self.uuid = uuid
      self.kind = kind
      self.direction = direction
      self.count = count
      self.bytes = bytes
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
      self.gapUs = gapUs
      self.gaps = gaps
      self.gapCount = gapCount
      self.gapTotalUs = gapTotalUs
      self.gapCauses = gapCauses
      self.maxBytes = maxBytes
      self.decoded = decoded
      self.ceiling = ceiling
      self.nearMarker = nearMarker
    }
  }

  /// Values that are an end marker but for the case of letters, or for a NUL or white space behind it.
  package struct NearMarker: Equatable, Sendable {
    package var marker: String
    /// Of the last of them, in hexadecimal digits.
    package var octets: String
    package var count: Int
    package var firstFrame: Int
    package var lastFrame: Int

    package init(
      marker: String = "", octets: String = "", count: Int = 0, firstFrame: Int = 0,
      lastFrame: Int = 0
    ) {
      self.marker = marker
      self.octets = octets
      self.count = count
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
    }
  }

  package enum NotificationKind: String, CaseIterable, Sendable {
    case notification, indication
    /// Requests, commands and prepared writes together; only in `writes`.
    case write
  }

  /// A payload that was sent in chunks, up to its marker.
  package struct Transfer: Equatable, Sendable {
    /// 1-based within the connection.
    package var id: Int
    package var valueHandle: Int
    package var uuid: String?
    package var direction: Direction
    /// The text that ends it; `nil` when none came.
    package var marker: String?
    package var markerStyle: MarkerStyle?
    package var complete: Bool
    /// The capture, or what is known of it, begins in the middle of it.
    package var truncatedAtStart: Bool
    package var payloadBytes: Int
    package var payloadSha256: String?
    /// `json`, `text`, `png`, `jpeg`, `gzip`, `binary`.
    package var payloadType: String?
    /// Whether a payload of this type holds together; `nil` when its type does not tell.
    package var payloadIntact: Bool?
    package var payloadWithoutResends: Payload?
    package var chunks: Int
    /// How many chunks of each size, the most frequent first.
    package var chunkBytes: KeyedList<Int>
    /// The effective MTU less 3.
    package var chunkLimit: Int?
    package var firstFrame: Int
    package var lastFrame: Int
    package var markerFrame: Int?
    package var startUs: Int
    package var durationUs: Int
    /// `nil` where all of it took less than a connection interval, or is not known to have left.
    package var throughputBytesPerS: Double?
    package var gapUs: Summary
    /// Those of the 256 longest of the characteristic that fell into it.
    package var gaps: [Gap]
    /// As of a `NotificationStream`.
    package var gapCount: Int?
    package var gapTotalUs: Int?
    package var gapCauses: [GapCause]
    package var resends: [Resend]
    package var ending: TransferEnding
    /// How often the marker's octets occur in the payload.
    package var markerInData: Int
    package var kind: TransferKind
    package var ceiling: Ceiling?
    /// Of a transfer that was sent, as far as the controller tells.
    package var delivery: Delivery?
    /// The `id` of the transfer before it, where it is nothing but its marker once more.
    package var repeatsMarkerOf: Int?

    package init(
      id: Int = 0, valueHandle: Int = 0, uuid: String? = nil, direction: Direction = .rx,
      marker: String? = nil, markerStyle: MarkerStyle? = nil, complete: Bool = false,
      truncatedAtStart: Bool = false, payloadBytes: Int = 0, payloadSha256: String? = nil,
      payloadType: String? = nil, payloadIntact: Bool? = nil, payloadWithoutResends: Payload? = nil,
      chunks: Int = 0, chunkBytes: KeyedList<Int> = [:], chunkLimit: Int? = nil,
      firstFrame: Int = 0, lastFrame: Int = 0, markerFrame: Int? = nil, startUs: Int = 0,
      durationUs: Int = 0, throughputBytesPerS: Double? = nil, gapUs: Summary = Summary(),
      gaps: [Gap] = [], gapCount: Int? = nil, gapTotalUs: Int? = nil, gapCauses: [GapCause] = [],
      resends: [Resend] = [],
      ending: TransferEnding = .marker, markerInData: Int = 0, kind: TransferKind = .notification,
      ceiling: Ceiling? = nil, delivery: Delivery? = nil, repeatsMarkerOf: Int? = nil
    ) {
      self.id = id
      self.valueHandle = valueHandle
      self.uuid = uuid
      self.direction = direction
      self.marker = marker
      self.markerStyle = markerStyle
      self.complete = complete
      self.truncatedAtStart = truncatedAtStart
      self.payloadBytes = payloadBytes
      self.payloadSha256 = payloadSha256
      self.payloadType = payloadType
      self.payloadIntact = payloadIntact
      self.payloadWithoutResends = payloadWithoutResends
      self.chunks = chunks
      self.chunkBytes = chunkBytes
      self.chunkLimit = chunkLimit
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
      self.markerFrame = markerFrame
      self.startUs = startUs
      self.durationUs = durationUs
      self.throughputBytesPerS = throughputBytesPerS
      self.gapUs = gapUs
      self.gaps = gaps
      self.gapCount = gapCount
      self.gapTotalUs = gapTotalUs
      self.gapCauses = gapCauses
      self.resends = resends
      self.ending = ending
      self.markerInData = markerInData
      self.kind = kind
      self.ceiling = ceiling
      self.delivery = delivery
      self.repeatsMarkerOf = repeatsMarkerOf
    }
  }

  /// How far the controller came with the packets of a transfer.
  package struct Delivery: Equatable, Sendable {
    /// The event by which it was done with the last of them; `nil` where it never was, or that is not
    /// known.
    package var completedFrame: Int?
    /// From the first chunk's record to that event.
    package var durationUs: Int?
    /// The payload by that time; `nil` where it is too short to tell.
    package var bytesPerS: Double?
    /// Those that it still had of the connection when that ended, from the transfer's first to its
    /// last record: where other values were sent in between, theirs too.
    package var uncompletedPackets: Int
    /// What these held of the payload, at most.
    package var uncompletedBytes: Int

    package init(
      completedFrame: Int? = nil, durationUs: Int? = nil, bytesPerS: Double? = nil,
      uncompletedPackets: Int = 0, uncompletedBytes: Int = 0
    ) {
      self.completedFrame = completedFrame
      self.durationUs = durationUs
      self.bytesPerS = bytesPerS
      self.uncompletedPackets = uncompletedPackets
      self.uncompletedBytes = uncompletedBytes
    }
  }

  package enum TransferEnding: String, CaseIterable, Sendable {
    case marker, unsubscribed, resubscribed
    case linkClosed = "link-closed"
    case captureEnded = "capture-ended"
  }

  package enum TransferKind: String, CaseIterable, Sendable {
    case notification, indication, write
  }

  package enum MarkerStyle: String, CaseIterable, Sendable {
    /// A value of its own.
    case own
    /// Spread over several values.
    case split
    /// At the end of the last chunk.
    case glued
  }

  /// A payload's length and digest.
  package struct Payload: Equatable, Sendable {
    package var bytes: Int
    package var sha256: String

    package init(bytes: Int = 0, sha256: String = "") {
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// A silence that is longer than what is usual on the characteristic.
  package struct Gap: Equatable, Sendable {
    /// The frame that ended it.
    package var frame: Int
    /// The frame before it.
    package var afterFrame: Int
    package var gapUs: Int
    /// Connection events that passed in it, whether anything was sent in them or not: none of them
    /// need have been missed.
    package var missedEvents: Int?
    /// Of sent values `credit-stall`, `completion-stall` or `app-pause`; of received ones
    /// `sender-pause` where the link lived meanwhile, `missed-events` for a few connection events
    /// and `link-silence` for more in which nothing came, be it for the sender or for the link. Of
    /// both `marker-delay`, `capture-drops`, `clock-step`.
    package var explainedBy: String?
    /// When it began, counted from the capture's first record.
    package var startUs: Int?

    package init(
      frame: Int = 0, afterFrame: Int = 0, gapUs: Int = 0, missedEvents: Int? = nil,
      explainedBy: String? = nil, startUs: Int? = nil
    ) {
      self.frame = frame
      self.afterFrame = afterFrame
      self.gapUs = gapUs
      self.missedEvents = missedEvents
      self.explainedBy = explainedBy
      self.startUs = startUs
    }
  }

  /// The gaps of one cause.
  package struct GapCause: Equatable, Sendable {
    /// As of a `Gap`.
    package var explainedBy: String?
    package var count: Int
    /// How long they were together.
    package var us: Int

    package init(explainedBy: String? = nil, count: Int = 0, us: Int = 0) {
      self.explainedBy = explainedBy
      self.count = count
      self.us = us
    }
  }

  /// A value that repeats the one before it.
  package struct Resend: Equatable, Sendable {
    package var frame: Int
    package var ofFrame: Int
    package var certainty: Certainty

    package init(frame: Int = 0, ofFrame: Int = 0, certainty: Certainty = .likely) {
      self.frame = frame
      self.ofFrame = ofFrame
      self.certainty = certainty
    }
  }

  package enum Certainty: String, CaseIterable, Sendable {
    case proven, likely
  }

  /// Flow control between host and controller.
  package struct Flow: Equatable, Sendable {
    package var tx: TransmitFlow
    package var stalls: [Stall]
    package var rx: ReceiveFlow
    package var throughput: Throughput?

    package init(
      tx: TransmitFlow = TransmitFlow(), stalls: [Stall] = [], rx: ReceiveFlow = ReceiveFlow(),
      throughput: Throughput? = nil
    ) {
      self.tx = tx
      self.stalls = stalls
      self.rx = rx
      self.throughput = throughput
    }
  }

  /// The packets handed to the controller, and when it was done with them.
  package struct TransmitFlow: Equatable, Sendable {
    package var packets: Int
    package var completed: Int
    /// `nil` where no completion was captured: then nobody knows.
    package var outstandingMax: Int?
    /// From a packet's record to the event that completes it.
    package var completionUs: Summary
    /// L2CAP PDUs that the packets made up.
    package var pdus: Int
    package var fragmentedPdus: Int

    package init(
      packets: Int = 0, completed: Int = 0, outstandingMax: Int? = nil,
      completionUs: Summary = Summary(),
      pdus: Int = 0, fragmentedPdus: Int = 0
    ) {
      self.packets = packets
      self.completed = completed
      self.outstandingMax = outstandingMax
      self.completionUs = completionUs
      self.pdus = pdus
      self.fragmentedPdus = fragmentedPdus
    }
  }

  /// A time in which outgoing data stood still.
  package struct Stall: Equatable, Sendable {
    package var kind: StallKind
    package var firstFrame: Int
    package var lastFrame: Int
    package var startUs: Int
    package var durationUs: Int
    package var outstanding: Int

    package init(
      kind: StallKind = .completion, firstFrame: Int = 0, lastFrame: Int = 0, startUs: Int = 0,
      durationUs: Int = 0, outstanding: Int = 0
    ) {
      self.kind = kind
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
      self.startUs = startUs
      self.durationUs = durationUs
      self.outstanding = outstanding
    }
  }

  package enum StallKind: String, CaseIterable, Sendable {
    /// Every buffer of the controller was taken.
    case credit
    /// No completions came while packets were outstanding.
    case completion
    /// The sender went on only some time after it could have.
    case resume
  }
}
