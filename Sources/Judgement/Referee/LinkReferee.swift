import BluetoothProtocol
import Report

/// Holds the rows of a link against what the Attribute Protocol demands of its two clients and two
/// servers, and against what a controller owes for the packets that it took.
///
/// It is a pass over the rows of the link's log, and goes on from one window of rows to the next.
/// What may be missing from the capture is no breach: after lost records nothing counts until a
/// request was answered again, and a file that holds one direction has no answered requests.
struct LinkReferee: Sendable {
  /// This host as the client, and the peer.
  private var clients = [BearerClient(.local), BearerClient(.peer)]
  private var delivery = DeliveryWatch()
  private var signals = SignalWatch()
  /// Of the streams, by number.
  private var roles: [ATTOpcode.Role] = []
  private var lossesSeen = 0

  mutating func take(_ rows: [LogRow], _ streams: [LogStream], _ facts: LinkFacts) {
    while roles.count < streams.count { roles.append(ATTOpcode(streams[roles.count].opcode).role) }
    for row in rows {
      while lossesSeen < facts.losses.count, facts.losses[lossesSeen] <= row.frame {
        lossesSeen += 1
        clients[0].forget()
        clients[1].forget()
        delivery.forget()
        signals.forget()
      }
      let number = row.stream - LogKind.count
      guard number >= 0, number < roles.count else {
        delivery.take(row)
        takeSignal(row)
        continue
      }
      let stream = streams[number]
      delivery.take(row, isSent: stream.isSent)
      if signals.isWaiting { signals.hear(stream.isSent, at: row.time) }
      switch roles[number] {
      case .request:
        clients[stream.isSent ? 0 : 1].ask(row, stream, knowsEnds: facts.knowsEnds)
      case .response: clients[stream.isSent ? 1 : 0].answer(row, stream)
      default: break
      }
    }
  }

  private mutating func takeSignal(_ row: LogRow) {
    switch LogKind(rawValue: row.stream) {
    case .sentSignal: signals.take(row, isSent: true)
    case .receivedSignal: signals.take(row, isSent: false)
    default: break
    }
    switch LogKind(rawValue: row.stream) {
    case .sentSignal, .sentOther, .sentPairing: signals.hear(true, at: row.time)
    case .receivedSignal, .receivedOther, .receivedPairing: signals.hear(false, at: row.time)
    default: break
    }
  }

  /// What stands at the end of the link, or of the capture.
  ///
  /// - Parameter end: of the one or the other.
  func finish(_ facts: LinkFacts, at end: Int64) -> [BreachFact] {
    var found = [delivery.breach(facts)].compactMap(\.self)
    found += signals.breaches(until: end)
    // Several bearers may each have a request open, and rows do not say which one theirs is.
    guard !facts.hasManyBearers else { return found }
    found += clients[0].breaches(refusedByClient: clients[1].refusedMTU)
    found += clients[1].breaches(refusedByClient: clients[0].refusedMTU)
    return found
  }
}

/// One side as client of the other side's server.
private struct BearerClient: Sendable {
  private let client: ReportV1.BreachParty
  private var open: [OpenRequest] = []
  /// The last request of each opcode that was answered.
  private var answered: [OpenRequest] = []
  /// Since records were lost a request was answered, so that it is known what is open.
  private var isKnown = false
  private var matched = 0
  private var unmatched: [BreachFact] = []
  private var unmatchedCount = 0
  private var exchange: (frame: Int, mtu: Int)?
  private var again: BreachFact?
  private var offered: Int?
  private(set) var agreed = ATTExchangeMTU.defaultMTU
  /// The server's refusal of Exchange MTU.
  private(set) var refusedMTU: Int?
  private var cut = CutReads()

  private struct OpenRequest: Sendable {
    var opcode: UInt8
    var handle: UInt16
    var frame: Int
  }

  private static let mostOpen = 16
  private static let mostBreaches = 16

  init(_ client: ReportV1.BreachParty) { self.client = client }

  private var server: ReportV1.BreachParty { client == .local ? .peer : .local }

  mutating func forget() {
    open = []
    isKnown = false
  }

  mutating func ask(_ row: LogRow, _ stream: LogStream, knowsEnds: Bool) {
    let opcode = ATTOpcode(stream.opcode)
    if opcode == .exchangeMTURequest {
      exchangeMTU(Int(row.head & 0xFFFF), row, knowsEnds)
    } else if opcode == .readBlobRequest, stream.handle == cut.lastHandle {
      cut.goesOn = true
    }
    if open.count >= Self.mostOpen { open.removeFirst() }
    open.append(
      OpenRequest(opcode: stream.opcode, handle: stream.handle, frame: Int(row.frame)))
  }

  /// Core Vol 3, Part F, 3.4.2.1: a client sends it once on a bearer. Where a capture does not show
  /// how connections end, a second exchange belongs to another one.
  private mutating func exchangeMTU(_ mtu: Int, _ row: LogRow, _ knowsEnds: Bool) {
    offered = mtu
    guard let first = exchange, knowsEnds else {
      exchange = (Int(row.frame), mtu)
      return
    }
    guard again == nil else {
      again?.add(Int(row.frame))
      if mtu != first.mtu { again?.report.value = mtu }
      return
    }
    again = BreachFact(.mtuExchangedAgain, by: client, at: row.time, frame: Int(row.frame)) {
      $0.causeFrame = first.frame
      ($0.value, $0.limit) = (mtu, first.mtu)
      $0.request = open.first.map { ATTOpcode($0.opcode) }
    }
  }

  mutating func answer(_ row: LogRow, _ stream: LogStream) {
    let isError = stream.opcode == ATTOpcode.errorResponse.rawValue
    // An Error Response: opcode of the request, handle, code.
    guard !isError || row.length >= 4 else { return }
    let asked = isError ? UInt8(truncatingIfNeeded: row.head) : stream.opcode &- 1
    guard let index = open.firstIndex(where: { $0.opcode == asked }) else {
      return noteUnmatched(row, stream, asked, isError)
    }
    let request = open.remove(at: index)
    answered.removeAll { $0.opcode == asked }
    answered.append(request)
    isKnown = true
    matched &+= 1
    if asked == ATTOpcode.exchangeMTURequest.rawValue {
      if isError { refusedMTU = Int(row.frame) } else { agree(Int(row.head & 0xFFFF)) }
    } else if stream.opcode == ATTOpcode.readResponse.rawValue, agreed > CutReads.mtu {
      cut.add(row, request.handle)
    }
  }

  private mutating func agree(_ mtu: Int) {
    agreed = max(ATTExchangeMTU.defaultMTU, min(mtu, offered ?? mtu))
  }

  private mutating func noteUnmatched(
    _ row: LogRow, _ stream: LogStream, _ asked: UInt8, _ isError: Bool
  ) {
    guard isKnown else { return }
    unmatchedCount &+= 1
    let pdu = ATTOpcode(stream.opcode)
    let same = unmatched.firstIndex {
      $0.report.pdu == pdu && $0.report.request?.rawValue == asked
    }
    if let same { return unmatched[same].add(Int(row.frame)) }
    guard unmatched.count < Self.mostBreaches else { return }
    let earlier = answered.first { $0.opcode == asked }
    let handle = isError ? UInt16(truncatingIfNeeded: row.head >> 8) : earlier?.handle ?? 0
    unmatched.append(
      BreachFact(.responseUnmatched, by: server, at: row.time, frame: Int(row.frame)) {
        ($0.pdu, $0.request) = (pdu, ATTOpcode(asked))
        $0.causeFrame = earlier?.frame
        $0.handle = handle == 0 ? nil : Int(handle)
        // What waited meanwhile, and may take this answer for its own.
        $0.openFrame = open.first?.frame
      })
  }

  /// - Parameter refusedByClient: this client's side refused the exchange that the other side's
  ///   client asked for, which may keep to the smallest MTU since.
  func breaches(refusedByClient: Int?) -> [BreachFact] {
    // A capture that lacks requests has answers without any.
    (unmatchedCount <= matched ? unmatched : [])
      + [again, cut.breach(by: server, agreed: agreed, refused: refusedByClient)].compactMap(\.self)
  }
}

/// Values that were read, all of exactly the length that the smallest MTU allows although a larger
/// one was agreed.
private struct CutReads: Sendable {
  /// ATT_MTU, as every bearer of LE begins with it; a Read Response has one octet less.
  static let mtu = ATTExchangeMTU.defaultMTU

  private(set) var lastHandle: UInt16?
  /// The client read on where such a value ended.
  var goesOn = false
  private var handles: Set<UInt16> = []
  private var breach: BreachFact?
  private var isLonger = false

  private static let fewest = 2
  private static let mostHandles = 64

  mutating func add(_ row: LogRow, _ handle: UInt16) {
    let length = Int(row.length)
    lastHandle = length == Self.mtu - 1 ? handle : nil
    if length >= Self.mtu { isLonger = true }
    guard length == Self.mtu - 1 else { return }
    if handles.count < Self.mostHandles { handles.insert(handle) }
    let frame = Int(row.frame)
    if breach?.add(frame) == nil {
      breach = BreachFact(.valuesCutAtMTU, by: .peer, at: row.time, frame: frame)
    }
  }

  /// One attribute may well have so many octets. Two of that length, or one whose server was
  /// refused an exchange of its own, were cut.
  func breach(
    by server: ReportV1.BreachParty, agreed: Int, refused: Int?
  ) -> BreachFact? {
    guard var breach, !goesOn, !isLonger, breach.report.count >= Self.fewest,
      refused != nil || handles.count >= Self.fewest
    else { return nil }
    breach.report.party = server
    breach.report.request = .readRequest
    breach.report.handle = handles.count == 1 ? handles.first.map(Int.init) : nil
    (breach.report.value, breach.report.limit) = (Self.mtu - 1, agreed - 1)
    breach.report.causeFrame = refused
    return breach
  }
}
