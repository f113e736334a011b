import Sessions
import TraceBytes

/// Outgoing ACL packets between host and controller: how many are out, and how long each takes
/// until Number Of Completed Packets gives its buffer back.
struct FlowMeasure: Sendable {
  private(set) var packets = 0
  private(set) var completed = 0
  private(set) var outstandingMaximum = 0
  private(set) var completion = QuantileSketch()

  /// When each packet that is out was sent, as a ring.
  private var sent: [TraceTime] = []
  private var head = 0
  private(set) var outstanding = 0

  /// Controllers hold some tens of packets; more than this and completions were lost.
  private static let ringSize = 1024

  mutating func send(at time: TraceTime) {
    packets &+= 1
    if outstanding == sent.count { grow() }
    if outstanding == sent.count {
      // The oldest was completed without our seeing it.
      head = (head &+ 1) & (sent.count &- 1)
      outstanding &-= 1
    }
    sent[(head &+ outstanding) & (sent.count &- 1)] = time
    outstanding &+= 1
    outstandingMaximum = max(outstandingMaximum, outstanding)
  }

  mutating func complete(_ count: Int, at time: TraceTime) {
    completed &+= count
    for _ in 0..<min(count, outstanding) {
      completion.add(time.since(sent[head]))
      head = (head &+ 1) & (sent.count &- 1)
      outstanding &-= 1
    }
  }

  mutating func release() {
    sent = []
    head = 0
    outstanding = 0
  }

  private mutating func grow() {
    guard sent.count < Self.ringSize else { return }
    var larger = [TraceTime](
      repeating: TraceTime(microseconds: 0), count: max(8, sent.count * 2))
    for place in 0..<outstanding { larger[place] = sent[(head + place) & (sent.count - 1)] }
    sent = larger
    head = 0
  }
}
