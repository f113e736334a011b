import Bytes
import CaptureFiles
import Framing
import Report

/// A protocol that is followed on a connection, with the transfers that are under way.
struct LinkFraming: Sendable {
  let framing: FramingProtocol
  let server: Side
  private var machine: any FramingMachine
  private(set) var latency = QuantileSketch()
  private(set) var faults: [FramingFault] = []
  private(set) var faultCount = 0
  /// By slot.
  private var open: [OpenFramedTransfer?] = []
  private var held = BufferCount()
  private(set) var first: Moment?
  private(set) var last: Moment?
  /// The frame of the last value of the server that the logger cut: it may have been any answer.
  private var lastCutAnswer: Int?
  /// Requests whose answer may be such a value.
  private var perhapsAnswered = 0

  static let mostSlots = 4

  init(_ framing: FramingProtocol, server: Side, startIsKnown: Bool) {
    self.framing = framing
    self.server = server
    machine = framing.machine.init(startIsKnown: startIsKnown)
    isRecognized = machine.isRecognized
  }

  var counts: FramingCounts {
    var counts = machine.counts
    counts.unanswered = max(0, counts.unanswered - perhapsAnswered)
    return counts
  }
  /// Whether it was this protocol at any time.
  private(set) var isRecognized = false

  /// What came of a value: transfers that have ended, and the streams that carried them.
  typealias Ended = [(stream: Int, transfer: FinishedTransfer)]

  mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, _ match: MarkerMatch, connection: Int,
    _ shared: inout PayloadStore
  ) -> Ended {
    let moment = Moment(frame: value.frame, time: value.time)
    if first == nil { first = moment }
    last = moment
    if value.isFromServer, value.value.isCut {
      lastCutAnswer = value.frame
      for slot in open.indices { open[slot]?.answersAreCut = true }
    }
    var events: [FramingEvent] = []
    machine.add(value, in: bytes, &events)
    if machine.isRecognized { isRecognized = true }
    if !held.cover(machine.heldOctets, for: .framings, &shared.bounds) {
      // Nothing is known of what follows until the next beginning.
      machine.close(at: nil, &events)
      machine = framing.machine.init(startIsKnown: false)
    }
    return events.isEmpty
      ? [] : apply(events, interruption: .captureEnded, match, connection: connection, &shared)
  }

  /// The connection ended, or the capture did.
  mutating func close(
    at moment: Moment, isCaptureEnd: Bool, _ match: MarkerMatch, connection: Int,
    _ shared: inout PayloadStore
  ) -> Ended {
    var events: [FramingEvent] = []
    machine.close(at: isCaptureEnd ? nil : moment.time, &events)
    latency.freeze(keepsSketch: false)
    held.release(&shared.bounds)
    return apply(
      events, interruption: isCaptureEnd ? .captureEnded : .linkClosed, match,
      connection: connection, &shared)
  }

  private mutating func apply(
    _ events: [FramingEvent], interruption: ReportV1.TransferEnding, _ match: MarkerMatch,
    connection: Int, _ shared: inout PayloadStore
  ) -> Ended {
    var ended: Ended = []
    for event in events {
      switch event {
      case .begin(let slot, let content, let startIsKnown):
        guard slot < Self.mostSlots else { continue }
        while open.count <= slot { open.append(nil) }
        open[slot] = OpenFramedTransfer(content, startIsKnown: startIsKnown)
      case .carried(let slot, let value):
        guard slot < open.count, open[slot]?.carry(value) ?? false else { continue }
        let isSent = value.isFromServer == (server == .local)
        shared.steps.add(
          .transferBegun(
            StreamIndex(connection: connection, stream: value.stream, isSent: isSent)),
          at: Moment(frame: value.frame, time: value.time))
      case .payload(let slot, let octets):
        guard slot < open.count else { continue }
        open[slot]?.append(octets, &shared)
      case .end(let slot, let ending, let facts):
        guard slot < open.count, var transfer = open[slot] else { continue }
        open[slot] = nil
        let isKept = transfer.stream != nil && shared.keepsTransfer(sizes: transfer.sizeCount)
        let done = transfer.finish(
          .specified(framing), ending, facts, interruption: interruption, match, isKept: isKept,
          &shared)
        if isKept, let stream = transfer.stream { ended.append((stream, done)) }
      case .answered(let microseconds): latency.add(microseconds)
      case .fault(let fault) where isPerhapsAnswered(fault): perhapsAnswered += 1
      case .fault(let fault):
        faultCount += 1
        faults.append(fault, within: .framingFaults, &shared.bounds)
      }
    }
    return ended
  }

  private func isPerhapsAnswered(_ fault: FramingFault) -> Bool {
    fault.kind == .answerMissing && fault.byServer && lastCutAnswer ?? 0 > fault.frame
  }
}

/// What a stream is to the protocol that it belongs to.
struct StreamFraming: Sendable {
  /// Index among those of the connection.
  var index: Int
  var role: FramingRole
}
