import BluetoothProtocol
import Bytes
import LinkLayer
import Report

/// An isochronous stream as a sniffer hears it, or a train of periodic advertising.
///
/// A connected stream numbers payloads with SN and acknowledges them with NESN, as a connection
/// does; but a payload is given up when its time is over. Core Vol 6, Part B, 4.5.13. One that is
/// broadcast sends each payload several times, and gets no answer. 4.4.6.
struct AirStream: Sendable {
  var kind: ReportV1.AirStreamKind
  var accessAddress: UInt32
  /// Among the connections.
  var connection: Int?
  var advertiser: AirLink.Device?
  var group: Int?
  var number: Int?
  /// In microseconds.
  var interval: Int?
  var subevents: Int?
  var subInterval: Int64?
  var announced: Int?
  private(set) var first: Int?
  private(set) var last = 0
  private(set) var eventsHeard = 0
  private(set) var eventsSilent = 0
  private(set) var central = Side()
  private(set) var peripheral = Side()
  var ended: Moment?
  var reason: HCIStatus?
  /// When its first event began, as far as that was heard; later ones are multiples of the interval
  /// from there.
  private var anchor: Int64 = 0
  private var event: Int64 = -1
  private var heardInEvent = 0
  private var recent: [UInt64] = []
  /// The packet before.
  private var latest: (start: Int64, airTime: Int, isCentral: Bool) = (0, 0, false)

  struct Side: Sendable {
    var packets = 0
    var payloads = 0
    var retransmitted = 0
    var null = 0
    var crcFailed = 0
    var acknowledged = 0
    var unacknowledged = 0
    var eventsUnacknowledged = 0
    var unheard = 0
    var burst: Int?
    var flush: Int?
    /// The last payload that was heard.
    fileprivate var payload: (sn: Bool, digest: UInt64, event: Int64, isOpen: Bool)?
    fileprivate var lastLoss: Int64 = -1
  }

  /// Payloads that are remembered of a stream that is broadcast: as many as one event has at most,
  /// with those that are sent ahead.
  private static let mostRecent = 32
  /// In microseconds: what a clock may be off from one event to the next, and more of longer times.
  private static let slack: Int64 = 200
  /// In microseconds: 150, or less by LL_FRAME_SPACE_RSP, and what clocks may be off.
  private static let longestSpace: Int64 = 210
  /// A sniffer that heard nothing for longer did not follow the stream.
  private static let longestSilence: Int64 = 32_000_000

  init(_ kind: ReportV1.AirStreamKind, _ accessAddress: UInt32) {
    self.kind = kind
    self.accessAddress = accessAddress
  }

  /// LL_CIS_REQ has the terms.
  mutating func apply(_ terms: CISTerms) {
    group = Int(terms.group)
    number = Int(terms.stream)
    interval = terms.interval
    subevents = terms.subevents
    subInterval = Int64(terms.subInterval)
    (central.burst, peripheral.burst) = terms.burst
    (central.flush, peripheral.flush) = terms.flush
  }

  mutating func apply(_ info: BIGInfo, stream: Int) {
    number = stream
    interval = info.interval
    subevents = info.subevents
    subInterval = Int64(info.subInterval)
    central.burst = info.burst
  }

  /// Its terms came only after its first packets.
  mutating func adopt(_ terms: AirStream) {
    (connection, advertiser, announced) = (terms.connection, terms.advertiser, terms.announced)
    (group, number, interval) = (terms.group, terms.number, terms.interval)
    (subevents, subInterval) = (terms.subevents, terms.subInterval)
    (central.burst, central.flush) = (terms.central.burst, terms.central.flush)
    (peripheral.burst, peripheral.flush) = (terms.peripheral.burst, terms.peripheral.flush)
  }

  // MARK: - Packets

  /// - Parameters:
  ///   - header: nil where the CRC is wrong, and of a train.
  ///   - isCentral: or it is sent by who broadcasts.
  mutating func take(
    _ header: LLStreamHeader?, isGood: Bool, isCentral: Bool, digest: UInt64, at moment: Moment
  ) {
    if first == nil { first = moment.frame }
    last = moment.frame
    place(at: moment.time.microseconds)
    guard isGood else {
      return side(isCentral) { $0.crcFailed += 1 }
    }
    heardInEvent += 1
    side(isCentral) { $0.packets += 1 }
    guard let header else { return side(isCentral) { $0.payloads += 1 } }
    switch kind {
    case .cis: takeConnected(header, isCentral: isCentral, digest)
    case .bis: takeBroadcast(header, digest)
    case .periodic: break
    }
  }

  /// Who sent a packet: where the sniffer does not say, an answer comes the inter frame space after
  /// the packet before it.
  mutating func sender(of packet: AirPacket, at moment: Moment) -> AirPacket.Sender {
    let time = moment.time.microseconds
    let before = latest
    defer { latest = (time, packet.likelyAirTime, latest.isCentral) }
    if kind != .cis { return .central }
    var sender = packet.sender
    if sender == .unknown {
      let gap = AirLink.passed(from: before.start, to: time) - Int64(before.airTime)
      let isAnswer = before.airTime > 0 && gap > 0 && gap <= Self.longestSpace
      sender = isAnswer && before.isCentral ? .peripheral : .central
    }
    latest.isCentral = sender == .central
    return sender
  }

  private mutating func side(_ isCentral: Bool, _ change: (inout Side) -> Void) {
    if isCentral { change(&central) } else { change(&peripheral) }
  }

  private mutating func takeConnected(
    _ header: LLStreamHeader, isCentral: Bool, _ digest: UInt64
  ) {
    acknowledge(header.nesn, ofCentral: !isCentral)
    if header.isNull { return side(isCentral) { $0.null += 1 } }
    let event = event
    side(isCentral) { side in
      guard let before = side.payload else {
        side.payloads += 1
        side.payload = (header.sn, digest, event, true)
        return
      }
      if before.sn == header.sn, before.digest == digest {
        side.retransmitted += 1
        return
      }
      side.payloads += 1
      // With the same number, one was between that was not heard.
      if before.isOpen, before.sn != header.sn {
        side.unacknowledged += 1
        if side.lastLoss != before.event { side.eventsUnacknowledged += 1 }
        side.lastLoss = before.event
      }
      side.payload = (header.sn, digest, event, true)
    }
  }

  /// NESN of the other side. In a later event a receiver may only know that the payload's time is
  /// over, and wait for the next one: that says nothing.
  private mutating func acknowledge(_ nesn: Bool, ofCentral isCentral: Bool) {
    let (event, isTimed) = (event, interval != nil)
    side(isCentral) { side in
      guard var payload = side.payload, payload.isOpen, payload.sn != nesn else { return }
      payload.isOpen = false
      side.payload = payload
      // When its time is over is not known without the terms.
      guard isTimed else { return }
      if event - payload.event < max(1, side.flush ?? 1) { side.acknowledged += 1 }
    }
  }

  private mutating func takeBroadcast(_ header: LLStreamHeader, _ digest: UInt64) {
    if header.isGroupControl || header.payload.originalCount == 0 {
      central.null += 1
      return
    }
    if recent.contains(digest) {
      central.retransmitted += 1
      return
    }
    if recent.count >= Self.mostRecent { recent.removeFirst() }
    recent.append(digest)
    central.payloads += 1
  }

  // MARK: - Events

  /// Finds the event of a packet, and what passed without one.
  private mutating func place(at time: Int64) {
    guard let interval = interval.map(Int64.init), interval > 0 else {
      event = max(0, event)
      return
    }
    guard event >= 0 else { return begin(0, at: time) }
    let passed = AirLink.passed(from: anchor, to: time)
    let slack = Self.slack + abs(passed) / 1000
    // A clock that was set back, or a sniffer that followed nothing.
    guard passed >= -slack, passed < Self.longestSilence else {
      return begin(event &+ 1, at: time)
    }
    let later = (passed + slack) / interval
    if later == 0 {
      // Behind the last subevent: the first ones of the event before were not heard.
      if let span, passed > span + slack { begin(event &+ 1, at: time) }
      return
    }
    if later > 1 { eventsSilent += Int(later - 1) }
    begin(event &+ later, at: anchor &+ later * interval)
    // Where the first packet of an event is heard, its clock is followed.
    if abs(AirLink.passed(from: anchor, to: time)) <= slack { anchor = time }
  }

  /// From the beginning of an event to the end of its last subevent.
  private var span: Int64? {
    guard let subevents, let subInterval, subInterval > 0 else { return nil }
    return Int64(subevents) * subInterval
  }

  private mutating func begin(_ event: Int64, at time: Int64) {
    endEvent()
    self.event = event
    anchor = time
    eventsHeard += 1
    heardInEvent = 0
  }

  private mutating func endEvent() {
    guard kind == .bis, let subevents, event >= 0 else { return }
    central.unheard += max(0, subevents - heardInEvent)
  }

  /// The capture has ended.
  mutating func finish() { endEvent() }
}
