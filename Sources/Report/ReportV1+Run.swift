extension ReportV1 {
  /// A stretch of values that carries data in bulk: of one characteristic, one way, with a marker
  /// or without.
  package struct Run: ReportObject {
    /// 1-based within the connection.
    package var id = 0
    package var valueHandle = 0
    package var uuid: String?
    package var direction: Direction = .rx
    package var kind: RunKind = .notification
    package var firstFrame = 0
    package var lastFrame = 0
    package var startUs = 0
    /// From the first value's record to the last one's or, where the capture shows it, to the event
    /// that completes the last packet.
    package var durationUs = 0
    package var values = 0
    /// Octets on the air, those that the capture left out included.
    package var bytes = 0
    /// How many values of each size, the most frequent first.
    package var valueBytes: KeyedList<Int> = [:]
    /// `nil` where all of it took no time.
    package var throughputBytesPerS: Double?
    /// Packets that the controller held of the connection after it got a value of the run, at most.
    /// `nil` of received values, and where no completions were captured.
    package var inFlightMax: Int?
    /// Values per connection event that brought any or, of sent ones, by which any were completed.
    package var packetsPerEvent: Double?
    package var pacing: Pacing?
    package var waitsUs = RunWaits()
    /// The `id`s of the transfers that it carried.
    package var transfers: [Int] = []
    package var ceiling: Ceiling?
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("id", &id)
      visitor.field("value_handle", &valueHandle)
      visitor.field("uuid", &uuid)
      visitor.field("direction", &direction)
      visitor.field("kind", &kind)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("start_us", &startUs)
      visitor.field("duration_us", &durationUs)
      visitor.field("values", &values)
      visitor.field("bytes", &bytes)
      visitor.field("value_bytes", &valueBytes)
      visitor.number("throughput_bytes_per_s", &throughputBytesPerS, decimals: 1)
      visitor.field("in_flight_max", &inFlightMax)
      visitor.number("packets_per_event", &packetsPerEvent, decimals: 2)
      visitor.field("pacing", &pacing)
      visitor.field("waits_us", &waitsUs)
      visitor.field("transfers", &transfers)
      visitor.field("ceiling", &ceiling)
    }
  }

  /// Where the time of a run went; what is known adds up to its duration.
  package struct RunWaits: ReportObject {
    /// Packets, their acknowledgements and the spaces between them. An estimate.
    package var air: Int?
    /// Waiting for the next connection event. An estimate.
    package var connectionEvents: Int?
    /// From queueing a packet to its completion, as far as `air` and `connection_events` do not
    /// explain it.
    package var completion: Int?
    /// Nothing was outstanding, nothing was waited for, and the sender sent nothing. Of received
    /// values: connection events that brought none.
    package var sender: Int?
    /// From a value to its answer: the response, the confirmation, or a value of the other side
    /// that the sender waits for.
    package var answer: Int?
    /// The gaps of the characteristic, where no answer or completion explains them.
    package var gaps: Int?
    package var unexplained: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("air", &air)
      visitor.field("connection_events", &connectionEvents)
      visitor.field("completion", &completion)
      visitor.field("sender", &sender)
      visitor.field("answer", &answer)
      visitor.field("gaps", &gaps)
      visitor.field("unexplained", &unexplained)
    }
  }

  package enum RunKind: String, ReportWord {
    case notification, indication
    /// Write Requests, and values in prepared parts.
    case write
    case writeCommand = "write_command"

    /// Whether each value awaits an answer of ATT.
    package var isConfirmed: Bool { self == .indication || self == .write }
  }

  /// What the sender of a run waited for.
  package enum Pacing: String, ReportWord {
    /// It kept the link busy.
    case streamed
    /// One packet at a time: the next was sent when the one before was completed.
    case oneInFlight = "one-in-flight"
    /// One value at a time: the next was sent when the one before was answered.
    case answered
    /// One value at a time, at the sender's own period.
    case timer
  }
}
