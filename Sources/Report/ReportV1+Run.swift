extension ReportV1 {
  /// A stretch of values that carries data in bulk: of one characteristic, one way, with a marker
  /// or without.
  public struct Run: ReportObject {
    /// 1-based within the connection.
    public var id = 0
    public var valueHandle = 0
    public var uuid: String?
    public var direction: Direction = .rx
    public var kind: RunKind = .notification
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    /// From the first value's record to the last one's or, where the capture shows it, to the event
    /// that completes the last packet.
    public var durationUs = 0
    public var values = 0
    /// Octets on the air, those that the capture left out included.
    public var bytes = 0
    /// How many values of each size, the most frequent first.
    public var valueBytes: KeyedList<Int> = [:]
    /// `nil` where all of it took no time.
    public var throughputBytesPerS: Double?
    /// Packets that the controller held of the connection after it got a value of the run, at most.
    /// `nil` of received values, and where no completions were captured.
    public var inFlightMax: Int?
    /// Values per connection event that brought any or, of sent ones, by which any were completed.
    public var packetsPerEvent: Double?
    public var pacing: Pacing?
    public var waitsUs = RunWaits()
    /// The `id`s of the transfers that it carried.
    public var transfers: [Int] = []
    public var ceiling: Ceiling?
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
  public struct RunWaits: ReportObject {
    /// Packets, their acknowledgements and the spaces between them. An estimate.
    public var air: Int?
    /// Waiting for the next connection event. An estimate.
    public var connectionEvents: Int?
    /// From queueing a packet to its completion, as far as `air` and `connection_events` do not
    /// explain it.
    public var completion: Int?
    /// Nothing was outstanding, nothing was waited for, and the sender sent nothing. Of received
    /// values: connection events that brought none.
    public var sender: Int?
    /// From a value to its answer: the response, the confirmation, or a value of the other side
    /// that the sender waits for.
    public var answer: Int?
    /// The gaps of the characteristic, where no answer or completion explains them.
    public var gaps: Int?
    public var unexplained: Int?
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

  public enum RunKind: String, ReportWord {
    case notification, indication
    /// Write Requests, and values in prepared parts.
    case write
    case writeCommand = "write_command"

    /// - Parameter isConfirmed: of writes, whether they are requests.
    package init(_ kind: ValueKind, isConfirmed: @autoclosure () -> Bool) {
      self =
        switch kind {
        case .notification: .notification
        case .indication: .indication
        case .write: isConfirmed() ? .write : .writeCommand
        }
    }

    /// Whether each value awaits an answer of ATT.
    public var isConfirmed: Bool { self == .indication || self == .write }
  }

  /// What the sender of a run waited for.
  public enum Pacing: String, ReportWord {
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
