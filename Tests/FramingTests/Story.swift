import BletraceTestSupport
import Bytes

@testable import Framing

/// Values in hex, fed to a machine one after the other, a millisecond apart.
struct Story<Machine: FramingMachine> {
  private var machine = Machine(startIsKnown: true)
  private(set) var events: [FramingEvent] = []
  private var frame = 0
  var microseconds: Int64 = 0

  var counts: FramingCounts { machine.counts }
  var heldOctets: Int { machine.heldOctets }
  var isRecognized: Bool { machine.isRecognized }

  mutating func add(_ text: String, fromServer: Bool = false, _ role: FramingRole = .control) {
    add(hex(text), fromServer: fromServer, role)
  }

  /// - Parameter cut: how many octets the logger kept.
  mutating func add(
    _ octets: [UInt8], fromServer: Bool = false, _ role: FramingRole = .control, cut: Int = .max
  ) {
    frame += 1
    microseconds += 1000
    machine.add(
      FramedValue(
        frame: frame, time: TraceTime(microseconds: microseconds), stream: fromServer ? 1 : 0,
        role: role, isFromServer: fromServer,
        value: ByteRange(
          start: 0, end: min(cut, octets.count), originalCount: octets.count), mtu: 247),
      in: octets.span, &events)
  }

  mutating func close() { machine.close(at: TraceTime(microseconds: microseconds), &events) }

  /// The payload of a slot, over all of its transfers.
  func payload(_ slot: Int) -> [UInt8] {
    events.reduce(into: []) {
      if case .payload(slot, let octets) = $1 { $0 += octets }
    }
  }

  var endings: [FramedEnding] {
    events.compactMap { if case .end(_, let ending, _) = $0 { ending } else { nil } }
  }

  var facts: [FramedFacts] {
    events.compactMap { if case .end(_, _, let facts) = $0 { facts } else { nil } }
  }

  var faults: [FramingFault] {
    events.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
  }
}
