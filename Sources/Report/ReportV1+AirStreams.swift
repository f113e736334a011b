import BluetoothProtocol

extension ReportV1 {
  /// What a sniffer heard of an isochronous stream, or of a train of periodic advertising: a link
  /// with an access address of its own.
  public struct AirStream: ReportObject {
    /// Connected, broadcast, or a train of periodic advertising.
    public var kind: AirStreamKind = .cis
    /// Eight hexadecimal digits.
    public var accessAddress = ""
    /// The `id` of the connection that it belongs to; `nil` of what is broadcast, and where the
    /// capture does not show it.
    public var connection: Int?
    /// Who broadcasts; `nil` of a connected one, and where its address was not heard.
    public var address: String?
    /// The type of the address.
    public var addressType: String?
    /// The number of the group of a connected stream (CIG_ID).
    public var group: Int?
    /// The number of the stream: CIS_ID, or its place in the group that is broadcast, from 1 on.
    public var stream: Int?
    /// From one event to the next; `nil` where its terms were not heard.
    public var intervalUs: Int?
    /// How many each event has (NSE, or the subevents of a periodic train).
    public var subevents: Int?
    /// The frame with its terms: LL_CIS_IND, BIGInfo or SyncInfo; `nil` where they were not heard.
    public var announcedFrame: Int?
    /// The first of its own packets; `nil` where none was heard.
    public var firstFrame: Int?
    /// The last of its own packets.
    public var lastFrame: Int?
    /// Events in which the sniffer heard at least one packet; `nil` where the interval is not
    /// known.
    public var eventsHeard: Int?
    /// Between those that were heard, by the interval.
    public var eventsSilent: Int?
    /// Packets of the central, or of who broadcasts.
    public var central = AirStreamSide()
    /// Packets of the peripheral; of a train, what was answered in its response slots; `nil` of a
    /// stream that is broadcast.
    public var peripheral: AirStreamSide?
    /// Where it was ended; `nil` where that was not heard.
    public var endedFrame: Int?
    /// Why it was ended.
    public var reason: HCIStatus?
    /// The name of the reason.
    public var reasonName: String?
    package static var isCompound: Bool { true }
  }

  public enum AirStreamKind: String, ReportWord {
    case cis, bis, periodic
  }

  /// The packets of one side. `packets` is `payloads` + `retransmitted` + `null`.
  public struct AirStreamSide: ReportObject {
    /// Captured with a good CRC.
    public var packets = 0
    /// Payloads that were sent for the first time.
    public var payloads = 0
    /// Payloads that had been sent before.
    public var retransmitted = 0
    /// Packets without a payload.
    public var null = 0
    /// Packets with a wrong CRC at the sniffer.
    public var crcFailed = 0
    /// Payloads of which an acknowledgement was heard before their time was over.
    public var acknowledged = 0
    /// Payloads behind which another one followed and no acknowledgement was heard: they were given
    /// up, or the acknowledgement was not heard.
    public var unacknowledged = 0
    /// Events with such a payload.
    public var eventsUnacknowledged = 0
    /// Packets that the subevents of the heard events have room for, and that were not heard; `nil`
    /// where the subevents are not known. Not all of them are sent.
    public var unheard: Int?
    /// New payloads in an event (BN); `nil` where it is not known.
    public var burst: Int?
    /// After how many events a payload is given up (FT).
    public var flushEvents: Int?
    package static var isCompound: Bool { true }
  }
}
