import Bytes

/// MCUmgr SMP on one connection: requests and their answers, and the transfers made of them.
///
/// The client writes requests to the one characteristic, and the server notifies the answers.
/// Zephyr, "SMP over Bluetooth"; the service is 8D53DC1D-1DB7-4CD3-868B-8A527460AA84.
struct MCUmgrSession: FramingMachine {
  public static let characteristics: [(uuid: String, role: FramingRole)] = [
    ("DA2E7828-FBCE-4E01-AE9E-261174997C48", .control)
  ]

  public static let header = [
    HeaderField("0", "operation in bits 0 to 2, version in bits 3 and 4"),
    HeaderField("1", "flags"),
    HeaderField("2..3", "length of the CBOR that follows, most significant octet first"),
    HeaderField("4..5", "group, most significant octet first"),
    HeaderField("6", "sequence number"),
    HeaderField("7", "command"),
  ]

  struct Request: Sendable {
    var header: MCUmgrHeader
    var frame: Int
    var time: TraceTime
    /// The slot of the transfer that it is a part of.
    var slot: Int?
    var offset: Int?
  }

  public private(set) var counts = FramingCounts()
  private var requests = MCUmgrFrames()
  private var answers = MCUmgrFrames()
  /// Requests that await an answer, the oldest first. Their sequence numbers are different.
  private var pending: [Request] = []
  var transfers: [MCUmgrTransfer?] = [nil, nil]

  /// What the client sends, and what it gets.
  static let (upload, download) = (0, 1)

  public init(startIsKnown: Bool) {}

  public var heldOctets: Int {
    transfers.reduce(requests.heldOctets + answers.heldOctets) { $0 + ($1?.sent.heldOctets ?? 0) }
  }

  public mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    var frames: [MCUmgrFrames.Frame] = []
    if value.isFromServer {
      answers.add(value, in: bytes, stray: &counts.stray) { frames.append($0) }
    } else {
      requests.add(value, in: bytes, stray: &counts.stray) { frames.append($0) }
    }
    for frame in frames {
      counts.longest = max(counts.longest, MCUmgrHeader.octets + Int(frame.header.length))
      if value.isFromServer {
        counts.fromServer += 1
        if frame.header.operation.isResponse { answer(frame, value, &events) }
      } else {
        counts.fromClient += 1
        if !frame.header.operation.isResponse { request(frame, value, &events) }
      }
    }
  }

  // MARK: - Requests

  private mutating func request(
    _ frame: MCUmgrFrames.Frame, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    counts.requests += 1
    let body = MCUmgrBody(frame.body, in: frame.octets.span)
    var request = Request(
      header: frame.header, frame: value.frame, time: value.time, slot: nil, offset: body.offset)
    if let last = pending.firstIndex(where: { $0.header.sequence == frame.header.sequence }) {
      giveUp(pending.remove(at: last), at: value, &events)
    }
    let givenUp = counts.unanswered
    // The same once more: the client waits for the first no longer.
    if let content = MCUmgrTransfer.content(of: frame.header), let offset = body.offset,
      let last = pending.firstIndex(where: {
        $0.offset == offset && $0.header.group == frame.header.group
          && $0.header.command == frame.header.command && $0.slot == content.slot
      })
    {
      giveUp(pending.remove(at: last), at: value, &events)
    }
    if let content = MCUmgrTransfer.content(of: frame.header), content.slot == Self.upload {
      request.slot = Self.upload
      let isCaused = counts.unanswered > givenUp
      upload(frame, body, content.content, value, isCaused: isCaused, &events)
    } else if MCUmgrTransfer.content(of: frame.header) != nil {
      request.slot = Self.download
      if let offset = body.offset, transfers[Self.download]?.requested == offset {
        retry(Self.download, value, isCaused: counts.unanswered > givenUp, &events)
      }
      transfers[Self.download]?.requested = body.offset
    }
    pending.append(request)
    counts.inFlight = max(counts.inFlight, pending.count)
    if let slot = request.slot {
      let waiting = pending.reduce(0) { $0 + ($1.slot == slot ? 1 : 0) }
      let before = transfers[slot]?.facts.inFlight ?? 0
      transfers[slot]?.facts.inFlight = max(before, waiting)
    }
  }

  private mutating func upload(
    _ frame: MCUmgrFrames.Frame, _ body: MCUmgrBody, _ content: FramedContent,
    _ value: FramedValue, isCaused: Bool, _ events: inout [FramingEvent]
  ) {
    let slot = Self.upload
    guard let offset = body.offset, let data = body.data else { return }
    let isFirst = offset == 0 && body.length != nil
    let restarts = isFirst && (transfers[slot]?.facts.acknowledged ?? 0) > 0
    if restarts || transfers[slot].map({ $0.content != content }) ?? false {
      end(slot, .replaced, &events)
    }
    if transfers[slot] == nil {
      begin(slot, content, from: isFirst ? 0 : offset, isKnown: isFirst, &events)
    }
    if isFirst { transfers[slot]?.facts.announced = body.length }
    transfers[slot]?.facts.messages += 1
    for value in frame.values { events.append(.carried(slot: slot, value)) }
    let isAgain = transfers[slot]?.sent.put(data, at: offset, in: frame.octets.span) ?? false
    if isAgain { retry(slot, value, isCaused: isCaused, &events) }
    if let excess = transfers[slot]?.sent.settleExcess(), !excess.isEmpty {
      events.append(.payload(slot: slot, excess))
    }
  }

  /// - Parameter isCaused: whether the answer to the same request is missing, which is a fault of
  ///   its own.
  private mutating func retry(
    _ slot: Int, _ value: FramedValue, isCaused: Bool, _ events: inout [FramingEvent]
  ) {
    counts.retries += 1
    transfers[slot]?.facts.retries += 1
    guard !isCaused else { return }
    let name = transfers[slot].map { "\($0.content.words) request" } ?? "request"
    events.append(
      .fault(
        FramingFault(
          .sentAgain, frame: value.frame, time: value.time, byServer: false, slot: slot,
          about: .request(name))))
  }

  private mutating func giveUp(
    _ request: Request, at value: FramedValue?, _ events: inout [FramingEvent]
  ) {
    // A device that restarts need not answer first.
    if request.header.group == 0, request.header.command == 5 { return }
    counts.unanswered += 1
    events.append(
      .fault(
        FramingFault(
          .answerMissing, frame: request.frame, time: request.time, ofFrame: value?.frame,
          byServer: true, slot: request.slot,
          about: request.header.subject)))
  }

  // MARK: - Answers

  private mutating func answer(
    _ frame: MCUmgrFrames.Frame, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let header = frame.header
    let asked = pending.firstIndex {
      $0.header.sequence == header.sequence && $0.header.group == header.group
        && $0.header.command == header.command
        && $0.header.operation.rawValue + 1 == header.operation.rawValue
    }
    let request = asked.map { pending.remove(at: $0) }
    if let request {
      counts.answered += 1
      events.append(.answered(max(0, value.time.since(request.time))))
    }
    guard frame.isKnown else { return }
    let body = MCUmgrBody(frame.body, in: frame.octets.span)
    let content = MCUmgrTransfer.content(of: header)
    if let result = body.result, result != 0 {
      fail(header, body, result, request, content?.slot, value, &events)
    } else if content?.slot == Self.upload {
      acknowledge(body, &events)
    } else if let content {
      receive(frame, body, content.content, &events)
    }
  }

  private mutating func fail(
    _ header: MCUmgrHeader, _ body: MCUmgrBody, _ result: Int, _ request: Request?, _ slot: Int?,
    _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    counts.errors += 1
    if let slot { transfers[slot]?.facts.errors += 1 }
    // What a group means by its own codes is stated in its page, and is not known for all.
    let isOwn = body.errorGroup != nil
    events.append(
      .fault(
        FramingFault(
          .errorAnswered, frame: value.frame, time: value.time, ofFrame: request?.frame,
          byServer: true, slot: slot,
          about: header.subject, code: result,
          name: isOwn ? nil : MCUmgrNames.error(result))))
    if let slot, transfers[slot] != nil { end(slot, .refused, &events) }
  }

  private mutating func acknowledge(_ body: MCUmgrBody, _ events: inout [FramingEvent]) {
    let slot = Self.upload
    guard let wanted = body.offset, let sentEnd = transfers[slot]?.sent.sentEnd
    else { return }
    if wanted > sentEnd, transfers[slot]?.facts.resumedAt == nil {
      transfers[slot]?.facts.resumedAt = wanted
    }
    let before = transfers[slot]?.facts.acknowledged ?? 0
    transfers[slot]?.facts.acknowledged = max(before, wanted)
    if let settled = transfers[slot]?.sent.settle(upTo: wanted), !settled.isEmpty {
      events.append(.payload(slot: slot, settled))
    }
    if let whole = transfers[slot]?.facts.announced, wanted >= whole {
      end(slot, .complete, &events)
    }
  }

  private mutating func receive(
    _ frame: MCUmgrFrames.Frame, _ body: MCUmgrBody, _ content: FramedContent,
    _ events: inout [FramingEvent]
  ) {
    let slot = Self.download
    guard let offset = body.offset, let data = body.data else { return }
    if transfers[slot] != nil, offset == 0 && transfers[slot]?.sent.end ?? 0 > 0 {
      end(slot, .replaced, &events)
    }
    if transfers[slot] == nil {
      begin(slot, content, from: offset, isKnown: offset == 0, &events)
      transfers[slot]?.requested = offset
    }
    if let length = body.length { transfers[slot]?.facts.announced = length }
    transfers[slot]?.facts.messages += 1
    for value in frame.values { events.append(.carried(slot: slot, value)) }
    _ = transfers[slot]?.sent.put(data, at: offset, in: frame.octets.span)
    let end = transfers[slot]?.sent.end ?? 0
    transfers[slot]?.facts.acknowledged = end
    if let settled = transfers[slot]?.sent.settle(upTo: end), !settled.isEmpty {
      events.append(.payload(slot: slot, settled))
    }
    if let whole = transfers[slot]?.facts.announced, end >= whole {
      self.end(slot, .complete, &events)
    }
  }

  // MARK: - Beginnings and ends

  private mutating func begin(
    _ slot: Int, _ content: FramedContent, from offset: Int, isKnown: Bool,
    _ events: inout [FramingEvent]
  ) {
    transfers[slot] = MCUmgrTransfer(content: content, sent: SentOctets(from: offset))
    events.append(.begin(slot: slot, content: content, startIsKnown: isKnown))
  }

  private mutating func end(_ slot: Int, _ ending: FramedEnding, _ events: inout [FramingEvent]) {
    guard var transfer = transfers[slot] else { return }
    transfers[slot] = nil
    let rest = transfer.sent.settle(upTo: .max)
    if !rest.isEmpty { events.append(.payload(slot: slot, rest)) }
    events.append(
      .end(
        slot: slot, ending, transfer.endFacts))
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    if let time {
      for request in pending where time.since(request.time) >= Self.graceMicroseconds {
        giveUp(request, at: nil, &events)
      }
    }
    pending = []
    for slot in transfers.indices { end(slot, .interrupted, &events) }
    requests.drop()
    answers.drop()
  }
}

/// A transfer that is under way.
struct MCUmgrTransfer: Sendable {
  var content: FramedContent
  var sent: SentOctets
  var facts = FramedFacts()
  /// The offset that was asked for last.
  var requested: Int?

  var endFacts: FramedFacts {
    var facts = facts
    facts.isContiguous = !sent.isBroken
    return facts
  }

  /// What a request or an answer is a part of, by group and command: images and files are sent,
  /// files and core dumps are fetched. Those that do neither are no transfer.
  static func content(of header: MCUmgrHeader) -> (content: FramedContent, slot: Int)? {
    let isWrite = header.operation == .write || header.operation == .writeResponse
    return switch (header.group, header.command) {
    case (1, 1) where isWrite: (.imageUpload, MCUmgrSession.upload)
    case (8, 0) where isWrite: (.fileUpload, MCUmgrSession.upload)
    case (8, 0): (.fileDownload, MCUmgrSession.download)
    case (1, 4) where !isWrite: (.coreDump, MCUmgrSession.download)
    default: nil
    }
  }
}
