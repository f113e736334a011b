import BluetoothProtocol

/// What the host asked the controller for: connections, and their ends.
extension ReportV1 {
  /// The command that led to a connection.
  public struct ConnectRequest: ReportObject {
    /// The command that began the attempt.
    public var frame = 0
    /// When the command was sent, from the capture's first packet.
    public var timeUs = 0
    /// The first advertisement of the peer between the command and the connection; `nil` where none
    /// was reported, as most hosts do not scan meanwhile.
    public var advertisementFrame: Int?
    /// The time from the command to the first advertisement of the peer.
    public var advertisementUs: Int?
    /// Whether it named the device; else any of the Filter Accept List would have done.
    public var isDirect = false  // key: direct
    /// How long the controller listened for the device at a time, and from one such time to the
    /// next: on 1M; on Coded where it listened only there.
    public var scanWindowUs: Int?
    /// The scan interval of the attempt.
    public var scanIntervalUs: Int?
    /// The shortest time between two advertisements of the device that were reported in the minute
    /// before the connection: it advertised as often, or more often.
    public var advertisingPeriodUs: Int?
    /// The last report of the device before the command.
    public var lastHeardFrame: Int?
    /// The time from the last advertisement of the peer to the command.
    public var lastHeardUs: Int?
    /// In dBm.
    public var lastHeardRssi: Int?
  }

  /// A report of an advertisement.
  public struct Heard: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// In dBm.
    public var rssi: Int?
  }

  /// The commands with which the host ended a connection.
  public struct DisconnectRequest: ReportObject {
    /// The first one.
    public var frame = 0
    public var timeUs = 0
    /// What the host wanted the peer to know as the reason.
    public var reason: HCIStatus = .success
    /// The name of the reason.
    public var name: String?
    /// How often the host sent it.
    public var count = 0
    public var lastFrame = 0
  }

  /// A command that asked for a connection to a device that was connected already, or for a BR/EDR
  /// connection to one that has LE only.
  public struct NeedlessRequest: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// The transport over which the peer was asked.
    public var transport: Transport = .le
    /// The device that was asked.
    public var peer = Peer()
    /// The `id` of the connection that there was already.
    public var connection: Int?
    /// The device had advertised `BR/EDR Not Supported`.
    public var leOnly = false
    /// What came of it, where the capture shows that.
    public var resultFrame: Int?
    /// How the attempt ended; `nil` where it did not.
    public var status: HCIStatus?
    /// The name of the status.
    public var statusName: String?
    /// An advertisement with that flag.
    public var advertisementFrame: Int?
  }

  /// A Disconnect command that the controller refused.
  public struct RefusedDisconnect: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// The connection handle.
    public var handle = 0
    /// The `id` of the connection that has the handle, or had it last; `nil` for none in the
    /// capture.
    public var connection: Int?
    /// The Command Status.
    public var resultFrame = 0
    /// Why the controller refused it.
    public var status: HCIStatus = .success
    /// The name of the status.
    public var name: String?
  }

  /// Requests of a central while connection events were 100 ms or more apart, or its peripheral
  /// could skip some.
  public struct SleepWaits: ReportObject {
    /// Those that waited as long as the peripheral may sleep.
    public var count = 0
    /// What these took beyond two connection events each.
    public var totalUs = 0
    /// The wait of the request that waited longest.
    public var longest = SlowStep()
    /// What was in force at the longest of all.
    public var parameters = Parameters()
    /// The first and the last of all of them.
    public var firstFrame = 0
    public var lastFrame = 0
    /// All requests of that time that took 200 ms or more, as far as interval and latency explain
    /// it.
    public var requests = 0
    /// How long all requests waited together.
    public var requestsUs = 0
    /// All requests of our host while its peripheral could sleep for 200 ms or more.
    public var asked = 0
    /// Of these, those that waited as long as the others, and came after 2 s or more of silence.
    public var afterSilence = 0
  }

  /// A request without an answer.
  public struct PendingRequest: ReportObject {
    public var frame = 0
    /// The PDU that had no answer.
    public var request = ATTOpcode.unrecognized
    public var handle: Int?
    /// From the request to the end of the connection or of the capture.
    public var ageUs = 0
    /// The side that did not answer.
    public var asked: PairingSide?
    /// The same request, sent again with no answer until then, and after which time.
    public var repeatedFrame: Int?
    /// The time until the request was repeated; `nil` where it was not.
    public var repeatedUs: Int?

    package static let leastWaitUs = 1_000_000
    /// Connection intervals beyond one sleep of the peripheral.
    package static let leastWaitIntervals = 10

    /// Whether it was so young when the connection or the capture ended that the end may have cut
    /// off its answer. A host that ends the connection waits no longer.
    package func mayBeCutOff(in connection: Connection) -> Bool {
      let link =
        connection.parameters.last { $0.frame <= frame } ?? connection.parameters.last
      let waited = waitedUs(in: connection)
      guard let link else { return waited < Self.leastWaitUs }
      return waited < Self.leastWaitUs
        || (waited - link.sleepUs) / Self.leastWaitIntervals < link.usedIntervalUs
    }

    /// Until the end, or until this host asked for it.
    private func waitedUs(in connection: Connection) -> Int {
      guard let end = connection.disconnectRequest, frame < end.frame,
        connection.wasClosedByHost
      else { return ageUs }
      let rest = connection.endUs - end.timeUs
      return rest < 0 ? ageUs : max(0, ageUs - rest)
    }

    /// Whether it takes longer to ask and to answer than the connection lasted.
    package func isTooLate(in connection: Connection) -> Bool {
      let link = connection.parameters.last { $0.frame <= frame } ?? connection.parameters.last
      return link.map { ageUs < 2 * $0.usedIntervalUs } ?? false
    }

    /// Whether this host ended the connection before an answer could come.
    package func isCutByHost(in connection: Connection) -> Bool {
      connection.wasClosedByHost && mayBeCutOff(in: connection)
        && frame < connection.disconnectRequest?.frame ?? 0
    }

    /// Whether it was sent in the silence in which the link was lost: the lost link is the fault.
    package func isInLostLink(of connection: Connection) -> Bool {
      guard connection.disconnect?.reason == .connectionTimeout else { return false }
      if let last = connection.lastRxFrame { return frame > last }
      // Nothing was heard: the supervision timeout, and a second for the clocks.
      return ageUs <= (connection.parameters.last?.supervisionTimeoutUs ?? 0) + 1_000_000
    }
  }
}

extension ReportV1.Connection {
  /// Requests without an answer, but for those that this host cut off itself, those that the end of
  /// the capture may have cut off, and those that were sent so late that no answer could come.
  public var unansweredRequests: Int {
    let cut = att.pending.count {
      $0.isCutByHost(in: self) || isOpen && $0.mayBeCutOff(in: self) || $0.isTooLate(in: self)
    }
    return max(0, max(0, att.transactions.unanswered) - cut)
  }
}
