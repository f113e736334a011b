extension ReportV1 {
  /// A stretch of values that carries data in bulk: of one characteristic, one way, with a marker
  /// or without.
  public struct Run: ReportObject {
    /// 1-based within the connection.
    public var id = 0
    public var valueHandle = 0
    public var uuid: String?
    public var direction: Direction = .rx
    /// Which PDUs carry it.
    public var kind: RunKind = .notification
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    /// From the first value's record to the last one's or, where the capture shows it, to the event
    /// that completes the last packet.
    public var durationUs = 0
    /// How many values it has.
    public var values = 0
    /// Octets on the air, those that the capture left out included.
    public var bytes = 0
    /// How many values of each size, the most frequent first.
    public var valueBytes: KeyedList<Int> = [:]
    /// `nil` where all of it took no time.
    public var throughputBytesPerS: Double?  // decimals: 1
    /// Packets that the controller held of the connection after it got a value of the run, at most.
    /// `nil` of received values, and where no completions were captured.
    public var inFlightMax: Int?
    /// Values per connection event that brought any or, of sent ones, by which any were completed.
    public var packetsPerEvent: Double?  // decimals: 2
    /// What set the pace.
    public var pacing: Pacing?
    /// What its sender waited for, and how long.
    public var waitsUs = RunWaits()
    /// The `id`s of the transfers that it carried.
    public var transfers: [Int] = []
    /// What the link could have done.
    public var ceiling: Ceiling?
    /// Where its time went; empty where the account of the link is not known.
    public var time: [CauseShare] = []
    package static var isCompound: Bool { true }
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
    /// Waits that nothing in the capture explains.
    public var unexplained: Int?
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
