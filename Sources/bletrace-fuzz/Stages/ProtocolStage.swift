import Bytes
import Framing
import Redaction

/// The protocols inside values that are specified. The first octet is the protocol, and whether the
/// beginning is known; a piece is a value, and the octet in front of it says of which
/// characteristic and side it is, whether the logger cut it, and how often it comes.
///
/// What is promised: little is held, what follows from a value is bounded by its length, no payload
/// without a transfer, and no more payload than was sent; and a redacted value has as many octets.
enum ProtocolStage: FuzzStage {
  static let name = "protocols"
  static let form = InputForm.script(after: 1)
  static let longest = 4096

  /// SMP holds two frames of 65,535 octets and what waits for acknowledgements in both directions;
  /// the others hold less.
  private static let mostOctets = 1 << 19
  /// Of transfers at a time.
  private static let mostSlots = 4

  static func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let all = FramingProtocol.allCases
    let framing = all[Int(first & 0x7F) % all.count]
    var follower = Follower(framing, startIsKnown: first & 0x80 == 0)
    for (choice, octets) in PacketScript.pieces(of: Array(input.dropFirst())) {
      for _ in 0..<repetitions[Int(choice >> 6)] { follower.add(octets, choice) }
    }
    follower.close()
  }

  private static let repetitions = [1, 1, 3, 20]

  struct Follower {
    let framing: FramingProtocol
    var machine: any FramingMachine
    var redaction = FramedRedaction()
    var replacements = Replacements(
      salt: [UInt8](repeating: 1, count: 32), markers: [], kept: [], known: nil)
    let roles: [FramingRole]
    var frame = 0
    var octets = 0
    var payload = 0
    var open: Set<Int> = []
    private var isDownload: [Int: Bool] = [:]
    let mostEvents = 24

    init(_ framing: FramingProtocol, startIsKnown: Bool) {
      self.framing = framing
      machine = framing.machine.init(startIsKnown: startIsKnown)
      roles = framing.machine.characteristics.map(\.role)
      promise(!framing.header.isEmpty, "a protocol without a header")
    }

    mutating func add(_ value: [UInt8], _ choice: UInt8, at time: TraceTime? = nil) {
      frame += 1
      octets += value.count
      let role = Int(choice & 7) % roles.count
      let isFromServer = choice & 8 != 0
      let cut = choice & 16 != 0 ? 5 : 0
      var events: [FramingEvent] = []
      // Some come long after the one before.
      machine.add(
        FramedValue(
          frame: frame, time: time ?? usual(isLate: choice & 32 != 0), stream: role,
          role: roles[role], isFromServer: isFromServer,
          value: ByteRange(start: 0, end: value.count, originalCount: value.count + cut), mtu: 247),
        in: value.span, &events)
      promise(events.count <= mostEvents + 4 * value.count, "\(events.count) events of a value")
      promise(machine.heldOctets <= ProtocolStage.mostOctets, "\(machine.heldOctets) octets held")
      follow(events)
      redact(
        FramedOctets(
          octets: value, originalCount: value.count + cut, role: roles[role],
          isFromServer: isFromServer))
    }

    private mutating func redact(_ value: FramedOctets) {
      let found = redaction.replace(value, framing, connection: 0, server: .peer, &replacements)
      promise(found.image.count == value.octets.count, "a redacted value of another length")
      for case .wait(_, let range) in found.steps {
        promise(range.upperBound <= found.image.count, "octets wait that a value has not")
      }
    }

    private func usual(isLate: Bool) -> TraceTime {
      TraceTime(microseconds: Int64(frame) * 20_000_000 - (isLate ? 0 : 15_000_000))
    }

    mutating func close() {
      var events: [FramingEvent] = []
      machine.close(at: TraceTime(microseconds: Int64(frame + 1) * 20_000_000), &events)
      follow(events)
      promise(open.isEmpty, "a transfer that does not end")
      promise(payload <= octets, "\(payload) octets of payload of \(octets)")
      events = []
      machine.close(at: nil, &events)
      promise(events.isEmpty, "something follows after the end")
      let counts = machine.counts
      promise(
        counts.answered + counts.unanswered <= counts.requests, "more answers than requests")
    }

    private mutating func follow(_ events: [FramingEvent]) {
      for event in events {
        switch event {
        case .begin(let slot, let content, _):
          promise(slot < ProtocolStage.mostSlots, "slot \(slot)")
          promise(open.insert(slot).inserted, "a transfer within a transfer")
          isDownload[slot] = content == .fileDownload || content == .coreDump
        case .carried(let slot, _): promise(open.contains(slot), "a value of no transfer")
        case .payload(let slot, let octets):
          promise(open.contains(slot), "payload of no transfer")
          payload += octets.count
        case .end(let slot, _, let facts):
          promise(open.remove(slot) != nil, "the end of no transfer")
          promise(facts.messages >= 0 && facts.retries >= 0, "fewer than none")
          // A download's messages are answers; a request that nothing answers is repeated at will.
          promise(
            facts.retries <= facts.messages || isDownload[slot] == true, "retries of nothing")
        case .answered(let microseconds): promise(microseconds >= 0, "an answer before its request")
        case .fault(let fault): promise(!fault.subject.words.isEmpty, "a fault of nothing")
        }
      }
    }
  }
}
