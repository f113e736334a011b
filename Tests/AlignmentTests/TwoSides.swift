import BletraceTestSupport
import CaptureFiles
import Rendering
import Testing
import Text

@testable import Alignment
@testable import Report
@testable import Tracking

/// A session between a central and a peripheral, simulated once, and captured on both sides: the
/// truth is one, and each side has its own clock.
///
/// The link has connection events of 30 ms. In each the central's controller sends what its host
/// handed over, at most four packets, and the peripheral's answers with its own; the central's
/// packets are acknowledged in the same event, the peripheral's in the next one.
struct TwoSides {
  struct Clock {
    /// Microseconds ahead, and parts of a million faster.
    var offset: Int64 = 0
    var ppm = 0.0
    /// When it was set, and by how much.
    var reset: (at: Int64, by: Int64)?

    func reading(_ truth: Int64) -> Int64 {
      var reading = truth + offset + Int64((Double(truth) * ppm / 1e6).rounded())
      if let reset, truth >= reset.at { reading += reset.by }
      return reading
    }
  }

  /// What becomes of a packet.
  enum Fate {
    case arrives
    /// The receiver's controller acknowledges it, and its host never gets it.
    case lostBehindController
    /// It arrives, and a sniffer does not hear it.
    case missedBySniffer
    /// The receiver's logger does not write it down, and says so.
    case lostByLogger
    /// The receiver's host does not get it before this time.
    case heldByReceiver(until: Int64)
  }

  struct Packet {
    var fromCentral: Bool
    var pdu: [UInt8]
    /// When the host hands it over.
    var time: Int64
    var fate = Fate.arrives
  }

  static let interval: Int64 = 30_000
  static let start: Int64 = 1_700_000_000_000_000

  var central = Clock()
  var sniffer = Clock()
  var peripheral = Clock()
  var packets: [Packet] = []
  /// In these no packet gets through.
  var silences: [Range<Int64>] = []
  var showsCompletions = true
  /// When the link ends; after that nothing is sent.
  var end: Int64 = 10_000_000
  /// What the capture of the peripheral leaves out at its beginning.
  var peripheralBegins: Int64 = 0
  var random: SeededRandom
  /// Of packets that arrived, by number: the time on the way, in truth.
  private(set) var latencies: [Int: Int64] = [:]
  /// Connection events, and the packets that each side sent in them.
  private var connectionEvents: [(time: Int64, sent: [[Int]])] = []

  init(seed: UInt64 = 1) { random = SeededRandom(seed: seed) }

  /// Something written or notified every so often, at times that have nothing to do with the link.
  mutating func chat(until end: Int64, every period: Int = 40_000) {
    var time: Int64 = 100_000
    while time < end {
      let isCentral = random.below(2) == 0
      let value = random.octets(random.within(4...20))
      packets.append(
        Packet(
          fromCentral: isCentral, pdu: [isCentral ? 0x52 : 0x1B, 0x15, 0x00] + value, time: time))
      time += Int64(random.within(period / 2...period * 3 / 2))
    }
  }

  // MARK: Captures

  private struct Event {
    var time: Int64
    var order: Int
    var isCentral: Bool
    var write: (inout CaptureBuilder) -> Void
    var loses = false
  }

  /// Both sides, as two files would have them.
  mutating func captures() -> (central: CaptureBuilder, peripheral: CaptureBuilder) {
    connectionEvents = []
    var events: [Event] = []
    func add(
      _ time: Int64, _ isCentral: Bool, loses: Bool = false,
      _ write: @escaping (inout CaptureBuilder) -> Void
    ) {
      events.append(
        Event(
          time: time, order: events.count, isCentral: isCentral, write: write, loses: loses))
    }
    add(0, true) { $0.connect() }
    add(400, false) { $0.connect(peer: [1, 2, 3, 4, 5, 0xC6], isPeripheral: true) }
    var queues: [[Int]] = [[], []]
    let sorted = packets.indices.sorted { packets[$0].time < packets[$1].time }
    for index in sorted where packets[index].time < end {
      let packet = packets[index]
      add(packet.time, packet.fromCentral) { $0.att(.tx, packet.pdu) }
    }
    var next = 0
    var unacknowledged: [Int] = []
    var event = Self.interval
    while event < end {
      defer { event += Self.interval }
      while next < sorted.count, packets[sorted[next]].time < event - 100 {
        queues[packets[sorted[next]].fromCentral ? 0 : 1].append(sorted[next])
        next += 1
      }
      if silences.contains(where: { $0.contains(event) }) { continue }
      if !unacknowledged.isEmpty, showsCompletions {
        let count = UInt16(unacknowledged.count)
        add(event + delay(), false) { $0.completed(count) }
      }
      unacknowledged = []
      var air = event
      connectionEvents.append((event, [[], []]))
      for side in [0, 1] {
        let sent = Array(queues[side].prefix(4))
        queues[side].removeFirst(sent.count)
        connectionEvents[connectionEvents.count - 1].sent[side] = sent
        for index in sent {
          air += 500
          arrive(index, air, add)
        }
        guard !sent.isEmpty else { continue }
        if side == 0 {
          let count = UInt16(sent.count)
          if showsCompletions { add(air + delay(), true) { $0.completed(count) } }
        } else {
          unacknowledged = sent
        }
      }
    }
    add(end, true) { $0.disconnect() }
    add(end + 200, false) { $0.disconnect() }
    return (build(events, true), build(events, false))
  }

  /// Of a controller, until its host has an event.
  private mutating func delay() -> Int64 { Int64(random.within(200...400)) }

  private mutating func arrive(
    _ index: Int, _ air: Int64,
    _ add: (Int64, Bool, Bool, @escaping (inout CaptureBuilder) -> Void) -> Void
  ) {
    let packet = packets[index]
    var arrival = air + delay()
    var loses = false
    switch packet.fate {
    case .arrives, .missedBySniffer: break
    case .lostBehindController: return
    case .lostByLogger: loses = true
    case .heldByReceiver(let time): arrival = max(arrival, time)
    }
    if !loses { latencies[index] = arrival - packet.time }
    add(arrival, !packet.fromCentral, loses) { $0.att(.rx, packet.pdu) }
  }

  private func build(_ events: [Event], _ isCentral: Bool) -> CaptureBuilder {
    var story = CaptureBuilder(time: Self.start, step: 0)
    let clock = isCentral ? central : peripheral
    var drops: UInt32 = 0
    for event in events.sorted(by: { ($0.time, $0.order) < ($1.time, $1.order) })
    where event.isCentral == isCentral && (isCentral || event.time >= peripheralBegins) {
      if event.loses {
        drops += 1
        continue
      }
      story = story.at(Self.start + clock.reading(event.time)).drops(drops)
      event.write(&story)
    }
    return story
  }

  /// What a sniffer hears of the session; after `captures`.
  func airCapture() -> CaptureBuilder {
    var air = AirStory(time: Self.start + sniffer.reading(-12_000))
    air.connect()
    for event in connectionEvents {
      air.story.time = Self.start + sniffer.reading(event.time)
      let count = max(1, event.sent[0].count, event.sent[1].count)
      air.event(
        (0..<count).map { place in
          var turn = AirStory.Turn()
          if place < event.sent[0].count {
            (turn.central, turn.heard.central) = packetOnAir(event.sent[0][place])
          }
          if place < event.sent[1].count {
            (turn.peripheral, turn.heard.peripheral) = packetOnAir(event.sent[1][place])
          }
          return turn
        })
    }
    air.story.time = Self.start + sniffer.reading(end)
    air.event([3, 0x02, 0x13], [1])
    return air.story
  }

  /// LLID, L2CAP header and PDU.
  private func packetOnAir(_ index: Int) -> ([UInt8], AirStory.Heard) {
    let pdu = packets[index].pdu
    let isMissed = if case .missedBySniffer = packets[index].fate { true } else { false }
    return ([2, UInt8(pdu.count), 0, 4, 0] + pdu, isMissed ? .nothing : .good)
  }

  // MARK: Aligned

  mutating func align(turned: Bool = false) throws -> AlignmentReport {
    let (one, other) = captures()
    let (a, b) = (try Self.read(one, "central"), try Self.read(other, "peripheral"))
    return try turned ? Aligner.align(b, a) : Aligner.align(a, b)
  }

  static func text(of report: AlignmentReport) -> String {
    var bytes: [UInt8] = []
    AlignmentText.render(report, options: TextOptions()) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func page(of report: AlignmentReport, _ plots: AlignmentPlots) -> String {
    var bytes: [UInt8] = []
    AlignmentPage.render(report, plots) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func read(
    _ story: CaptureBuilder, _ name: String, _ options: AnalysisOptions = AnalysisOptions()
  ) throws -> AlignedCapture {
    let isAir = story.entries.first?.kind == .air
    var reader = try CaptureReader(
      MemorySource(isAir ? story.pcap(256) : story.btsnoop(datalink: 1002)))
    let (capture, exchange) = try analyzeExchange(
      &reader, path: name, options: options, progress: { _, _ in })
    return AlignedCapture(capture, exchange)
  }
}
