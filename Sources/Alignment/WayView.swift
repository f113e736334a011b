import Report
import Tracking

/// A connection in one of the captures.
struct LinkView {
  var capture: AlignedCapture
  var report: ReportV1.Connection
  var exchange: LinkExchange

  init(_ capture: AlignedCapture, _ index: Int) {
    self.capture = capture
    report = capture.report.connections[index]
    exchange = capture.links[index]
  }
}

/// The PDUs of one way, seen from the side that sent them and from the one that received them.
struct WayView {
  let sender: LinkView
  let receiver: LinkView
  let isForward: Bool
  /// Indices of whole PDUs, and of those that the loggers cut.
  let ofSender: [Int]
  let ofReceiver: [Int]
  let cutInSender: [Int]
  let cutInReceiver: [Int]
  /// Pairs of indices, both rising.
  let pairs: [(sender: Int, receiver: Int)]
  private let model: ClockModel

  init(sender: LinkView, receiver: LinkView, _ match: WayMatch, _ model: ClockModel) {
    self.sender = sender
    self.receiver = receiver
    self.model = model
    isForward = match.isForward
    (ofSender, ofReceiver) = isForward ? (match.ofA, match.ofB) : (match.ofB, match.ofA)
    (cutInSender, cutInReceiver) =
      isForward ? (match.cutInA, match.cutInB) : (match.cutInB, match.cutInA)
    pairs = match.pairs.map { match.isForward ? ($0.a, $0.b) : ($0.b, $0.a) }
  }

  var names: (sender: String, receiver: String) { isForward ? ("A", "B") : ("B", "A") }

  /// Microseconds to be added to a time of the sender for one of the receiver. Pieces of the clock
  /// go by the records of A.
  func offset(at time: Int64, frameOfA frame: Int) -> (value: Double, bound: Double?)? {
    guard let fit = model.fit(atFrame: frame) else { return nil }
    if isForward { return (fit.offset(at: time), fit.uncertainty) }
    // The offset is for times of A, which differ by the offset itself.
    let there = Double(time) - fit.offset(at: fit.origin)
    let here = Int64(exactly: there.rounded()) ?? time
    return (-fit.offset(at: here), fit.uncertainty)
  }

  /// How long the PDU of a pair was on the way, in microseconds; `nil` where nothing bounds the
  /// offset of the clocks, or where it contradicts them, as the PDU is another one of the same
  /// value.
  func latency(of pair: (sender: Int, receiver: Int)) -> Int? {
    let first = sender.exchange.pdus[pair.sender]
    let other = receiver.exchange.pdus[pair.receiver]
    guard let offset = offset(at: first.time, frameOfA: isForward ? first.frame : other.frame),
      let bound = offset.bound
    else { return nil }
    let latency = Double(other.time &- first.time) - offset.value
    return latency < -(bound + ClockFit.tolerance) ? nil : whole(latency)
  }

  /// When a PDU of the sender was, by the clock of A, in microseconds from its first packet.
  func timeOfA(_ pdu: ExchangedPDU, frameOfA: Int) -> Int? {
    if isForward { return sender.capture.sinceStart(Double(pdu.time)) }
    return offset(at: pdu.time, frameOfA: frameOfA).map {
      receiver.capture.sinceStart(Double(pdu.time) + $0.value)
    }
  }

  /// How long each PDU was on the way, over the time of A.
  var course: [AlignmentPlots.Point] {
    let capture = (isForward ? sender : receiver).capture
    return pairs.compactMap { pair in
      guard let latency = latency(of: pair) else { return nil }
      let time =
        isForward
        ? sender.exchange.pdus[pair.sender].time : receiver.exchange.pdus[pair.receiver].time
      return AlignmentPlots.Point(timeUs: capture.sinceStart(Double(time)), us: latency)
    }
  }

  var latencies: ReportV1.Summary? {
    let latencies = pairs.compactMap { latency(of: $0) }.sorted()
    guard !latencies.isEmpty else { return nil }
    func share(_ percent: Int) -> Int {
      latencies[min(latencies.count - 1, (latencies.count * percent + 99) / 100 - 1)]
    }
    return ReportV1.Summary {
      $0.count = latencies.count
      ($0.min, $0.max) = (latencies.first, latencies.last)
      ($0.p50, $0.p95, $0.p99) = (share(50), share(95), share(99))
      $0.mean = latencies.reduce(0.0) { $0 + Double($1) } / Double(latencies.count)
    }
  }
}

/// PDUs of one capture that wait for their counterparts: each is taken once.
struct WaitingPDUs<Key: Hashable> {
  private var indices: [Key: [Int]] = [:]
  private var taken: [Key: Int] = [:]

  init(_ indices: some Sequence<Int>, _ key: (Int) -> Key) {
    for index in indices { self.indices[key(index), default: []].append(index) }
  }

  /// Takes the first one of a key between two indices that rise from call to call.
  mutating func take(_ key: Key, between first: Int, and last: Int) -> Bool {
    guard let waiting = indices[key] else { return false }
    var next = taken[key, default: 0]
    while next < waiting.count, waiting[next] <= first { next += 1 }
    let found = next < waiting.count && waiting[next] < last
    taken[key] = found ? next + 1 : next
    return found
  }
}
