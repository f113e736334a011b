import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles

@testable import Tracking

/// Keeps all that the sessions report.
final class RecordingObserver: SessionObserver {
  struct Value: Hashable {
    var frame: Int
    var connection: Int
    var handle: UInt16
    var kind: AttributeValue.Kind
    var direction: RecordDirection
    var bytes: [UInt8]
    var octets: Int
    var mtu: Int
  }

  private(set) var values: [Value] = []
  private(set) var advertisements: [Advertisement] = []
  private(set) var events: [SessionEvent] = []

  func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {
    var octets: [UInt8] = []
    octets.append(value.value, of: bytes)
    values.append(
      Value(
        frame: value.moment.frame, connection: value.connection, handle: value.handle.rawValue,
        kind: value.kind, direction: value.direction, bytes: octets,
        octets: value.value.originalCount, mtu: value.mtu))
  }

  func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {
    advertisements.append(advertisement)
  }

  func observe(_ event: SessionEvent) { events.append(event) }

  var latencies: [Int64] {
    events.compactMap { if case .answered(_, _, let latency) = $0 { latency } else { nil } }
  }

  var intervals: [Int] {
    events.compactMap { if case .interval(_, let interval) = $0 { interval } else { nil } }
  }

  /// By connection: whether it was seen from its beginning.
  var opened: [Bool] {
    events.compactMap { if case .opened(_, _, _, let whole) = $0 { whole } else { nil } }
  }

  /// In the order of their ends; whether it was the end of the capture.
  var closed: [Bool] {
    events.compactMap { if case .closed(_, _, let isEnd) = $0 { isEnd } else { nil } }
  }
}

/// A story, followed from its first record to its last.
struct Followed {
  var tracker: SessionTracker<RecordingObserver>
  var observed: RecordingObserver

  init(_ story: CaptureBuilder, finish: Bool = true, ledger: Ledger = Ledger()) {
    observed = RecordingObserver()
    tracker = SessionTracker(observer: observed, ledger: ledger)
    let (records, bytes) = story.records()
    for record in records { tracker.process(record, in: bytes.span) }
    if finish { tracker.finish() }
  }

  init(_ build: (inout CaptureBuilder) -> Void) {
    var story = CaptureBuilder()
    build(&story)
    self.init(story)
  }

  var connections: [ConnectionState] { tracker.sessions.connections }
  var values: [RecordingObserver.Value] { observed.values }
  var texts: [String] { values.map { String(decoding: $0.bytes, as: UTF8.self) } }
}
